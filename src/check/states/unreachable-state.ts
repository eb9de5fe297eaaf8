// Reports unreachable states, and names used as states that are not declared.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { MachineFacts } from '../../fact/fact.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'states/unreachable-state'

export const check: Check = { code, quietBesideErrors: true, run: ({ machines }) => machines.flatMap(checkStates) }

function checkStates({ machine, initial, reachable }: MachineFacts): Diagnostic[] {
  if (initial === undefined) return []
  return listSpecifiedEntries(machine.slots.states).flatMap(({ name, key, value }): Diagnostic[] => {
    const isExplained = value.unreachable.state === 'shown'
    if (reachable.includes(name)) {
      if (!isExplained) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `\`${name}\` of ${machine.name} is declared unreachable, but can be reached from \`${initial}\``,
          { span: value.unreachable.at.span, text: 'declared unreachable' },
          {
            help: advise`${remove('Remove `unreachable`', 'unreachable')}.`,
          },
        ),
      ]
    }
    return isExplained || slotValueOf(machine.slots.states) === undefined
      ? []
      : [
          createDiagnostic(
            'warning',
            code,
            `\`${name}\` of ${machine.name} can never be reached`,
            { span: key.span, text: `unreachable from \`${initial}\`` },
            {
              reason: 'The transitions and timers of such a state never run.',
              help: advise`Give a transition this target, or remove the state. If you keep it on purpose, say why:${paste('unreachable: Records of the former service are in it.')}`,
            },
          ),
        ]
  })
}
