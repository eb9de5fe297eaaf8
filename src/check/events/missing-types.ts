// Reports webhooks in a document without event types: they never send anything.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { findBroker, findWebhooks } from '../deliveries.ts'

const code = 'events/missing-types'

export const check: Check = {
  code,
  run({ model }) {
    const { types, delivery } = model.events.value
    const [name, destination] =
      findWebhooks(model) !== undefined ? (['webhooks', findWebhooks(model)] as const) : (['broker', findBroker(model)] as const)
    const hasNoTypes = types.state === 'none' || (types.state === 'shown' && types.value.length === 0)
    if (destination === undefined || !hasNoTypes || delivery.state !== 'shown') return []
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(name)} has nothing to deliver: part 6 has no types of events`,
        { span: destination.node.span, text: 'never sent' },
        {
          help: `Add \`types\`, or take ${quoteName(name)} out.`,
        },
      ),
    ]
  },
}
