// Reports an operation whose `version` is the oldest one: it exists in all versions without saying so.

import { advise, remove } from '../../diagnostic/help.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'versioning/unused-version'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const { current, versions } = model.versioning.value
    if (versions.state === 'gap' || versions.state === 'wrong') return []
    const oldest = (slotValueOf(versions) ?? [])[0]?.name ?? slotValueOf(current)?.text
    return model.endpoints.value.operations.flatMap(({ name, slots: { version } }) => {
      const word = slotValueOf(version)
      return word === undefined || word.text !== oldest || !isAuthored(word.node.span)
        ? []
        : [
            reportUnused(
              code,
              `${quoteName(name)} exists from the oldest version on`,
              word.node.span,
              advise`${remove('Remove it')}, or name the version in which the operation was new.`,
            ),
          ]
    })
  },
}
