// Reports a property with two sources of its value: `generate`, `compute` and `default` exclude each other.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/conflicting-origins'
const origins = ['generate', 'compute', 'inverse', 'default'] as const

export const check: Check = {
  code,
  run: ({ model }) =>
    model.resources.value.resources.flatMap((resource) =>
      listSpecifiedEntries(resource.slots.properties).flatMap(({ name, value: { keywords } }): Diagnostic[] => {
        const [first, second, ...others] = origins.filter((origin) => slotValueOf<unknown>(keywords[origin]) !== undefined)
        const firstOrigin = first === undefined ? undefined : keywords[first]
        const secondOrigin = second === undefined ? undefined : keywords[second]
        if (firstOrigin?.state !== 'shown' || secondOrigin?.state !== 'shown') return []
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(`${resource.name}.${name}`)} has ${joinWithAnd([first!, second!, ...others])}, but a value has one origin`,
            { span: secondOrigin.at.span, text: 'a second origin' },
            {
              others: [{ span: firstOrigin.at.span, text: 'the first' }],
              help: advise`${remove('Keep one of them')}.`,
            },
          ),
        ]
      }),
    ),
}
