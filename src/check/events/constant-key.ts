// Reports a `partitionkey` that is the same for every event: all events of the type then have one order.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'events/constant-key'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    listSpecifiedEntries(model.events.value.types).flatMap(({ name, value }) => {
      const key = slotValueOf(value.partitionkey)
      const expression = key && typing.expression(key)
      if (key === undefined || expression === undefined || !isAuthored(key.node.span)) return []
      const { variables, resources } = reads(expression)
      if (variables.length > 0 || resources.length > 0) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `All events of ${quoteName(name)} have the same \`partitionkey\``,
          { span: key.node.span, text: 'reads nothing of the event' },
          {
            reason: 'Events of one key are delivered one after the other: a delivery that waits to be tried again holds all later ones.',
            help: advise`${remove('Leave it out')} if no order matters (\`ordered: true\` of a delivery keeps the order of all). Or say what keeps its order, for example${paste('partitionkey: this.id')}`,
          },
        ),
      ]
    }),
}
