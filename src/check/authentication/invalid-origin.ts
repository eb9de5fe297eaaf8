// Reports an origin that is not spelled as browsers send it, because the comparison is by character.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/invalid-origin'

export const check: Check = {
  code,
  run: ({ model }) =>
    (slotValueOf(model.authentication.value.origins) ?? []).flatMap(({ text, node }): Diagnostic[] => {
      const normalized = normalizeOrigin(text)
      if (normalized === text) return []
      return [
        createDiagnostic(
          'error',
          code,
          `No browser sends the origin ${quoteName(text)}`,
          { span: node.span, text: 'grants nothing' },
          {
            reason:
              'An origin is a scheme, a host in lower case and a port that is not the default one, without a path or a slash at its end (RFC 6454, section 6.1).',
            help: advise`Write${paste(`origins: ['${normalized ?? 'https://www.example.com'}']`)}`,
          },
        ),
      ]
    }),
}

/** The origin as a browser sends it; undefined if the text is not an origin. */
function normalizeOrigin(text: string): string | undefined {
  if (text === '*' || text === 'null') return text
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text.includes('*') || !URL.canParse(withScheme)) return undefined
  const { origin, protocol, host } = new URL(withScheme)
  // Apps use their own schemes.
  if (origin !== 'null') return origin
  return host === '' ? undefined : `${protocol}//${host}`
}
