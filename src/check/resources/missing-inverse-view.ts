// Reports a view that takes an inverse, which has no value of its own.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/missing-inverse-view'

export const check: Check = {
  code,
  run({ typing }) {
    const { resources, views } = typing.domain
    return [...views.values()].flatMap(({ resource, source }) =>
      (source === undefined ? [] : (slotValueOf(source.take) ?? [])).flatMap(({ text, node }): Diagnostic[] => {
        const property = resources.get(resource)?.properties.get(text)
        if (property?.inverse === undefined) return []
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(`${resource}.${text}`)} is an inverse, which has no stored value`,
            { span: node.span, text: 'cannot be taken as it is' },
            {
              others: [{ span: property.at.span, text: 'declared here' }],
              help: advise`Write under \`properties\` what is sent of its records:${paste(`${text}: 'this.${text}.map(x, x.id)'`)}`,
            },
          ),
        ]
      }),
    )
  },
}
