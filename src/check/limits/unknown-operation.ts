// Reports rates that count unknown actions or operations.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { actionNames } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listRates } from './rates.ts'

const code = 'limits/unknown-operation'

export const check: Check = {
  code,
  run({ model }) {
    if (model.endpoints.state === 'not shown') return []
    const operationNames = new Set<string>([...actionNames, ...model.endpoints.value.operations.map(({ id }) => id)])
    return listRates(model).flatMap(({ value }) =>
      (slotValueOf(value.operations) ?? []).flatMap(({ text, node }) =>
        operationNames.has(text) ? [] : [reportUnknownName(code, 'action or operation', text, node.span, operationNames)],
      ),
    )
  },
}
