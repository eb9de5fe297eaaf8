// Refusals of a request that claims a key, so that it may be sent twice.

import { originOf, shown } from '../../model/slot.ts'
import { type RawPoint, point } from '../operation-context.ts'
import type { StageTable } from './row.ts'

const writing = ['create', 'update', 'replace', 'put', 'delete', 'transition', 'call', 'do'] as const

export const replayConditions: StageTable = {
  stage: 'replay',
  rows: [
    { condition: 'idempotency-required', actions: writing, when: '`idempotency: { key }`, unless `optional`' },
    { condition: 'idempotency-mismatch', actions: writing, when: '`idempotency: { key }`' },
    { condition: 'idempotency-busy', actions: ['call', 'do'], when: '`idempotency: { key }`, and code that runs `before` (work precedes the transaction)' },
  ],
  derive({ operation, behaviours }) {
    const said = operation.slots.idempotency
    const key = shown(said)
    if (said.state !== 'shown' || key?.kind !== 'key') return []
    const because = [originOf(said.at)]
    const met = (condition: 'idempotency-required' | 'idempotency-mismatch' | 'idempotency-busy'): RawPoint =>
      point('replay', condition, {}, { reads: ['caller', 'bytes', 'input.headers'], gives: ['claim'] }, because)
    const waits = behaviours.some(({ slots }) => shown(slots.when) !== 'after')
    return [
      ...(shown(key.optional) === true ? [] : [met('idempotency-required')]),
      met('idempotency-mismatch'),
      ...(waits ? [met('idempotency-busy')] : []),
    ]
  },
}
