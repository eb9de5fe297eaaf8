// Reports versions out of order: the oldest comes first, and each change belongs to the version that it led to.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/order'

export const check: Check = {
  code,
  run({ model, versions }) {
    const misplaced = versions.flatMap((version, index): Diagnostic[] => {
      const previous = versions[index - 1]
      if (previous === undefined || !isLater(previous.name, version.name)) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(previous.name)} comes before ${quoteName(version.name)}`,
          { span: version.key.span, text: 'older by its name' },
          {
            others: [{ span: previous.key.span, text: 'this comes first' }],
            reason: 'The order of the versions determines the changes between each version and the newest.',
            help: 'Put the oldest first. The current version is always the last, at any place in the list.',
          },
        ),
      ]
    })
    const oldest = model.versioning.value.versions.state === 'wrong' ? undefined : versions[0]?.name
    const changesOfOldest = (slotValueOf(model.versioning.value.changes) ?? [])
      .filter(({ name, slot }) => name === oldest && slot.state === 'shown' && slot.value.length > 0)
      .map(({ name, key }) =>
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} is the oldest version, but has changes that led to it`,
          { span: key.span, text: 'the oldest version' },
          {
            help: 'Put changes under the version that they led to, or name the version before it under `versions`.',
          },
        ),
      )
    return [...misplaced, ...changesOfOldest]
  },
}

/** Compares the numbers in both names if their form is the same: `v10` is later than `v9`, `2026-01-01` than `2025-06-01`. */
function isLater(name: string, other: string): boolean {
  if (name.replaceAll(/\d+/g, '#') !== other.replaceAll(/\d+/g, '#')) return false
  const parseNumbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)
  const [first, second] = [parseNumbers(name), parseNumbers(other)]
  const at = first.findIndex((number, index) => number !== second[index])
  return at >= 0 && first[at]! > second[at]!
}
