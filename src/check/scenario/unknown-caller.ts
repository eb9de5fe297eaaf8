// Reports callers of `# as:` that part 5 lacks.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { readScenariosOf } from '../scenarios.ts'

const code = 'scenario/unknown-caller'

export const check: Check = {
  code,
  run({ model }) {
    const {
      state,
      value: { callers },
    } = model.authentication
    if (state === 'not shown' || callers.state === 'gap' || callers.state === 'wrong') return []
    const callerNames = new Set((slotValueOf(callers) ?? []).map(({ name }) => name))
    return readScenariosOf(model.document).flatMap(({ entries }) =>
      entries.flatMap(({ directives: { as } }) =>
        as === undefined || callerNames.has(as.name)
          ? []
          : [reportUnknownName(code, 'test caller of part 5', as.name, as.span, callerNames)],
      ),
    )
  },
}
