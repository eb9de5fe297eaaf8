// Checks that the names of headers are tokens (RFC 9110, section 5.1).

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../diagnostic/voice.ts'
import type { Scalar } from '../document/node.ts'

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export function checkHeaderNames(code: string, keys: readonly Scalar[]): Diagnostic[] {
  return keys.flatMap((key) =>
    token.test(key.text)
      ? []
      : [
          diagnostic(
            'error',
            code,
            `${quoteName(key.text)} is not a name that a header can have`,
            { span: key.span, text: 'not a token' },
            {
              help: 'Letters, digits and `-` are usual (RFC 9110, section 5.6.2); a name cannot contain spaces or colons.',
            },
          ),
        ],
  )
}
