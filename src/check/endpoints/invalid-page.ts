// Reports a feed whose pages are not cut by cursor.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/invalid-page'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap(({ action, name, slots: { page } }) => {
      if (action !== 'feed' || !('at' in page)) return []
      const style = page.state === 'shown' ? slotValueOf(page.value.style) : page.state
      if (style !== 'offset' && style !== 'none') return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} is a feed, and has ${style === 'none' ? 'no pages' : 'pages by offset'}`,
          { span: page.at.span, text: 'a feed is read by cursor' },
          {
            reason: 'Events are added while a client reads. Only a position finds the place where it stopped.',
            help: advise`Write${paste('page: { style: cursor, size: 50, max: 200 }')}`,
          },
        ),
      ]
    }),
}
