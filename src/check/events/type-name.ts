// Reports names of event types that are invalid on the wire, or that have a meaning of their own in a stream.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'events/type-name'

/** Event names that a stream itself uses, or that clients fire for their connection (HTML standard, section 9.2.2). */
const streamNames: { readonly [name: string]: string } = {
  reset: 'A stream sends `reset` if it cannot continue at the position of the listener.',
  open: 'Listeners hear `open` when they are connected.',
  error: 'In browsers, a listener for `error` also runs when the connection ends.',
}

export const check: Check = {
  code,
  run({ model }) {
    const streamed = new Set(
      model.endpoints.value.operations.flatMap(({ slots }) => slotValueOf(slots.stream) ?? []).map(({ text }) => text),
    )
    return listSpecifiedEntries(model.events.value.types).flatMap(({ name, key }) => {
      const reason = /\p{Cc}/u.test(name)
        ? 'The name of a type is sent as one line of text.'
        : streamed.has(name) && Object.hasOwn(streamNames, name)
          ? streamNames[name]
          : undefined
      return reason === undefined
        ? []
        : [
            createDiagnostic(
              'error',
              code,
              `${quoteName(JSON.stringify(name).slice(1, -1))} cannot be the name of a type of event that is sent`,
              { span: key.span, text: 'means something else there' },
              {
                reason,
                help: 'Name the subject and what happened, for example `order.placed`.',
              },
            ),
          ]
    })
  },
}
