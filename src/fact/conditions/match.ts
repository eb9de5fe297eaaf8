// Refusals of a request for another version of the record.

import type { ActionName } from '../../model/endpoints.ts'
import { isSafe } from '../../model/methods.ts'
import { originOf } from '../../model/slot.ts'
import { makeStandardOrigin } from '../standard.ts'
import { point, recordValues } from '../operation-context.ts'
import type { StageTable } from './row.ts'

/** Actions with an existing record that If-Match can be compared with. */
export const matchedActions: readonly ActionName[] = ['update', 'replace', 'put', 'delete', 'transition', 'do']

export const match: StageTable = {
  stage: 'match',
  rows: [
    { condition: 'precondition-required', actions: 'all', when: '`conditional: required` on an unsafe method' },
    {
      condition: 'precondition-failed',
      actions: matchedActions,
      when: '`conditional` is given (a safe method gives 304 and 412, both by HTTP alone)',
    },
  ],
  derive(operationContext) {
    const { operation, action, resource, lookups } = operationContext
    const declared = operation.slots.conditional
    if (declared.state !== 'shown' || isSafe(operation.method)) return []
    const subject = resource?.name ?? lookups[0]?.resource.name
    const because = [originOf(declared.at)]
    const required = point('match', 'precondition-required', { subject }, { reads: ['claim', 'input.headers'] }, [
      ...because,
      makeStandardOrigin('RFC 6585, section 3'),
    ])
    const failed = point(
      'match',
      'precondition-failed',
      { subject },
      { reads: ['claim', 'input.headers', ...recordValues(operationContext)] },
      [...because, makeStandardOrigin('RFC 9110, section 13.1.1')],
    )
    return [
      ...(declared.value === 'required' ? [required] : []),
      ...(action !== undefined && matchedActions.includes(action) ? [failed] : []),
    ]
  },
}
