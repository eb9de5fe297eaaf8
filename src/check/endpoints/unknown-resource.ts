// Reports actions, look-ups and steps on resources that part 2 lacks.

import { reportUnknownResource } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import { type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listMachineEffects } from '../states/candidates.ts'

const code = 'endpoints/unknown-resource'
const resourceActions = new Set(['list', 'read', 'create', 'update', 'replace', 'put', 'delete'])

export const check: Check = {
  code,
  run({ model, typing }) {
    const { resources } = typing.domain
    if (model.resources.state === 'not shown') return []
    const effects = [
      ...model.states.value.machines.flatMap((machine) => [...listMachineEffects(machine)]),
      ...model.endpoints.value.operations.flatMap(({ slots }) => [...(slotValueOf(slots.do) ?? [])]),
    ]
    const words = [
      ...model.endpoints.value.operations.flatMap(listResourceNames),
      ...effects.flatMap(({ create, update, delete: remove }) => [create, update, remove].flatMap((slot) => slotValueOf(slot) ?? [])),
    ]
    return words.flatMap((word) =>
      resources.has(word.text) ? [] : [reportUnknownResource(code, 'resource', word.text, word.node.span, resources.keys())],
    )
  },
}

function listResourceNames({ action, subject, slots }: Operation): Word[] {
  const subjects = action !== undefined && resourceActions.has(action) && subject !== undefined ? [subject] : []
  return [...subjects, ...listSpecifiedEntries(slots.with).flatMap(({ value }) => slotValueOf(value.find) ?? [])]
}
