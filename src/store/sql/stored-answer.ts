// Prints and parses stored responses, which answer repeated requests. Origins are omitted, because the document determines them.

import type { Answer } from '../../exchange/exchange.ts'

type StoredAnswerJson = Omit<Answer, 'body' | 'trace'> & {
  readonly text?: string
  readonly base64?: string
  readonly trace: Omit<Answer['trace'], 'origins'>
}

export function answerText({ body, trace: { origins: _, ...trace }, status, headers }: Answer): string {
  const content = body === undefined ? {} : typeof body === 'string' ? { text: body } : { base64: body.toBase64() }
  return JSON.stringify({ status, headers, ...content, trace } satisfies StoredAnswerJson)
}

export function parseKeptAnswer(json: string): Answer {
  const { status, headers, text, base64, trace } = JSON.parse(json) as StoredAnswerJson
  const body = base64 === undefined ? text : Uint8Array.fromBase64(base64)
  return { status, headers, ...(body === undefined ? {} : { body }), trace: { ...trace, origins: [] } }
}
