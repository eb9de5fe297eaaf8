// Lists every place that names a scheme.

import type { Model } from '../../model/model.ts'
import { type Named, type Slot, type Word, each, shown } from '../../model/slot.ts'

type Requirements = Slot<readonly (readonly Named<unknown>[])[]>

export function schemesNamed(model: Model): Word[] {
  const { security, callers, caller } = model.authentication.value
  const required = (slot: Requirements): Word[] => (shown(slot) ?? []).flat().map(({ name, key }) => ({ text: name, node: key }))
  const rule = shown(caller)
  return [
    ...required(security),
    ...model.endpoints.value.operations.flatMap(({ slots }) => required(slots.security)),
    ...(rule?.kind === 'schemes' ? rule.schemes.map(({ name, key }) => ({ text: name, node: key })) : []),
    ...each(callers).flatMap(({ value }) => shown(value.scheme) ?? []),
  ]
}
