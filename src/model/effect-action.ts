// The verbs of an effect, as a union, so that code for effects must handle each one.

import { type Word, slotValueOf } from './slot.ts'
import type { Effect, effectKeys } from './states.ts'

/** The role of each key of an effect: a verb, or a modifier. Verbs are searched in this order. */
const roles = {
  call: 'verb',
  transition: 'verb',
  create: 'verb',
  update: 'verb',
  delete: 'verb',
  for: 'manner',
  if: 'manner',
  require: 'manner',
  by: 'manner',
  set: 'manner',
  input: 'manner',
  onConflict: 'manner',
  as: 'manner',
  description: 'manner',
} as const satisfies { readonly [Key in keyof typeof effectKeys]: 'verb' | 'manner' }

export type Verb = { readonly [Key in keyof typeof roles]: (typeof roles)[Key] extends 'verb' ? Key : never }[keyof typeof roles]

/** `name`: of the resource, the transition or the behaviour. */
export type EffectAction = { readonly [V in Verb]: { readonly verb: V; readonly name: string } }[Verb]

const verbs = Object.entries(roles).flatMap(([key, role]) => (role === 'verb' ? [key as Verb] : []))

/** The name of the outcomes of a step whose items succeed or fail one by one. */
export function findOutcomesName(effect: Pick<Effect, 'for'>): Word | undefined {
  const loop = slotValueOf(effect.for)
  return loop && slotValueOf(loop.outcomes)
}

/** The names that later effects and the response can read: of its record, and of its outcomes. */
export function listBoundNames(effect: Pick<Effect, 'as' | 'for'>): readonly Word[] {
  return [slotValueOf(effect.as), findOutcomesName(effect)].filter((name) => name !== undefined)
}

/** Undefined if the effect has no verb, and only checks `require`. */
export function findEffectAction(effect: Pick<Effect, Verb>): EffectAction | undefined {
  for (const verb of verbs) {
    const name = slotValueOf(effect[verb])?.text
    if (name !== undefined) return { verb, name }
  }
  return undefined
}
