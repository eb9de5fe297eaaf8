// The behaviours of part 1, by name: their input and result, as schemas and as types.

import type { Type } from '../cel/type.ts'
import type { Behaviour } from '../model/service.ts'
import { listSpecifiedEntries, findNamedEntry, slotValueOf } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import type { Schema } from '../schema/schema.ts'
import type { Domain } from './domain.ts'
import { makeTypingNamesIn } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { type InputType, typeDeclaredInput } from './input-type.ts'
import { typeOf } from './type-of.ts'

export function findBehaviour(name: string, { model }: Domain): Behaviour | undefined {
  const slot = findNamedEntry(model.service.value.behaviours, name)?.slot
  return slot?.state === 'shown' ? slot.value : undefined
}

/** True if it runs after the commit, so that no request waits for its result. */
export function runsAfterCommit(name: string, domain: Domain): boolean {
  const when = findBehaviour(name, domain)?.when
  return when !== undefined && slotValueOf(when) === 'after'
}

/** The effects of finished behaviours and of attempts to deliver, which belong to no request. */
export function listCompletionEffects({ model }: Pick<Domain, 'model'>): readonly Effect[] {
  return [
    ...listSpecifiedEntries(model.service.value.behaviours).flatMap(({ value }) => readCompletionEffects(value)),
    ...listDeliveryEffects({ model }),
  ]
}

/** The effects of attempts to deliver a webhook. */
export function listDeliveryEffects({ model }: Pick<Domain, 'model'>): readonly Effect[] {
  const webhooks = slotValueOf(slotValueOf(model.events.value.delivery)?.webhooks ?? { state: 'unsaid' })
  return webhooks === undefined ? [] : readCompletionEffects(webhooks)
}

/** The effects after code, or an attempt to deliver, has succeeded or failed. */
export function readCompletionEffects({ onDone, onError }: Pick<Behaviour, 'onDone' | 'onError'>): readonly Effect[] {
  return [...(slotValueOf(onDone) ?? []), ...(slotValueOf(onError) ?? [])]
}

/** Undefined if the document does not specify its input. */
export function findBehaviourInput(name: string, domain: Domain): InputType | undefined {
  const source = findBehaviour(name, domain)?.input
  return source && typeDeclaredInput([source], domain)
}

/** Undefined if the document does not specify its result. */
export function findBehaviourOutput(name: string, domain: Domain): { readonly schema: Schema; readonly type: Type } | undefined {
  const output = findBehaviour(name, domain)?.output
  const source = output && slotValueOf(output)
  const names = makeTypingNamesIn(domain)
  return source && { schema: schemaOf(source, names), type: typeOf(source, names) }
}
