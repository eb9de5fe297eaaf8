// Refusals of a request with an idempotency key.

import { originOf, slotValueOf } from '../../model/slot.ts'
import { type RawPoint, point } from '../operation-context.ts'
import type { StageTable } from './row.ts'

const keyValues = ['caller', 'bytes', 'input.headers']

const writingActions = ['create', 'update', 'replace', 'put', 'delete', 'transition', 'call', 'do'] as const

export const replayConditions: StageTable = {
  stage: 'replay',
  rows: [
    { condition: 'idempotency-required', actions: writingActions, when: '`idempotency: { key }`, unless `optional`' },
    { condition: 'idempotency-mismatch', actions: writingActions, when: '`idempotency: { key }`' },
    {
      condition: 'idempotency-busy',
      actions: ['call', 'do'],
      when: '`idempotency: { key }`, and code that runs `before` (work precedes the transaction)',
    },
  ],
  derive({ operation, behaviours }) {
    const declared = operation.slots.idempotency
    const key = slotValueOf(declared)
    if (declared.state !== 'shown' || key?.kind !== 'key') return []
    const because = [originOf(declared.at)]
    const replayPoint = (condition: 'idempotency-mismatch' | 'idempotency-busy'): RawPoint =>
      point('replay', condition, {}, { reads: keyValues, provides: ['claim'] }, because)
    // Only the header tells if there is a key.
    const makeRequiredPoint = (): RawPoint => ({
      ...point('replay', 'idempotency-required', {}, { provides: ['claim'] }, because),
      preferredBefore: keyValues,
    })
    const waitsForCode = behaviours.some(({ slots }) => slotValueOf(slots.when) !== 'after')
    return [
      ...(slotValueOf(key.optional) === true ? [] : [makeRequiredPoint()]),
      replayPoint('idempotency-mismatch'),
      ...(waitsForCode ? [replayPoint('idempotency-busy')] : []),
    ]
  },
}
