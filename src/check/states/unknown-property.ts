// Reports properties in `set` and `by` of transitions and effects that the resource lacks.

import { unknownProperty } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Word, slotValue } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { effectsAll, targetResource } from './effects.ts'
import { ownSets } from './writes.ts'

const code = 'states/unknown-property'

type Named = Word & { readonly resource: ResourceInfo }

export const check: Check = {
  code,
  run: (facts) =>
    [...setsOf(facts), ...effectsAll(facts.model).flatMap(({ effect }) => ofEffect(effect, facts))].flatMap(({ text, node, resource }) =>
      resource.properties.has(text) || resource.type.open
        ? []
        : [unknownProperty(code, resource.name, text, node.span, resource.properties.keys())],
    ),
}

function setsOf({ model, typing }: Facts): Named[] {
  return model.states.value.machines.flatMap((machine) => {
    const resource = typing.domain.resources.get(machine.resource)
    return resource === undefined
      ? []
      : ownSets(machine).flatMap((set) => (slotValue(set) ?? []).map(({ name, key }) => ({ text: name, node: key, resource })))
  })
}

function ofEffect(effect: Effect, { typing }: Facts): Named[] {
  const resource = targetResource(effect, typing.domain)
  if (resource === undefined) return []
  const by = slotValue(effect.by)
  const keys = [...(slotValue(effect.set) ?? []), ...(by === undefined || 'kind' in by ? [] : by)]
  return keys.map(({ name, key }) => ({ text: name, node: key, resource }))
}
