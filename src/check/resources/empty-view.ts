// Reports views without members: an author may expect that `of` alone shows the whole record.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'resources/empty-view'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    listSpecifiedEntries(model.resources.value.views).flatMap(({ name, key, value }) => {
      const view = typing.domain.views.get(name)
      const isUnsaid = [value.take, value.properties, value.allOf, value.except].every(({ state }) => state === 'unsaid')
      if (view === undefined || !isUnsaid || !isAuthored(key.span)) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} has no members, so it shows an empty object`,
          { span: key.span, text: 'shows nothing' },
          {
            reason: 'A view has the members that it names, and those of the views that it extends.',
            help: advise`To show all of ${view.resource}, extend its default view:${paste(`allOf: [${view.resource}]`)}`,
          },
        ),
      ]
    }),
}
