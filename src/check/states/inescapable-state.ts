// In a machine with a final state: reports other states without an outgoing transition.

import { diagnostic, joinWithAnd } from '../../diagnostic/voice.ts'
import { specifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'states/inescapable-state'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ machines }) {
    return machines.flatMap(({ machine, inescapable }) => {
      const finals = specifiedEntries(machine.slots.states).filter(({ value }) => value.type.state === 'shown').map(({ name }) => name)
      return specifiedEntries(machine.slots.states)
        .filter(({ name }) => inescapable.includes(name))
        .map(({ name, key }) =>
          diagnostic(
            'warning',
            code,
            `\`${name}\` is a state of ${machine.name} that no record gets out of, and it is not said to be an end`,
            {
              span: key.span,
              text:
                finals.length === 0
                  ? 'nothing leads out of it'
                  : `nothing leads out of it, and only ${joinWithAnd(finals)} ${finals.length === 1 ? 'is' : 'are'} final`,
            },
            {
              reason: 'The machine says that records come to an end, and these do not: they stay for ever.',
              help: 'Give it a transition that leads on, or say that it is an end:\n\ntype: final',
            },
          ),
        )
    })
  },
}
