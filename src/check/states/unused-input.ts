// Reports input members of a transition that no expression reads.

import { reads } from '../../cel/reads.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { typedExpressions } from '../expressions/typed.ts'
import { isOwn, reportUnused } from '../unused.ts'

const code = 'states/unused-input'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const members = model.states.value.machines.flatMap(({ slots, resource }) =>
      specifiedEntries(slots.states).flatMap(({ value: state }) =>
        (slotValue(state.on) ?? []).flatMap(({ name, slot }) =>
          slot.state !== 'shown'
            ? []
            : slot.value.flatMap(({ input }) =>
                input?.state === 'shown'
                  ? specifiedEntries(input.value.keywords.properties).map(({ name: member, key }) => ({
                      name: `${resource}.${name}`,
                      within: slot.at.span,
                      member,
                      key,
                    }))
                  : [],
              ),
        ),
      ),
    )
    if (members.length === 0) return []
    const read = typedExpressions(typing).flatMap(({ use: { slot }, expression }) =>
      reads(expression).variables.filter(({ name }) => name === 'input').map(({ path: [member] }) => ({ span: slot.node.span, member })))
    const unread = new Map(
      members
        .filter(
          ({ within, member, key }) =>
            isOwn(key.span) &&
            !read.some(
              (each) =>
                each.span.source === within.source &&
                each.span.start >= within.start &&
                each.span.end <= within.end &&
                (each.member === undefined || each.member === member),
            ),
        )
        // An aliased block is one place.
        .map((one) => [one.key.span.start, one]),
    )
    return [...unread.values()].map(({ name, member, key }) =>
      reportUnused(
        code,
        `${quoteName(name)} is given ${quoteName(member)} and does not read it`,
        key.span,
        'Read it in a guard, in `set` or in `then`; or leave it out.',
      ),
    )
  },
}
