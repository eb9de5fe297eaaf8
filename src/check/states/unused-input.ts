// Reports input members of a transition that no expression reads.

import { advise, remove } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listTyped } from '../expressions/typed.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'states/unused-input'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const members = model.states.value.machines.flatMap(({ slots, resource }) =>
      listSpecifiedEntries(slots.states).flatMap(({ value: state }) =>
        (slotValueOf(state.on) ?? []).flatMap(({ name, slot }) =>
          slot.state !== 'shown'
            ? []
            : slot.value.flatMap(({ input }) =>
                input?.state === 'shown'
                  ? listSpecifiedEntries(input.value.keywords.properties).map(({ name: member, key }) => ({
                      name: `${resource}.${name}`,
                      scope: slot.at.span,
                      member,
                      key,
                    }))
                  : [],
              ),
        ),
      ),
    )
    if (members.length === 0) return []
    const inputReads = listTyped(typing).flatMap(({ use: { slot }, expression }) =>
      reads(expression)
        .variables.filter(({ name }) => name === 'input')
        .map(({ path: [member] }) => ({ span: slot.node.span, member })),
    )
    const unreadMembers = new Map(
      members
        .filter(
          ({ scope, member, key }) =>
            isAuthored(key.span) &&
            !inputReads.some(
              (each) =>
                each.span.source === scope.source &&
                each.span.start >= scope.start &&
                each.span.end <= scope.end &&
                (each.member === undefined || each.member === member),
            ),
        )
        // An aliased block is one place.
        .map((each) => [each.key.span.start, each]),
    )
    return [...unreadMembers.values()].map(({ name, member, key }) =>
      reportUnused(
        code,
        `${quoteName(name)} is given ${quoteName(member)} and does not read it`,
        key.span,
        advise`Read it in a guard, in \`set\` or in \`then\`; or ${remove('leave it out')}.`,
      ),
    )
  },
}
