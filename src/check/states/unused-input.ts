// Reports input members of a transition that no expression reads.

import { advise, remove } from '../../diagnostic/help.ts'
import { type Scalar, listScalars } from '../../document/node.ts'
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
                      scope: slot.at,
                      member,
                      key,
                    }))
                  : [],
              ),
        ),
      ),
    )
    if (members.length === 0) return []
    const inputReads = new Map<string, Set<string | undefined>>()
    for (const { use, expression } of listTyped(typing)) {
      for (const { name, path } of reads(expression).variables) {
        if (name === 'input') inputReads.getOrInsertComputed(printPlace(use.slot.node), () => new Set()).add(path[0])
      }
    }
    const unreadMembers = new Map(
      members
        .filter(
          ({ scope, member, key }) =>
            isAuthored(key.span) &&
            !listScalars(scope).some(({ scalar }) => {
              const read = inputReads.get(printPlace(scalar))
              return read !== undefined && (read.has(undefined) || read.has(member))
            }),
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

function printPlace({ span }: Scalar): string {
  return `${span.source.name} ${span.start}`
}
