// Reports `by` of effects that is not a key or a unique.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listAllEffects, findTargetResource } from './effects.ts'

const code = 'states/not-unique'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    listAllEffects(model).flatMap(({ effect }): Diagnostic[] => {
      const by = slotValueOf(effect.by)
      const resource = findTargetResource(effect, typing.domain)
      if (by === undefined || 'kind' in by || resource === undefined || resource.type.open || effect.by.state !== 'shown') return []
      const names = by.map(({ name }) => name)
      const areKnown = names.every((name) => resource.properties.has(name))
      if (
        !areKnown ||
        resource.type.uniques.some((unique) => unique.length === names.length && unique.every((name) => names.includes(name)))
      )
        return []
      const subjectText = names.length === 0 ? 'Nothing' : joinWithAnd(names)
      return [
        createDiagnostic(
          'error',
          code,
          `Several records of ${quoteName(resource.name)} can share ${subjectText}, but \`by\` identifies one`,
          { span: effect.by.at.span, text: 'neither the key nor unique' },
          {
            help: advise`One record is identified by ${joinWithOr(resource.type.uniques.map((unique) => unique.join(' + ')))}. For several, loop over them:${paste(`for: { as: x, in: '${resource.name}.filter(x, …)' }\nby: x`)}`,
          },
        ),
      ]
    }),
}
