// Lists every place that names a scheme.

import type { Model } from '../../model/model.ts'
import { type Named, type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'

type Requirements = Slot<readonly (readonly Named<unknown>[])[]>

export function listSchemeNames(model: Model): Word[] {
  const { security, callers, caller } = model.authentication.value
  const listRequiredNames = (slot: Requirements): Word[] =>
    (slotValueOf(slot) ?? []).flat().map(({ name, key }) => ({ text: name, node: key }))
  const rule = slotValueOf(caller)
  return [
    ...listRequiredNames(security),
    ...model.endpoints.value.operations.flatMap(({ slots }) => listRequiredNames(slots.security)),
    ...(rule?.kind === 'schemes' ? rule.schemes.map(({ name, key }) => ({ text: name, node: key })) : []),
    ...listSpecifiedEntries(callers).flatMap(({ value }) => slotValueOf(value.scheme) ?? []),
  ]
}
