// Responses that HTTP alone determines.

import type { Answer } from '../exchange/exchange.ts'

/** A response without content, as a standard demands. */
export function answerStatus(status: number, reference: string, headers: Answer['headers'] = []): Answer {
  return { status, headers, trace: { transitions: [], origins: [['status', { kind: 'standard', reference }]] } }
}
