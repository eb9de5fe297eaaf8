// A type of event, or a callback, that no operation, no timer and no code causes.

import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { check as unknownCause } from './unknown-cause.ts'

const code = 'events/never-emitted'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { endpoints, states, events } = facts.model
    // A cause that names nothing is the reason, and is told.
    if (endpoints.state === 'not shown' || states.state === 'not shown' || unknownCause.run(facts).length > 0) return []
    const isSaid = (name: string): boolean => [events.value.types, events.value.callbacks].some((slot) =>
      slot.state === 'shown' && slot.value.some((each) => each.name === name && each.slot.state === 'shown' && each.slot.value.on.state === 'shown'))
    return facts.emitters.flatMap(({ name, kind, key, operations, timers, code: behaviours }) =>
      operations.length + timers.length + behaviours.length > 0 || !isSaid(name) ? [] : [
        diagnostic('warning', code, `${quoted(name)} is ${kind === 'event' ? 'a type of event' : 'a callback'} that nothing causes`, { span: key.span, text: 'never sent' }, {
          reason: 'Whoever listens for it will wait for ever.',
          help: 'Remove it, or add an operation that does what `on` names.',
        }),
      ])
  },
}
