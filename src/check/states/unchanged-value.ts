// Reports a `set` that writes a property's current value.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Action, Effect } from '../../model/states.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import { listActions, listEffects } from '../../typing/effects.ts'
import type { Check } from '../check.ts'
import { reportPlacesOnce } from '../repeated.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'states/unchanged-value'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing: { domain } }) {
    const operations = model.endpoints.value.operations
      .filter(({ action }) => action === 'update' || action === 'transition')
      .map(({ slots }) => slots.set)
    const effects = [...listEffects(domain), ...listCompletionEffects(domain)].flatMap((effect) =>
      checkSet(effect.set, findRecordExpression(effect)),
    )
    const ownSets = [...listActions(domain).map(({ action }) => action.set), ...operations]
    const diagnostics = [...ownSets.flatMap((set) => checkSet(set, 'this')), ...effects]
    return reportPlacesOnce(diagnostics)
  },
}

/** The expression that is the record which an effect changes; undefined if values find it. */
function findRecordExpression({ update, by }: Effect): string | undefined {
  const record = slotValueOf(by)
  if (update.state !== 'shown') return undefined
  if (record === undefined) return 'this'
  return 'kind' in record ? record.text.trim() : undefined
}

function checkSet(set: Action['set'] | Slot<never>, record: string | undefined): Diagnostic[] {
  if (record === undefined) return []
  return listSpecifiedEntries(set).flatMap(({ name, key, value }) => {
    const isSame = value.kind === 'expression' && value.text.trim() === `${record}.${name}`
    return isSame && isAuthored(key.span)
      ? [
          reportUnused(
            code,
            `${quoteName(name)} is set to the value that it has`,
            key.span,
            advise`Write what it becomes, or ${remove('leave it out')}.`,
          ),
        ]
      : []
  })
}
