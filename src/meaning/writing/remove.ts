// Deletes a record, with what becomes of those that refer to it.

import type { RecordValue, Value } from '../../cel/value.ts'
import { equal } from '../../cel/values/equality.ts'
import { isRecord } from '../../exchange/context.ts'
import { refuse } from '../../exchange/refusal.ts'
import { isHeldElsewhere } from '../../fact/elsewhere.ts'
import type { Reference } from '../../fact/world.ts'
import { shown } from '../../model/slot.ts'
import type { Act } from '../act.ts'
import { tenantText } from '../caller/tenancy.ts'
import { referrersOf } from '../record/host.ts'
import { nameOf } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import { stopTimers } from './timer-rows.ts'
import { change } from './write.ts'

/** Cascades ask no rules and run no `exit`. First all that restrict are asked, then those that follow go. */
export function remove(act: Act, row: Row): void {
  const name = nameOf(row)
  if (act.removing.has(name)) return
  noteRemoval(act, row)
  const references = act.service.world.referrers.get(row.resource) ?? []
  for (const reference of references) {
    const onDelete = shown(reference.onDelete) ?? 'restrict'
    if ((onDelete === 'restrict' && referring(act, reference, row).length > 0) || isReferredElsewhere(act, reference, row)) refuseInUse(row, reference)
  }
  for (const reference of references) {
    const onDelete = shown(reference.onDelete)
    for (const referrer of onDelete === 'cascade' || onDelete === 'set-null' ? referring(act, reference, row) : []) {
      if (onDelete === 'cascade') remove(act, referrer)
      else change(act, referrer, new Map([[reference.property, without(referrer.values.get(reference.property), reference.steps, row)]]))
    }
  }
  erase(act, row)
}

/** Keeps what is read of the record once it is gone; done before anything that refers to it goes. */
export function noteRemoval(act: Act, row: Row): void {
  act.removing.set(nameOf(row), { row, referrers: referrersBefore(act, row) })
}

/** By the name of each inverse. */
function referrersBefore(act: Act, row: Row): ReadonlyMap<string, readonly RecordValue[]> {
  const found = new Map<string, readonly RecordValue[]>()
  for (const { name, inverse } of act.service.resource(row.resource).properties.values()) {
    if (inverse !== undefined) found.set(name, referrersOf(act, inverse, act.service.keys.recordOfRow(row)))
  }
  return found
}

/** Refuses where any record refers to it that does not go too, whatever is said of those that do. */
export function refuseUsed(act: Act, row: Row): void {
  const used = (act.service.world.referrers.get(row.resource) ?? []).find((reference) => referring(act, reference, row).length > 0)
  if (used !== undefined) refuseInUse(row, used)
}

function refuseInUse(row: Row, { resource, path }: Reference): never {
  return refuse({ condition: 'in-use', subject: row.resource, name: `${resource}.${path}` })
}

/**
 * Whether a record of another tenant refers to it there: what all tenants have nobody of one takes from the others, whatever `onDelete` says,
 * and nobody changes or deletes theirs.
 */
function isReferredElsewhere(act: Act, reference: Reference, row: Row): boolean {
  const { service, tx } = act
  const [own, other] = [service.resource(row.resource).tenant, service.resource(reference.resource).tenant]
  if (!isHeldElsewhere(own, other)) return false
  const here = tenantText(tx.tenant(reference.resource), service.keys)
  const shared = other.flatMap(({ property, from }) => own.filter((member) => member.from === from).map((member) => [property, member.property] as const))
  return tx.ofAll(() => holding(act, reference, row)).some(({ values }) =>
    tenantText(other.map(({ property }) => values.get(property) ?? null), service.keys) !== here
    && shared.every(([theirs, mine]) => equal(values.get(theirs) ?? null, row.values.get(mine) ?? null)))
}

/** The records that refer to it there and do not go with it. */
function referring(act: Act, reference: Reference, row: Row): readonly Row[] {
  return holding(act, reference, row).filter((other) => !act.removing.has(nameOf(other)))
}

function holding(act: Act, { resource, property, steps }: Reference, row: Row): readonly Row[] {
  const isPlain = steps.length === 0 && act.service.resource(resource).properties.get(property)?.reference?.many === false
  const found = isPlain ? act.tx.having?.(resource, new Map([[property, act.service.keys.recordOfRow(row)]])) : undefined
  if (found !== undefined) return found
  return [...act.tx.rows(resource)].filter(({ values }) => holdsAt(values.get(property), steps, row))
}

type Steps = Reference['steps']

/** Whether a value refers to the record at a path, in any item of the lists on the way. */
function holdsAt(value: Value | undefined, steps: Steps, row: Row): boolean {
  if (Array.isArray(value)) return (value as readonly Value[]).some((item) => holdsAt(item, steps, row))
  const [step, ...rest] = steps
  if (step === undefined) return isRecord(value) && value.resource === row.resource && value.key === row.key
  if (!(value instanceof Map)) return false
  return step === null ? value.values().some((entry) => holdsAt(entry, rest, row)) : holdsAt(value.get(step), rest, row)
}

/** The value without the record at a path: taken out of a list or a map, or left without value. */
function without(value: Value | undefined, steps: Steps, row: Row): Value | undefined {
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map((item) => without(item, steps, row))
    return items.filter((item) => item !== undefined)
  }
  const [step, ...rest] = steps
  if (step === undefined) return holdsAt(value, [], row) ? undefined : value
  if (!(value instanceof Map)) return value
  const members = [...(value as ReadonlyMap<string, Value>)].map(([name, member]) => [name, step === null || name === step ? without(member, rest, row) : member] as const)
  return new Map(members.filter((member): member is readonly [string, Value] => member[1] !== undefined))
}

/** The record itself, once nothing refers to it any more. */
export function erase(act: Act, row: Row): void {
  const { slots } = act.service.resource(row.resource).source
  stopTimers(act, row)
  act.written.delete(nameOf(row))
  const last = act.tx.row(row.resource, row.key) ?? row
  const { resource, key, values } = last
  const removed = act.removing.get(nameOf(row))
  if (removed !== undefined) removed.row = last
  act.happenings?.write(last, last)
  act.happenings?.erase(last)
  act.service.admissions.written(last)
  if (shown(slots.softDelete) === true) act.tx.put({ resource, key, values, deleted: act.now })
  else act.tx.remove(resource, key)
}
