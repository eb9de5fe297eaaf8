// Reports versions whose sunset or retirement is before their deprecation.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type Slot, listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/dates-in-order'

export const check: Check = {
  code,
  run: ({ model }) =>
    listSpecifiedEntries(model.versioning.value.versions).flatMap(({ name, value: { deprecated, sunset, retired } }) => [
      ...diagnose(name, ['sunset', sunset], ['deprecated', deprecated]),
      ...diagnose(name, ['retired', retired], ['sunset', sunset]),
    ]),
}

type DateEntry = readonly [laterKey: string, date: Slot<string>]

/** ISO dates compare as text. */
function diagnose(name: string, [laterKey, later]: DateEntry, [earlierKey, earlier]: DateEntry): Diagnostic[] {
  if (later.state !== 'shown' || earlier.state !== 'shown' || later.value >= earlier.value) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} is ${laterKey === 'sunset' ? 'to end' : 'retired'} on ${later.value}, before it is ${earlierKey === 'sunset' ? 'to end' : 'deprecated'} on ${earlier.value}`,
      { span: later.at.span, text: `\`${laterKey}\` is too early` },
      {
        others: [{ span: earlier.at.span, text: `\`${earlierKey}\`` }],
        reason: 'Headers announce first that a version is deprecated (RFC 9745), and then when it ends (RFC 8594).',
        help: `Write a date from ${earlier.value} on.`,
      },
    ),
  ]
}
