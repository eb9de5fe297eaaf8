// Reports a `set` that writes a property's current value.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { type Slot, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Action, Effect } from '../../model/states.ts'
import { actionsOf, effectsOf } from '../../typing/effects.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'states/unchanged-value'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing: { domain } }) {
    const operations = model.endpoints.value.operations
      .filter(({ action }) => action === 'update' || action === 'transition')
      .map(({ slots }) => slots.set)
    const effects = effectsOf(domain).filter(isOnItself).map(({ set }) => set)
    const diagnostics = [...actionsOf(domain).map(({ action }) => action.set), ...operations, ...effects].flatMap(checkSet)
    // An aliased block is one place.
    return [...new Map(diagnostics.map((each) => [each.primary.span.start, each])).values()]
  },
}

/** True if `this` is the written record. */
function isOnItself({ update, by }: Effect): boolean {
  const record = slotValue(by)
  return update.state === 'shown' && (record === undefined || ('kind' in record && record.text.trim() === 'this'))
}

function checkSet(set: Action['set'] | Slot<never>): Diagnostic[] {
  return specifiedEntries(set).flatMap(({ name, key, value }) => {
    const isSame = value.kind === 'expression' && value.text.trim() === `this.${name}`
    return isSame && isAuthored(key.span)
      ? [reportUnused(code, `${quoteName(name)} is set to the value that it has`, key.span, 'Write what it becomes, or leave it out.')]
      : []
  })
}
