// What is known of a request once it is answered: for the log and the figures, and nothing that could be secret.

import type { Answer, Exchange } from '../../exchange/exchange.ts'
import type { Operation } from '../../model/model.ts'

export type Observed = {
  readonly id: string
  readonly method: string
  /** Undefined where none was found. */
  readonly operation: Operation | undefined
  /** Undefined where the request was refused before it was read. */
  readonly exchange: Exchange | undefined
  /** Undefined where the client left before it was answered. */
  readonly answer: Answer | undefined
  readonly milliseconds: number
}

/** The schemes whose credentials were accepted, `refused` where some were sent and none was, else `anonymous`; undefined where nobody asked. */
export function callerOf({ exchange }: Observed): string | undefined {
  const presented = exchange?.presented
  if (presented === undefined) return undefined
  const valid = Array.from(presented).filter(([, { kind }]) => kind === 'valid').map(([scheme]) => scheme)
  if (valid.length > 0) return valid.join(' ')
  return [...presented.values()].some(({ kind }) => kind !== 'missing') ? 'refused' : 'anonymous'
}
