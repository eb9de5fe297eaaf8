// Checks an edition against the promise of part 9, and reports each change that breaks it.

import type { Diagnostic, Label } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Change } from './change.ts'
import type { Edition } from './edition.ts'
import { affectsClients, severityOf } from './law.ts'
import { changeText, printMotion, placeOfChange } from './report/words.ts'

export type CompatibilityPromise = 'none' | 'backward' | 'full'

/** The promises to old clients; if the old edition has none, those of the new edition. */
export function promiseOf(...editions: readonly Edition[]): CompatibilityPromise {
  for (const { compiled } of editions) {
    const declared = slotValueOf(compiled.model.versioning.value.compatibility)
    const promise = declared && slotValueOf(declared.promise)
    if (promise !== undefined) return promise
  }
  return 'none'
}

/** `reverseChanges`: the reverse changes, which new clients would meet in the old edition. */
export function checkPromise(
  changes: readonly Change[],
  reverseChanges: readonly Change[],
  promise: CompatibilityPromise,
): readonly Diagnostic[] {
  if (promise === 'none') return []
  const forOldClients = changes.flatMap((change) => reportBroken(change, promise, 'the clients of the old edition'))
  if (promise === 'backward') return forOldClients
  // New clients may send what the old edition refuses, and read less than it answers.
  return [
    ...forOldClients,
    ...reverseChanges.flatMap((change) =>
      reportBroken(reverseChange(change), promise, 'clients of the new edition, where the old one answers them'),
    ),
  ]
}

/** The change as a reader of both editions sees it, from old to new. */
function reverseChange({ old, new: newValue, places, ...change }: Change): Change {
  return { ...change, ...swap({ old, new: newValue }), places: swap(places) }
}

function swap<T>({ old, new: newValue }: { readonly old?: T | undefined; readonly new?: T | undefined }): {
  readonly old?: T
  readonly new?: T
} {
  return { ...(newValue === undefined ? {} : { old: newValue }), ...(old === undefined ? {} : { new: old }) }
}

function reportBroken(change: Change, promise: CompatibilityPromise, affectedClients: string): Diagnostic[] {
  const motions = change.motions.filter((motion) => affectsClients(motion) && severityOf(motion) === 'breaking')
  const { places, witness } = change
  const place = places.new ?? places.old
  if (motions.length === 0 || place === undefined) return []
  const labels: Label[] = places.new === undefined || places.old === undefined ? [] : [{ span: places.old, text: 'it was' }]
  const text = changeText(change)
  const witnessText = witness === undefined ? '' : `\n\n${witness.hurl.trimEnd()}`
  return [
    createDiagnostic(
      'error',
      'versioning/breaking-change',
      `${quoteName(placeOfChange(change))} breaks ${affectedClients}`,
      { span: place, text: text === '' ? 'this changed' : text.length > 90 ? 'this changed' : text },
      {
        others: labels,
        reason: `Part 9 promises ${quoteName(promise)} compatibility. ${motions.map(printMotion).join('; ')}.${witnessText}`,
        help: 'Leave it as it was, or make it a new version: keep the old one under `versions` of part 9, and say under `changes` what turned it into the new one.',
      },
    ),
  ]
}
