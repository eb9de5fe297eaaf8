// A secret whose value stands in the document is none.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'resources/secret-value'
const giving = ['default', 'const', 'enum'] as const

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap(({ name, secret, source }): Diagnostic[] =>
        !secret || source === undefined ? [] : giving.flatMap((keyword) => {
          const slot = source.keywords[keyword]
          if (slot.state !== 'shown') return []
          return [
            diagnostic('error', code, `${quoted(`${resource.name}.${name}`)} is a secret, and its ${quoted(keyword)} stands in the document`, { span: slot.at.span, text: 'everybody can read this' }, {
              reason: 'Whoever reads the document could sign in as every record that has it.',
              help: `Remove ${quoted(keyword)}: a secret comes from a request, or there is none.`,
            }),
          ]
        }))),
}
