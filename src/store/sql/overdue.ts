// While timers are overdue: an operation sees the records that it reads as if every timer that was due at its start had fired.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import type { ChangedByTime } from '../../fact/timed.ts'
import type { Row, Selection } from '../../meaning/store.ts'
import { Overdue, type RecordName } from '../../meaning/timers/overdue.ts'
import type { Database } from './database.ts'

/** Observes reads before their data is used. */
export type OverdueWatch = {
  rows(rows: readonly Row[]): void
  /** Properties by which rows were selected. */
  chosenBy(resource: string, properties: Iterable<string>): void
  selection(selection: Selection): void
  countSelection(selection: Selection): void
  count(expression: Expression): void
}

/** True if timers may change the result of an expression. */
const varying = new WeakMap<Expression, boolean>()

/** `startTime`: when the operation began, in milliseconds since 1970; `placeOf`: the name of a record for timers. */
export function watchOf(
  database: Database,
  changed: ReadonlyMap<string, ChangedByTime>,
  startTime: number,
  placeOf: (row: Row) => string,
): OverdueWatch {
  const bound = BigInt(Math.floor(startTime))
  const isOverdue = ({ resource, key }: RecordName): boolean =>
    database.get('SELECT 1 FROM "$timer" WHERE resource = ? AND key = ? AND dead IS NULL AND due <= ? LIMIT 1', [resource, key, bound]) !==
    undefined
  const varies = (expression: Expression): boolean => {
    const isVarying = varying.get(expression) ?? readsTimed(expression, changed)
    varying.set(expression, isVarying)
    return isVarying
  }
  const refuseIf = (varies: boolean): void => {
    if (varies && database.get('SELECT 1 FROM "$timer" WHERE dead IS NULL AND due <= ? LIMIT 1', [bound]) !== undefined) throw new Overdue()
  }
  const watchSelection = ({ resource, where, filters, order }: Selection): void => {
    const own = changed.get(resource)?.properties
    refuseIf(where.some(varies) || [...filters, ...order].some(({ property }) => own?.has(property) === true))
  }
  return {
    selection: watchSelection,
    rows(rows) {
      const found = rows
        .flatMap((row) => (changed.has(row.resource) ? [{ resource: row.resource, key: placeOf(row) }] : []))
        .filter(isOverdue)
      if (found.length > 0) throw new Overdue(found)
    },
    chosenBy: (resource, properties) => refuseIf([...properties].some((name) => changed.get(resource)?.properties.has(name) === true)),
    countSelection(timers) {
      watchSelection(timers)
      refuseIf(changed.get(timers.resource)?.deletes === true)
    },
    count: (expression) => refuseIf(varies(expression)),
  }
}

function readsTimed(expression: Expression, changed: ReadonlyMap<string, ChangedByTime>): boolean {
  const { properties, resources } = reads(expression)
  return (
    properties.some(({ resource, path }) => changed.get(resource)?.properties.has(path[0]!) === true) ||
    resources.some(({ resource }) => changed.get(resource)?.deletes === true)
  )
}
