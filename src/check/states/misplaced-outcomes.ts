// Reports `outcomes` of a loop outside of `do`: only a step of `do` runs its items one by one.

import { advise, remove } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { findOutcomesName } from '../../model/effect-action.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listAllEffects } from './effects.ts'

const code = 'states/misplaced-outcomes'

export const check: Check = {
  code,
  run({ model }) {
    const steps = new Set(model.endpoints.value.operations.flatMap(({ slots }) => slotValueOf(slots.do) ?? []))
    return listAllEffects(model).flatMap(({ effect }) => {
      const name = findOutcomesName(effect)
      if (name === undefined || steps.has(effect)) return []
      return [
        createDiagnostic(
          'error',
          code,
          `\`outcomes\` belongs to a step of \`do\`, and this is an effect`,
          { span: name.node.span, text: 'no response reads it' },
          {
            reason: 'Effects of a transition are done together with it, or not at all.',
            help: advise`${remove('Leave it out')}, or do this as a step of \`do\` in an endpoint.`,
          },
        ),
      ]
    })
  },
}
