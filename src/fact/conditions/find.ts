// Refusals because the operation's record, or a looked-up record, does not exist.

import { originOf, slotValueOf } from '../../model/slot.ts'
import { hasRestrictedRecords } from '../rules.ts'
import { type LookupFacts, type RawPoint, type OperationContext, point } from '../operation-context.ts'
import { makeStandardOrigin } from '../standard.ts'
import { listBodyPoints } from './input.ts'
import type { StageTable } from './row.ts'

const jsonPatch = makeStandardOrigin('RFC 6902')

const recordActions = ['read', 'update', 'replace', 'delete', 'transition'] as const

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
      actions: recordActions,
      when: 'the record of the action, also where a read rule hides it and `unreadable: not-found`; not of `delete` with `idempotency: natural`',
    },
    { condition: 'gone', actions: 'all', when: '`with.X: { find: R }`, where `R` has `softDelete` and is found by its `key`' },
    {
      condition: 'gone',
      actions: [...recordActions, 'put'],
      when: 'the record of the action, where `R` has `softDelete` and is found by its `key`; not of `delete` with `idempotency: natural`',
    },
    { condition: 'invalid', actions: ['update'], when: '`patch`, and `body` after it: `accepts` lists `application/json-patch+json`' },
    { condition: 'cursor-expired', actions: ['list', 'feed'], when: '`page: { style: cursor }`' },
  ],
  derive: (operationContext) => [...listLookUpsPoints(operationContext), ...listCursorPoints(operationContext)],
}

/** Look-ups in declaration order, then the record; a look-up that reads the record follows it. */
function listLookUpsPoints(operationContext: OperationContext): RawPoint[] {
  const { modelIndex, lookups: allLookups, record, action, operation } = operationContext
  const ignoresMissing = action === 'delete' && slotValueOf(operation.slots.idempotency)?.kind === 'natural'
  const readsRecord = (lookup: LookupFacts): boolean => record !== undefined && lookup.needs.reads.includes('record this')
  const recordLookups = record === undefined || ignoresMissing ? [] : [record]
  const pointsOf = (lookup: LookupFacts): RawPoint[] =>
    listLookUpPoints(
      lookup,
      action !== 'put' || lookup !== record,
      !lookup.decides && hasRestrictedRecords(modelIndex.model, lookup.resource.name),
    )
  const patch = patchPoints(operationContext)
  const followsRecord = (lookup: LookupFacts): boolean =>
    readsRecord(lookup) || (patch.length > 0 && lookup.needs.reads.includes('input.body'))
  return [
    ...[...allLookups.filter((each) => !followsRecord(each)), ...recordLookups].flatMap(pointsOf),
    ...patch,
    ...allLookups.filter(followsRecord).flatMap(pointsOf),
  ]
}

/** The result of a JSON Patch, and so the body, is known only when its record is found. */
function patchPoints(operationContext: OperationContext): RawPoint[] {
  const {
    operation: {
      slots: { accepts },
    },
    input: { body },
  } = operationContext
  if (body?.jsonPatch !== true || accepts.state !== 'shown') return []
  return [
    point('find', 'invalid', { name: 'patch' }, { reads: ['value', 'bytes', 'caller', 'record this'], provides: ['value'] }, [
      originOf(accepts.at),
      jsonPatch,
    ]),
    ...listBodyPoints(operationContext, 'find'),
  ]
}

function listLookUpPoints(
  { name, resource, isByKey, needs, origin }: LookupFacts,
  canRefuse: boolean,
  hasHiddenRecords: boolean,
): RawPoint[] {
  const { follows } = needs
  const reads = hasHiddenRecords ? [...needs.reads, 'caller'] : needs.reads
  const words = { subject: resource.name, name: name === 'this' ? undefined : name }
  const value = `record ${name}`
  const soft = resource.source.slots.softDelete
  return [
    ...(canRefuse ? [point('find', 'not-found', words, { reads: [...reads, 'claim'], provides: [value], follows }, [origin])] : []),
    ...(isByKey && soft.state === 'shown' && soft.value
      ? [
          point('find', 'gone', words, { reads: [...reads, ...(canRefuse ? [value] : []), 'claim'], provides: [value], follows }, [
            origin,
            originOf(soft.at),
          ]),
        ]
      : []),
  ]
}

function listCursorPoints({ action, resource, operation }: OperationContext): RawPoint[] {
  const { page } = operation.slots
  if ((action !== 'list' && action !== 'feed') || page.state !== 'shown' || slotValueOf(page.value.style) !== 'cursor') return []
  return [point('find', 'cursor-expired', { subject: resource?.name }, { reads: ['input.query', 'claim'] }, [originOf(page.at)])]
}
