// Reports a `partition` that is the same for every request: it counts all requests together, as a limit without one does.

import { advise, quoteEntry } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import { listRates } from './rates.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'limits/constant-partition'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    listRates(model).flatMap(({ name, value }) => {
      const partition = slotValueOf(value.partition)
      const expression = partition && typing.expression(partition)
      if (partition === undefined || expression === undefined || !isAuthored(partition.node.span)) return []
      const { variables, resources } = reads(expression)
      // Null counts nothing, which may be meant for a while.
      if (variables.length > 0 || resources.length > 0 || (expression.kind === 'literal' && expression.value === null)) return []
      const help = advise`Write what tells callers apart, such as ${quoteEntry('partition: request.address')}. Without a partition all requests are counted together.`
      return [reportUnused(code, `The partition of ${quoteName(name)} is the same for every request`, partition.node.span, help)]
    }),
}
