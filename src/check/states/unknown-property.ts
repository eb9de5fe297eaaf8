// Reports properties in `set` and `by` of transitions and effects that the resource lacks.

import { reportUnknownProperty } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Word, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { listAllEffects, findTargetResource } from './effects.ts'
import { listMachineSets } from './writes.ts'

const code = 'states/unknown-property'

type WrittenName = Word & { readonly resource: ResourceInfo }

export const check: Check = {
  code,
  run: (facts) =>
    [...listSetNames(facts), ...listAllEffects(facts.model).flatMap(({ effect }) => listEffectNames(effect, facts))].flatMap(
      ({ text, node, resource }) =>
        resource.properties.has(text) || resource.type.open
          ? []
          : [reportUnknownProperty(code, resource.name, text, node.span, resource.properties.keys())],
    ),
}

function listSetNames({ model, typing }: Facts): WrittenName[] {
  return model.states.value.machines.flatMap((machine) => {
    const resource = typing.domain.resources.get(machine.resource)
    return resource === undefined
      ? []
      : listMachineSets(machine).flatMap((set) => (slotValueOf(set) ?? []).map(({ name, key }) => ({ text: name, node: key, resource })))
  })
}

function listEffectNames(effect: Effect, { typing }: Facts): WrittenName[] {
  const resource = findTargetResource(effect, typing.domain)
  if (resource === undefined) return []
  const keyValues = slotValueOf(effect.by)
  const keys = [...(slotValueOf(effect.set) ?? []), ...(keyValues === undefined || 'kind' in keyValues ? [] : keyValues)]
  return keys.map(({ name, key }) => ({ text: name, node: key, resource }))
}
