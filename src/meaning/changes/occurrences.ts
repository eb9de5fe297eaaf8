// The net changes of a finished transaction: the causes of events, each with the new and the former record.

import { equalValues } from '../../cel/values/equality.ts'
import type { RecordValue } from '../../cel/value.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { listChangedNames } from '../record/changed-values.ts'
import { makeRowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import type { Cause } from './causes.ts'
import type { RecordedChange } from './change-log.ts'

/** A change that part 6 can name as a cause. */
export type HasCauses = { readonly causes: readonly Cause[] }

/** `row` is the record's present state, or its last state if it was deleted. */
export type Occurrence<T> = {
  readonly of: T
  readonly cause: Cause
  readonly row: Row
  readonly now: RecordValue
  readonly old: RecordValue | null
}

/**
 * Returns the occurrences in their order. A transition with its entered states, or a creation, causes a thing once; a change of the
 * record causes it only without a transition of the record.
 */
export function listOccurrences<T extends HasCauses>(transaction: TransactionContext, targets: readonly T[]): Occurrence<T>[] {
  const { changeLog } = transaction
  if (changeLog === undefined || changeLog.all.length === 0) return []
  const result: Occurrence<T>[] = []
  const seen = new Set<number>()
  let transitioned: ReadonlySet<string> | undefined
  for (const happening of changeLog.all) {
    for (let index = 0; index < targets.length; index++) {
      const target = targets[index]!
      const cause = findCauseOfTarget(transaction, target, happening)
      const occurrenceId = happening.group * targets.length + index
      if (cause === undefined || seen.has(occurrenceId)) continue
      if (
        cause.kind === 'updated' &&
        (transitioned ??= listRecordsWithTransition(transaction, targets)).has(nameTargetRecord(index, happening))
      )
        continue
      seen.add(occurrenceId)
      const { row, now, old } = readChangedRecord(transaction, happening)
      result.push({ of: target, cause, row, now, old })
    }
  }
  return result
}

/** Records whose transition causes the event. */
function listRecordsWithTransition(transaction: TransactionContext, targets: readonly HasCauses[]): ReadonlySet<string> {
  const records = new Set<string>()
  for (const [index, thing] of targets.entries()) {
    for (const happening of transaction.changeLog!.all) {
      if (happening.kind !== 'write' && findCauseOfTarget(transaction, thing, happening) !== undefined)
        records.add(nameTargetRecord(index, happening))
    }
  }
  return records
}

function nameTargetRecord(index: number, happening: RecordedChange): string {
  return `${index} ${makeRowName(happening)}`
}

function findCauseOfTarget(transaction: TransactionContext, { causes }: HasCauses, happening: RecordedChange): Cause | undefined {
  const { resource } = happening
  switch (happening.kind) {
    case 'transition':
      return findCause(causes, 'transition', happening.transition)
    case 'entry':
      return findCause(causes, 'entry', happening.state)
    case 'write': {
      for (const cause of causes) {
        if (!isChangeOf(cause, resource)) continue
        const change = changeOf(transaction, happening)
        return causes.find((each) => isChangeOf(each, resource) && each.kind === change)
      }
      return undefined
    }
  }
}

function findCause(causes: readonly Cause[], kind: 'transition' | 'entry', name: string): Cause | undefined {
  for (const cause of causes) if (cause.kind === kind && cause.name === name) return cause
  return undefined
}

function isChangeOf(cause: Cause, resource: string): boolean {
  return cause.resource === resource && cause.kind !== 'transition' && cause.kind !== 'entry'
}

/** The net effect of all writes of a record: none if it was created and deleted, or kept its values. */
function changeOf(
  { tx }: TransactionContext,
  { resource, key, old }: Extract<RecordedChange, { kind: 'write' }>,
): 'created' | 'updated' | 'deleted' | undefined {
  const before = old?.deleted === undefined ? old : undefined
  const now = tx.row(resource, key)
  if (now === undefined || now.deleted !== undefined) return before === undefined ? undefined : 'deleted'
  if (before === undefined) return 'created'
  return isSame(before, now) ? undefined : 'updated'
}

function isSame({ values: before }: Row, { values: now }: Row): boolean {
  const names = listChangedNames(now, before) ?? new Set([...before.keys(), ...now.keys()])
  return [...names].every(
    (name) => before.has(name) === now.has(name) && (!now.has(name) || equalValues(before.get(name)!, now.get(name)!)),
  )
}

function readChangedRecord(
  { tx, service: { keys }, changeLog }: TransactionContext,
  happening: RecordedChange,
): Pick<Occurrence<unknown>, 'row' | 'now' | 'old'> {
  const { resource, key, old } = happening
  const now = tx.row(resource, key)
  const exists = now !== undefined && now.deleted === undefined
  const row = exists ? now : (changeLog?.last(happening) ?? now ?? old!)
  return {
    row,
    now: keys.recordOfRow(row, exists ? 'now' : 'then'),
    old: old === undefined || old.deleted !== undefined ? null : keys.recordOfRow(old, 'then'),
  }
}
