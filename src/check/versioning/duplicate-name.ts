// Reports states that a change merges: the service could not tell older clients which of them a record was in.

import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/duplicate-name'

export const check: Check = {
  code,
  run: ({ model }) =>
    listSpecifiedEntries(model.versioning.value.changes).flatMap(({ name: version, value }) => {
      const stateRenames = value.flatMap(({ renameState }) =>
        listSpecifiedEntries(renameState).flatMap((machine) =>
          machine.value.flatMap(({ name, key, slot }) =>
            slot.state === 'shown' ? [{ before: name, key, after: `${machine.name} ${slot.value.text}`, state: slot.value.text }] : [],
          ),
        ),
      )
      return [...Map.groupBy(stateRenames, ({ after }) => after).values()].flatMap((merged) => {
        const last = merged.at(-1)!
        if (merged.length < 2) return []
        const names = merged.map(({ before }) => before)
        return [
          createDiagnostic(
            'warning',
            code,
            `${joinWithAnd(names)} are both ${quoteName(last.state)} from ${version} on, and older clients see ${quoteName(last.before)} for it`,
            { span: last.key.span, text: 'the last one is shown' },
            {
              others: merged.slice(0, -1).map(({ key }) => ({ span: key.span, text: 'the same name again' })),
              reason: 'The former state of a record would be ambiguous.',
              help: 'Put last the name that older clients should see.',
            },
          ),
        ]
      })
    }),
}
