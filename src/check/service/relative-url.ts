// Reports a `url` of part 1 that is not an absolute address.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'service/relative-url'

export const check: Check = {
  code,
  run({ model, typing }) {
    const url = slotValueOf(model.service.value.url)
    const [first] = (url && typing.text(url)) ?? []
    // The value of a setting is known only at the start.
    if (url === undefined || first === undefined || first.kind !== 'literal' || /^https?:\/\/[^/]/i.test(url.text)) return []
    const host = first.text.replace(/^(?:https?|ftp|wss?):\/*|^\/+/i, '')
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(url.text)} is not an absolute address`,
        { span: url.node.span, text: 'without `https://`' },
        {
          reason: 'Clients, subscribers and receivers read it as it is: in `Location`, in the source of events, in exports.',
          help: advise`Write${paste(`url: https://${host === '' ? 'api.example.com' : host}${url.text.slice(first.text.length)}`)}`,
        },
      ),
    ]
  },
}
