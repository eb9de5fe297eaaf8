// Checks headers: their names are tokens (RFC 9110, section 5.1), and no header is sent twice.

import { isConnectionHeader } from '../base/connection-headers.ts'
import { type Help, advise, remove } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import type { Scalar } from '../document/node.ts'

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export function checkHeaderNames(code: string, keys: readonly Scalar[]): Diagnostic[] {
  return keys.flatMap((key) =>
    token.test(key.text)
      ? []
      : [
          createDiagnostic(
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

/** Checks the names of one map. */
export function checkHeaderMap(code: string, keys: readonly Scalar[]): Diagnostic[] {
  return [...checkHeaderNames(code, keys), ...checkRepeatedHeaders(code, keys)]
}

/** A header that another key of the same element sends, in lower case. */
export type SentHeader = { readonly name: string; readonly key: string; readonly help: Help }

/** Checks the names of one map of headers that the service sends beside its own. */
export function checkSentHeaders(code: string, keys: readonly Scalar[], sent: readonly SentHeader[] = []): Diagnostic[] {
  return keys.flatMap((key) => {
    const name = key.text.toLowerCase()
    const other = sent.find((each) => each.name === name)
    if (other === undefined && !isConnectionHeader(name)) return []
    return [
      createDiagnostic(
        'error',
        code,
        other === undefined
          ? `The server derives ${quoteName(key.text)} from the message`
          : `${quoteName(other.key)} sends ${quoteName(key.text)}, too`,
        { span: key.span, text: 'a second header of this name' },
        {
          reason: 'Clients read only one of two, or refuse the message.',
          help: other?.help ?? remove('Remove it.'),
        },
      ),
    ]
  })
}

/** Names of headers have no case, so two spellings are one header. */
export function checkRepeatedHeaders(code: string, keys: readonly Scalar[]): Diagnostic[] {
  const firstByName = new Map<string, Scalar>()
  return keys.flatMap((key) => {
    const first = firstByName.getOrInsert(key.text.toLowerCase(), key)
    return first === key ? [] : [reportSameHeader(code, key, first)]
  })
}

function reportSameHeader(code: string, key: Scalar, first: Scalar): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `${quoteName(key.text)} is the same header as ${quoteName(first.text)}`,
    { span: key.span, text: 'the second value' },
    {
      others: [{ span: first.span, text: 'the first value' }],
      reason: 'Names of headers have no case (RFC 9110, section 5.1), so only one of the two could be used.',
      help: advise`${remove('Remove one of them')}, or correct its name.`,
    },
  )
}
