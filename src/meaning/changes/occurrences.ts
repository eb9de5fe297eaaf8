// The net changes of a finished transaction: the causes of events, each with the new and the former record.

import { equalValues } from '../../cel/values/equality.ts'
import type { RecordValue } from '../../cel/value.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { namesChanged } from '../record/changed-values.ts'
import { rowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import type { Cause } from './causes.ts'
import type { Happening } from './change-log.ts'

/** A change that part 6 can name as a cause. */
export type Caused = { readonly causes: readonly Cause[] }

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
export function occurrences<T extends Caused>(transaction: TransactionContext, things: readonly T[]): Occurrence<T>[] {
  const { happenings } = transaction
  if (happenings === undefined || happenings.all.length === 0) return []
  const found: Occurrence<T>[] = []
  const recorded = new Set<number>()
  let moved: ReadonlySet<string> | undefined
  for (const happening of happenings.all) {
    for (let index = 0; index < things.length; index++) {
      const thing = things[index]!
      const cause = causeAt(transaction, thing, happening)
      const once = happening.group * things.length + index
      if (cause === undefined || recorded.has(once)) continue
      if (cause.kind === 'updated' && (moved ??= movedBy(transaction, things)).has(movedName(index, happening))) continue
      recorded.add(once)
      const { row, now, old } = recordsOf(transaction, happening)
      found.push({ of: thing, cause, row, now, old })
    }
  }
  return found
}

/** Records whose transition causes the event. */
function movedBy(transaction: TransactionContext, things: readonly Caused[]): ReadonlySet<string> {
  const moved = new Set<string>()
  for (const [index, thing] of things.entries()) {
    for (const happening of transaction.happenings!.all) {
      if (happening.kind !== 'write' && causeAt(transaction, thing, happening) !== undefined) moved.add(movedName(index, happening))
    }
  }
  return moved
}

function movedName(index: number, happening: Happening): string {
  return `${index} ${rowName(happening)}`
}

function causeAt(transaction: TransactionContext, { causes }: Caused, happening: Happening): Cause | undefined {
  const { resource } = happening
  switch (happening.kind) {
    case 'transition':
      return causes.find((cause) => cause.kind === 'transition' && cause.name === happening.transition)
    case 'entry':
      return causes.find((cause) => cause.kind === 'entry' && cause.name === happening.state)
    case 'write': {
      const isChange = (cause: Cause): boolean => cause.resource === resource && cause.kind !== 'transition' && cause.kind !== 'entry'
      if (!causes.some(isChange)) return undefined
      const change = changeOf(transaction, happening)
      return causes.find((cause) => isChange(cause) && cause.kind === change)
    }
  }
}

/** The net effect of all writes of a record: none if it was created and deleted, or kept its values. */
function changeOf(
  { tx }: TransactionContext,
  { resource, key, old }: Extract<Happening, { kind: 'write' }>,
): 'created' | 'updated' | 'deleted' | undefined {
  const before = old?.deleted === undefined ? old : undefined
  const now = tx.row(resource, key)
  if (now === undefined || now.deleted !== undefined) return before === undefined ? undefined : 'deleted'
  if (before === undefined) return 'created'
  return isSame(before, now) ? undefined : 'updated'
}

function isSame({ values: before }: Row, { values: now }: Row): boolean {
  const names = namesChanged(now, before) ?? new Set([...before.keys(), ...now.keys()])
  return [...names].every(
    (name) => before.has(name) === now.has(name) && (!now.has(name) || equalValues(before.get(name)!, now.get(name)!)),
  )
}

function recordsOf(
  { tx, service: { keys }, happenings }: TransactionContext,
  happening: Happening,
): Pick<Occurrence<unknown>, 'row' | 'now' | 'old'> {
  const { resource, key, old } = happening
  const now = tx.row(resource, key)
  const isThere = now !== undefined && now.deleted === undefined
  const row = isThere ? now : (happenings?.last(happening) ?? now ?? old!)
  return {
    row,
    now: keys.recordOfRow(row, isThere ? 'now' : 'then'),
    old: old === undefined || old.deleted !== undefined ? null : keys.recordOfRow(old, 'then'),
  }
}
