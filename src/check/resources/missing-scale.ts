// Reports a stored decimal without a scale (`multipleOf`).

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Check } from '../check.ts'

const code = 'resources/missing-scale'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap(({ name, at, type, compute, inverse, reference }): Diagnostic[] => {
        const storedType = withoutNull(type)
        const isStored = inverse === undefined && reference === undefined && (compute === undefined || compute.stored)
        if (storedType.kind !== 'decimal' || storedType.scale !== undefined || !isStored) return []
        return [
          createDiagnostic(
            'warning',
            code,
            `${quoteName(`${resource.name}.${name}`)} has no number of digits after the point`,
            { span: at.span, text: 'a decimal of any scale' },
            {
              reason:
                'A column of exact decimals has a scale. Without one, sums and comparisons still are exact, and what is stored can grow with every request.',
              help: advise`Add it, for example two digits:${paste('multipleOf: 0.01')}`,
            },
          ),
        ]
      }),
    ),
}
