// Answers that differ in nothing but their body and tag: everything else of them is made once.

import { answerOf, isJson, mediaOf } from '../../exchange/answer.ts'
import type { Context } from '../../exchange/context.ts'
import type { Answer, Exchange, Fields } from '../../exchange/exchange.ts'
import { noKeys, nowhere } from '../../exchange/names.ts'
import type { Operation } from '../../model/model.ts'
import type { Service } from '../service.ts'

export type SealedAnswer = (exchange: Exchange, body: string, tag: string | undefined) => Answer

const none: Fields = new Map<string, string>()

/** What reads nothing is evaluated in. */
function contextOfNothing({ facts: { typing } }: Service): Context {
  return { typing, host: nowhere, keys: noKeys, variables: new Map() }
}

/** What all answers of an operation have in common. */
export function sampleAnswer(service: Service, operation: Operation, tag?: string): Answer {
  return answerOf({ operation, method: operation.method, headers: none }, contextOfNothing(service), { transitions: [] }, tag, '')
}

/** Of an operation whose status and headers read nothing; undefined where its body is not sent as JSON. */
export function sealedAnswer(service: Service, operation: Operation): SealedAnswer | undefined {
  if (!isJson(mediaOf(operation))) return undefined
  const context = contextOfNothing(service)
  const isTagged = operation.slots.conditional.state === 'shown'
  const sample = sampleAnswer(service, operation, isTagged ? '""' : undefined)
  const at = sample.headers.findIndex(([name, value]) => name === 'ETag' && value === '""')
  return (exchange, body, tag) => {
    if (tag === undefined) return { ...sample, body }
    // Whoever has it already may not need it again.
    if (exchange.headers.get('if-none-match') !== undefined) return answerOf(exchange, context, { transitions: [] }, tag, body)
    return { ...sample, headers: sample.headers.with(at, ['ETag', tag]), body }
  }
}
