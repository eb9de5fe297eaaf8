// Reports secret values in the document, which its readers know.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'resources/secret-value'
const valueKeywords = ['default', 'const', 'enum'] as const

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap(({ name, secret, source }): Diagnostic[] =>
        !secret || source === undefined
          ? []
          : valueKeywords.flatMap((keyword) => {
              const slot = source.keywords[keyword]
              if (slot.state !== 'shown') return []
              return [
                createDiagnostic(
                  'error',
                  code,
                  `${quoteName(`${resource.name}.${name}`)} is a secret, but its ${quoteName(keyword)} is in the document`,
                  { span: slot.at.span, text: 'everybody can read this' },
                  {
                    reason: 'Every reader of the document could sign in as a record with it.',
                    help: advise`${remove(`Remove ${quoteName(keyword)}`, keyword)}: a secret comes only from a request.`,
                  },
                ),
              ]
            }),
      ),
    ),
}
