// Answers that differ in nothing but their body and tag: everything else of them is made once.

import { answerOf, isJson, mediaOf } from '../../exchange/answer.ts'
import type { Context } from '../../exchange/context.ts'
import type { Answer, Exchange, Fields } from '../../exchange/exchange.ts'
import { noKeys, nowhere } from '../../exchange/names.ts'
import type { Operation } from '../../model/model.ts'
import type { Service } from '../service.ts'

export type SealedAnswer = (exchange: Exchange, body: string, tag: string | undefined) => Answer

const none: Fields = new Map<string, string>()

/** Of an operation whose status and headers read nothing; undefined where its body is not sent as JSON. */
export function sealedAnswer({ facts }: Service, operation: Operation): SealedAnswer | undefined {
  if (!isJson(mediaOf(operation))) return undefined
  const context: Context = { typing: facts.typing, host: nowhere, keys: noKeys, variables: new Map() }
  const trace = { transitions: [] }
  const isTagged = operation.slots.conditional.state === 'shown'
  const sample = answerOf({ operation, method: operation.method, headers: none }, context, trace, isTagged ? '""' : undefined, '')
  const at = sample.headers.findIndex(([name, value]) => name === 'ETag' && value === '""')
  return (exchange, body, tag) => {
    if (tag === undefined) return { ...sample, body }
    // Whoever has it already may not need it again.
    if (exchange.headers.get('if-none-match') !== undefined) return answerOf(exchange, context, trace, tag, body)
    return { ...sample, headers: sample.headers.with(at, ['ETag', tag]), body }
  }
}
