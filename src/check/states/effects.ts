// Lists every effect of part 3, every step of `do`, and every effect with which code ends, with the resource of its machine.

import type { Model } from '../../model/model.ts'
import { type Word, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import type { Domain, ResourceInfo } from '../../typing/domain.ts'
import { listMachineEffects } from './candidates.ts'

export type DeclaredEffect = {
  readonly effect: Effect
  /** The resource of the machine; undefined for a step of `do`. */
  readonly owner?: string
}

export function listAllEffects(model: Model): readonly DeclaredEffect[] {
  return [
    ...model.states.value.machines.flatMap((machine) =>
      [...listMachineEffects(machine)].map((effect) => ({ effect, owner: machine.resource })),
    ),
    ...listCompletionEffects({ model }).map((effect) => ({ effect })),
    ...model.endpoints.value.operations.flatMap(({ slots }) => (slotValueOf(slots.do) ?? []).map((effect) => ({ effect }))),
  ]
}

export const verbs = ['transition', 'create', 'update', 'delete', 'call'] as const
export type EffectVerb = (typeof verbs)[number]

/** The verbs of an effect and their targets; zero or several is a mistake. */
export function listVerbs(effect: Effect): readonly { readonly verb: EffectVerb; readonly word: Word }[] {
  return verbs.flatMap((verb) => {
    const word = slotValueOf(effect[verb])
    return word === undefined ? [] : [{ verb, word }]
  })
}

export function findTargetResource(effect: Effect, domain: Domain): ResourceInfo | undefined {
  const [first] = listVerbs(effect)
  return first === undefined || first.verb === 'call'
    ? undefined
    : domain.resources.get(first.verb === 'transition' ? first.word.text.split('.')[0]! : first.word.text)
}
