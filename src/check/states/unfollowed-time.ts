// Reports a time under `at` that reads other records or the clock: only writes of its own record update it.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
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
      return specifiedEntries(slots.states).flatMap(({ value: state }) =>
        specifiedEntries(state.at).flatMap(({ name: timer, value }): Diagnostic[] => {
          const text = slotValue(value.time)
          const expression = text && typing.expression(text)
          const unfollowedRead = expression && findUnfollowed(expression, { resource, typing, outerVariables })
          if (text === undefined || unfollowedRead === undefined) return []
          return [
            diagnostic(
              'error',
              code,
              `The moment of ${quoteName(timer)} reads ${unfollowedRead.description}`,
              { span: spanWithin(text.node, unfollowedRead.start, unfollowedRead.end), text: 'changes without a write of this record' },
              {
                reason: 'A timer moves when a write changes its moment. A change of other data would leave it where it was.',
                help:
                  unfollowedRead.description === 'the time'
                    ? 'Use `after` for a time since the entry, or write the moment to a property and read that.'
                    : 'Copy the value to a property of this record when it is written, and read that.',
              },
            ),
          ]
        }),
      )
    }),
}
