// Reports a time under `at`, or a zone under `every`, that reads more than its record and those that it refers to, or the clock.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { findTimeText, listTimed } from '../../model/timed.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Check } from '../check.ts'
import { findUnfollowed } from '../unfollowed.ts'

const code = 'states/unfollowed-time'

const outerVariables = new Map([['now', 'the time']])

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.states.value.machines.flatMap(({ resource: name, slots }) => {
      const resource = typing.domain.resources.get(name)
      if (resource === undefined) return []
      return listSpecifiedEntries(slots.states).flatMap(({ value: state }) =>
        listTimed(state).flatMap((timed): Diagnostic[] => {
          const text = findTimeText(timed)
          const unfollowedRead = (text === undefined ? [] : expressionsOf(text, typing))
            .map((expression) => findUnfollowed(expression, { resource, typing, outerVariables, followsReferences: true }))
            .find((each) => each !== undefined)
          if (text === undefined || unfollowedRead === undefined) return []
          return [
            createDiagnostic(
              'error',
              code,
              `The ${timed.kind === 'at' ? 'moment' : 'zone'} of ${quoteName(timed.name)} reads ${unfollowedRead.description}`,
              {
                span: spanWithin(text.node, unfollowedRead.start, unfollowedRead.end),
                text: 'changes without a write of this record, or of one that it refers to',
              },
              {
                reason: 'A timer moves when a write changes its moment. A change of other data would leave it where it was.',
                help:
                  unfollowedRead.description === 'the time'
                    ? 'Use `after` for a time since the entry, or write the moment to a property and read that.'
                    : 'Refer to the record that has the value by a property of this record, or copy the value to one.',
              },
            ),
          ]
        }),
      )
    }),
}
