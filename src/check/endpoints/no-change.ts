// Reports updates without effect: they accept no property and set none.

import { quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportUnused } from '../unused.ts'

const code = 'endpoints/no-change'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const { action, name, key, slots } = operation
      const isOpen = [slots.body, slots.set].some(({ state }) => state === 'gap' || state === 'wrong')
      if (
        action !== 'update' ||
        isOpen ||
        listSpecifiedEntries(slots.set).length > 0 ||
        (typing.input(operation).body?.writes ?? []).length > 0
      )
        return []
      return [
        reportUnused(
          code,
          `${quoteName(name)} changes no property`,
          key.span,
          'List what a request may change in `body`, or give values by `set`.',
        ),
      ]
    }),
}
