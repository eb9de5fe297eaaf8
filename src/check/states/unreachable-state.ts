// Reports unreachable states, and names used as states that are not declared.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { MachineFacts } from '../../fact/fact.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'states/unreachable-state'

export const check: Check = { code, quietBesideErrors: true, run: ({ machines }) => machines.flatMap(checkStates) }

function checkStates({ machine, initial, reachable }: MachineFacts): Diagnostic[] {
  if (initial === undefined) return []
  return specifiedEntries(machine.slots.states).flatMap(({ name, key, value }): Diagnostic[] => {
    const isExplained = value.unreachable.state === 'shown'
    if (reachable.includes(name)) {
      if (!isExplained) return []
      return [
        diagnostic(
          'warning',
          code,
          `\`${name}\` of ${machine.name} is said to be unreachable, and a way leads there from \`${initial}\``,
          { span: value.unreachable.at.span, text: 'records come here' },
          {
            help: 'Remove `unreachable`.',
          },
        ),
      ]
    }
    return isExplained || slotValue(machine.slots.states) === undefined
      ? []
      : [
          diagnostic(
            'warning',
            code,
            `\`${name}\` is a state of ${machine.name} that no record can come to`,
            { span: key.span, text: `no way leads here from \`${initial}\`` },
            {
              reason: 'The transitions and timers of such a state never run.',
              help: 'Give a transition this target, or remove the state. One that is kept on purpose says why:\n\nunreachable: Records of the former service are in it.',
            },
          ),
        ]
  })
}
