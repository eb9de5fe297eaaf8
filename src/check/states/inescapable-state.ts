// Where a machine has an end: a state from which no way leads to one.

import { either, diagnostic } from '../../diagnostic/voice.ts'
import { each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'states/inescapable-state'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ machines }) {
    return machines.flatMap(({ machine, inescapable }) => {
      const finals = each(machine.slots.states).filter(({ value }) => value.type.state === 'shown').map(({ name }) => name)
      return (shown(machine.slots.states) ?? []).filter(({ name }) => inescapable.includes(name)).map(({ name, key }) =>
        diagnostic('warning', code, `\`${name}\` is a state of ${machine.name} that a record never gets out of to an end`, { span: key.span, text: `no way leads from here to ${either(finals)}` }, {
          reason: 'The machine says that records come to an end, and these do not: they stay for ever.',
          help: 'Give it a transition that leads on, or say that it is an end:\n\ntype: final',
        }))
    })
  },
}
