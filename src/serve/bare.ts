// Responses that HTTP alone determines.

import type { Answer } from '../exchange/exchange.ts'

/** No content, and none of the document's words: a standard says it. */
export function answerStatus(status: number, reference: string, headers: Answer['headers'] = []): Answer {
  return { status, headers, trace: { transitions: [], origins: [['status', { kind: 'standard', reference }]] } }
}
