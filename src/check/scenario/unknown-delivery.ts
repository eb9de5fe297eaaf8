// Reports names of `# receive:` that are neither an event type of webhooks nor a callback.

import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { readScenariosOf } from '../scenarios.ts'

const code = 'scenario/unknown-delivery'

export const check: Check = {
  code,
  run({ model }) {
    const {
      state,
      value: { types, callbacks, delivery },
    } = model.events
    if (state === 'not shown' || [types, callbacks, delivery].some((slot) => slot.state === 'gap' || slot.state === 'wrong')) return []
    const events = new Map(listSpecifiedEntries(types).map(({ name, key }) => [name, key]))
    const callbackNames = listSpecifiedEntries(callbacks).map(({ name }) => name)
    const isDelivered =
      slotValueOf(delivery)?.webhooks.state !== undefined &&
      slotValueOf(delivery)?.webhooks.state !== 'unsaid' &&
      slotValueOf(delivery)?.webhooks.state !== 'none'
    const deliveryNames = new Set([...callbackNames, ...(isDelivered ? events.keys() : [])])
    return readScenariosOf(model.document).flatMap(({ entries }) =>
      entries.flatMap(({ directives: { receive } }) =>
        receive.flatMap(({ name, span }) => {
          if (deliveryNames.has(name)) return []
          const type = events.get(name)
          if (type === undefined) return [reportUnknownName(code, 'event type or callback of part 6', name, span, deliveryNames)]
          return [
            createDiagnostic(
              'error',
              code,
              `nothing delivers ${quoteName(name)}: part 6 has no \`webhooks\``,
              { span, text: 'never comes' },
              {
                others: [{ span: type.span, text: 'its type' }],
                help: 'Write under `delivery` where `webhooks` go, or remove the line.',
              },
            ),
          ]
        }),
      ),
    )
  },
}
