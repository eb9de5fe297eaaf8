// Reports a newest version with an end, because no version follows it.

import { advise, remove } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/invalid-sunset'

export const check: Check = {
  code,
  run({ model }) {
    const { current, versions } = model.versioning.value
    const name = slotValueOf(current)?.text
    const slot = name === undefined ? undefined : findNamedEntry(versions, name)?.slot
    if (name === undefined || slot?.state !== 'shown') return []
    return [slot.value.sunset, slot.value.retired].flatMap((date) =>
      date.state !== 'shown'
        ? []
        : [
            createDiagnostic(
              'warning',
              code,
              `${quoteName(name)} is the newest version, and ends on ${date.value}`,
              { span: date.at.span, text: 'then none is left' },
              {
                reason: 'From that day on every request is `retired-version`.',
                help: advise`${remove('Leave the date out')} until there is a newer version.`,
              },
            ),
          ],
    )
  },
}
