// Refusals because the operation's record, or a looked-up record, does not exist.

import { originOf, slotValue } from '../../model/slot.ts'
import { isHiding } from '../rules.ts'
import { type LookupFacts, type RawPoint, type OperationContext, point } from '../operation-context.ts'
import { standard } from '../standard.ts'
import { bodyPoints } from './input.ts'
import type { StageTable } from './row.ts'

const jsonPatch = standard('RFC 6902')

const single = ['read', 'update', 'replace', 'delete', 'transition'] as const

export const findConditions: StageTable = {
  stage: 'find',
  rows: [
    {
      condition: 'not-found',
      actions: 'all',
      when: '`with.X: { find: R }`, named `X`, also where a read rule hides it and `unreadable: not-found`; not one that `decides`',
    },
    {
      condition: 'not-found',
      actions: single,
      when: 'the record of the action, also where a read rule hides it and `unreadable: not-found`; not of `delete` with `idempotency: natural`',
    },
    { condition: 'gone', actions: 'all', when: '`with.X: { find: R }`, where `R` has `softDelete` and is found by its `key`' },
    {
      condition: 'gone',
      actions: [...single, 'put'],
      when: 'the record of the action, where `R` has `softDelete` and is found by its `key`; not of `delete` with `idempotency: natural`',
    },
    { condition: 'invalid', actions: ['update'], when: '`patch`, and `body` after it: `accepts` lists `application/json-patch+json`' },
    { condition: 'cursor-expired', actions: ['list', 'feed'], when: '`page: { style: cursor }`' },
  ],
  derive: (operationContext) => [...lookups(operationContext), ...cursor(operationContext)],
}

/** Look-ups in declaration order, then the record; a look-up that reads the record follows it. */
function lookups(operationContext: OperationContext): RawPoint[] {
  const { world, lookups: all, record, action, operation } = operationContext
  const natural = action === 'delete' && slotValue(operation.slots.idempotency)?.kind === 'natural'
  const readsRecord = (lookup: LookupFacts): boolean => record !== undefined && lookup.asks.reads.includes('record this')
  const own = record === undefined || natural ? [] : [record]
  const pointsOf = (lookup: LookupFacts): RawPoint[] =>
    lookupPoints(lookup, action !== 'put' || lookup !== record, !lookup.decides && isHiding(world.model, lookup.resource.name))
  const patch = patchPoints(operationContext)
  const isLate = (lookup: LookupFacts): boolean => readsRecord(lookup) || (patch.length > 0 && lookup.asks.reads.includes('input.body'))
  return [...[...all.filter((each) => !isLate(each)), ...own].flatMap(pointsOf), ...patch, ...all.filter(isLate).flatMap(pointsOf)]
}

/** The result of a JSON Patch, and so the body, is known only when its record is found. */
function patchPoints(operationContext: OperationContext): RawPoint[] {
  const { operation: { slots: { accepts } }, input: { body } } = operationContext
  if (body?.jsonPatch !== true || accepts.state !== 'shown') return []
  return [
    point('find', 'invalid', { name: 'patch' }, { reads: ['value', 'bytes', 'caller', 'record this'], gives: ['value'] }, [
      originOf(accepts.at),
      jsonPatch,
    ]),
    ...bodyPoints(operationContext, 'find'),
  ]
}

function lookupPoints({ name, resource, byKey, asks, origin }: LookupFacts, refuses: boolean, hides: boolean): RawPoint[] {
  const { follows } = asks
  const reads = hides ? [...asks.reads, 'caller'] : asks.reads
  const words = { subject: resource.name, name: name === 'this' ? undefined : name }
  const value = `record ${name}`
  const soft = resource.source.slots.softDelete
  return [
    ...(refuses ? [point('find', 'not-found', words, { reads: [...reads, 'claim'], gives: [value], follows }, [origin])] : []),
    ...(byKey && soft.state === 'shown' && soft.value
      ? [
          point('find', 'gone', words, { reads: [...reads, ...(refuses ? [value] : []), 'claim'], gives: [value], follows }, [
            origin,
            originOf(soft.at),
          ]),
        ]
      : []),
  ]
}

function cursor({ action, resource, operation }: OperationContext): RawPoint[] {
  const { page } = operation.slots
  if ((action !== 'list' && action !== 'feed') || page.state !== 'shown' || slotValue(page.value.style) !== 'cursor') return []
  return [point('find', 'cursor-expired', { subject: resource?.name }, { reads: ['input.query', 'claim'] }, [originOf(page.at)])]
}
