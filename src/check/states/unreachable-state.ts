// A state that no record can ever be in.

import { diagnostic } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'states/unreachable-state'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ machines }) {
    return machines.flatMap(({ machine, initial, reachable }) => {
      if (initial === undefined) return []
      return (shown(machine.slots.states) ?? []).filter(({ name }) => !reachable.includes(name)).map(({ name, key }) =>
        diagnostic('warning', code, `\`${name}\` is a state of ${machine.name} that no record can come to`, { span: key.span, text: `no way leads here from \`${initial}\`` }, {
          reason: 'What such a state says is never asked: neither its transitions nor its timers are ever met.',
          help: 'Give a transition this target, or remove the state.',
        }))
    })
  },
}
