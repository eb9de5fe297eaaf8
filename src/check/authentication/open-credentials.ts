// Reports `*` among origins with cookie access: every website could act for a signed-in user.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/open-credentials'

/** Origins that any page can have: `null` is sent by sandboxed frames and files. */
const publicOrigins: { readonly [origin: string]: string } = {
  '*': 'every page of the web',
  null: 'a page in a sandboxed frame, which every page can make',
}

export const check: Check = {
  code,
  run({ model }) {
    const { origins, credentials } = model.authentication.value
    if (credentials.state !== 'shown' || !credentials.value) return []
    return (slotValueOf(origins) ?? []).flatMap(({ text, node }): Diagnostic[] => {
      const description = Object.hasOwn(publicOrigins, text) ? publicOrigins[text] : undefined
      return description === undefined
        ? []
        : [
            createDiagnostic(
              'error',
              code,
              `${quoteName(`origins: ${text}`)} and ${quoteName('credentials: true')} let every page act as its visitor`,
              { span: node.span, text: description },
              {
                others: [{ span: credentials.at.span, text: 'may send cookies' }],
                reason:
                  'The Fetch standard forbids `*` with credentials, and answering with the origin of each request would only evade that.',
                help: advise`${remove('Leave `credentials` out', 'credentials')} where callers bring tokens or keys, which no browser sends by itself; else name the origins of the pages that may:${paste("origins: ['https://www.example.com']")}`,
              },
            ),
          ]
    })
  },
}
