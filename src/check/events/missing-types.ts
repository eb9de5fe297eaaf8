// Webhooks deliver events: where part 6 has no types of them, nothing is ever sent.

import { diagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { webhooksIn } from '../deliveries.ts'

const code = 'events/missing-types'

export const check: Check = {
  code,
  run({ model }) {
    const { types, delivery } = model.events.value
    const webhooks = webhooksIn(model)
    const none = types.state === 'none' || (types.state === 'shown' && types.value.length === 0)
    if (webhooks === undefined || !none || delivery.state !== 'shown') return []
    return [diagnostic('warning', code, '`webhooks` has nothing to deliver: part 6 has no types of events', { span: webhooks.node.span, text: 'never sent' }, {
      help: 'Add `types`, or take the webhooks out.',
    })]
  },
}
