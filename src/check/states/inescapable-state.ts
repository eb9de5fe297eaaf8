// In a machine with a final state: reports other states without an outgoing transition.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, joinWithAnd } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'states/inescapable-state'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ machines }) {
    return machines.flatMap(({ machine, inescapable }) => {
      const finals = listSpecifiedEntries(machine.slots.states)
        .filter(({ value }) => value.type.state === 'shown')
        .map(({ name }) => name)
      return listSpecifiedEntries(machine.slots.states)
        .filter(({ name }) => inescapable.includes(name))
        .map(({ name, key }) =>
          createDiagnostic(
            'warning',
            code,
            `\`${name}\` of ${machine.name} has no way out, but is not final`,
            {
              span: key.span,
              text:
                finals.length === 0
                  ? 'nothing leads out of it'
                  : `nothing leads out of it, and only ${joinWithAnd(finals)} ${finals.length === 1 ? 'is' : 'are'} final`,
            },
            {
              reason: 'Other states of the machine are final, but records in this state stay for ever without being finished.',
              help: advise`Add a transition to another state, or make it final:${paste('type: final')}`,
            },
          ),
        )
    })
  },
}
