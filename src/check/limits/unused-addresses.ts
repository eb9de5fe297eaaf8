// Reports address settings without a limit that counts by address.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { indexModel } from '../../fact/model-index.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listRates } from './rates.ts'

const code = 'limits/unused-addresses'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const { addresses } = model.limits.value
    if (addresses.state !== 'shown') return []
    const modelIndex = indexModel(model, typing)
    const isUsed = listRates(model).some(({ value }) => {
      const partition = slotValueOf(value.partition)
      return partition !== undefined && modelIndex.readsOf(partition).variables.has('request')
    })
    return isUsed
      ? []
      : [
          createDiagnostic(
            'warning',
            code,
            '`addresses` groups addresses of clients, but no limit counts by address',
            { span: addresses.at.span, text: 'changes nothing' },
            {
              help: advise`${remove('Leave it out')}, or count by addresses:${paste('partition: request.address')}`,
            },
          ),
        ]
  },
}
