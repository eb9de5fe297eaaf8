// Finds records by the values of their key or of another unique.

import { equal } from '../../cel/values/equality.ts'
import type { Value } from '../../cel/value.ts'
import { folded } from '../../cel/values/fold.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Act } from '../act.ts'
import type { Row } from '../store.ts'

/** The row with these values: of its key, also one that is deleted and kept; of another unique, one that is there. */
export function findRow(act: Act, info: ResourceInfo, by: ReadonlyMap<string, Value>): Row | undefined {
  if (info.key.length === by.size && info.key.every((member) => by.has(member))) {
    const row = act.tx.row(info.name, act.service.keys.keyText(info, info.key.map((member) => by.get(member)!)))
    return row !== undefined && isForgotten(act, row) ? undefined : row
  }
  return rowsHaving(act, info, by)[0]
}

/** Whether it was deleted and kept for as long as part 8 says: it is no more, also where nobody has cleaned up yet. */
export function isForgotten({ service, now }: Act, { deleted }: Row): boolean {
  if (deleted === undefined) return false
  const retention = shown(service.facts.model.limits.value.retention)
  const ms = retention && shown(retention.deleted)
  return ms !== undefined && deleted + ms <= now
}

/** The rows, not deleted, that have these values. */
export function rowsHaving(act: Act, info: ResourceInfo, values: ReadonlyMap<string, Value>): readonly Row[] {
  const found = act.tx.having?.(info.name, values)
  return found ?? [...act.tx.rows(info.name)].filter((row) => [...values].every(([member, value]) => hasValue(info, row.values, member, value)))
}

/** Whether a property has a value, ignoring case where the property does; nothing has the value null. */
export function hasValue(info: ResourceInfo, values: ReadonlyMap<string, Value>, member: string, value: Value): boolean {
  const own = values.get(member)
  if (own === undefined || own === null || value === null) return false
  return info.properties.get(member)?.fold === true ? equal(folded(own), folded(value)) : equal(own, value)
}

/** The row, or the refusal that there is none: `name` is that of a look-up. */
export function present(row: Row | undefined, subject: string, name?: string): Row {
  if (row === undefined) return refuse({ condition: 'not-found', subject, ...(name === undefined ? {} : { name }) })
  return row.deleted === undefined ? row : refuse(gone(subject, row.deleted, name))
}

function gone(subject: string, since: number, name: string | undefined): Refusal {
  return { condition: 'gone', subject, ...(name === undefined ? {} : { name }), about: new Map([['since', { kind: 'timestamp', ms: since }]]) }
}
