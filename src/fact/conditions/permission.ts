// Refusals by rules that read the record or the input.

import { onRecord } from '../../model/endpoints.ts'
import { rulePoints } from '../rule-points.ts'
import type { StageTable } from './row.ts'

export const permission: StageTable = {
  stage: 'permission',
  rows: [
    { condition: 'forbidden', actions: ['create', 'update', 'replace', 'put', 'delete', 'transition'], when: 'a rule of the action, or of a field in `body`, is not `true` and reads more than the caller' },
    { condition: 'forbidden', actions: onRecord, when: '`R read`: the read rule reads more than the caller, and `unreadable: forbidden`' },
    { condition: 'forbidden', actions: ['list'], when: 'a read rule of a field in `filter` or `sort` reads more than the caller' },
  ],
  derive: (situation) => rulePoints(situation, 'permission'),
}
