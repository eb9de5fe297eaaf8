// Reports event types and callbacks that no operation, timer or code causes.

import { advise, remove } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { check as unknownCause } from './unknown-cause.ts'

const code = 'events/never-emitted'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { endpoints, states, events } = facts.model
    // An unknown cause is the reason, and is reported by another check.
    if (endpoints.state === 'not shown' || states.state === 'not shown' || unknownCause.run(facts).length > 0) return []
    const isSpecified = (name: string): boolean =>
      [events.value.types, events.value.callbacks].some(
        (slot) =>
          slot.state === 'shown' &&
          slot.value.some((each) => each.name === name && each.slot.state === 'shown' && each.slot.value.on.state === 'shown'),
      )
    return facts.emitters.flatMap(({ name, kind, key, operations, timers, code: behaviours, deliveries }) =>
      operations.length + timers.length + behaviours.length + deliveries.length > 0 || !isSpecified(name)
        ? []
        : [
            createDiagnostic(
              'warning',
              code,
              `${quoteName(name)} is ${kind === 'event' ? 'a type of event' : 'a callback'} that nothing causes`,
              { span: key.span, text: 'never sent' },
              {
                reason: 'Listeners would wait for it for ever.',
                help: advise`${remove('Remove it')}, or add an operation that does what \`on\` names.`,
              },
            ),
          ],
    )
  },
}
