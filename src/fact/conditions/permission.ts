// Refusals by rules that read the record or the input.

import { rulePoints } from '../rule-points.ts'
import type { StageTable } from './row.ts'

export const permission: StageTable = {
  stage: 'permission',
  rows: [
    {
      condition: 'forbidden',
      actions: ['create', 'update', 'replace', 'put', 'delete', 'transition'],
      when: 'a rule of the action, or of a field in `body` or, of `replace` and `put`, that is not sent and so loses its value, is not `true` and reads more than the caller; and every rule of `put` that is not `true`',
    },
    {
      condition: 'forbidden',
      actions: 'all',
      when: '`R read`: the read rule of the record of the action, or of one of `with` that does not `decide`, reads more than the caller, and `unreadable: forbidden`',
    },
    { condition: 'forbidden', actions: ['list'], when: 'a read rule of a field in `filter` or `sort` reads more than the caller' },
  ],
  derive: (operationContext) => rulePoints(operationContext, 'permission'),
}
