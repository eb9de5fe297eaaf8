// The records that exist from the start: inserted where there are none, in the states that their rows say.

import { type Json, isJsonObject } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import { conditionText, refuse, refusedBy } from '../exchange/refusal.ts'
import { valueOf } from '../exchange/value-json.ts'
import type { Resources } from '../model/resources.ts'
import { each, shown } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { exactJson } from '../typing/schema-of.ts'
import type { Act } from './act.ts'
import { askReferences, duplicatesOf, refuseFirst } from './ask.ts'
import { begin } from './begin.ts'
import { runEffects } from './effects.ts'
import { emitEvents } from './emit.ts'
import { askInvariants } from './invariants.ts'
import type { Service } from './service.ts'
import type { Row, Store } from './store.ts'
import { settle } from './transition.ts'
import { completed, store as keepRow } from './write.ts'

/**
 * `fixtures` are for scenarios alone. Rows may refer to rows that stand anywhere. What a new store begins with was always there; `tells`:
 * in one that was there before, somebody may follow its events.
 */
export function insertRecords(service: Service, store: Store, fixtures: boolean, tells: boolean): void {
  const { records, fixtures: more } = service.facts.model.resources.value
  const tx = store.begin()
  const act = begin(service, tx, service.lending.clock.now())
  try {
    const inserted = [...rowsOf(service, records), ...(fixtures ? rowsOf(service, more) : [])].flatMap(({ info, row }) => insertRow(act, info, row))
    for (const { resource, values } of inserted) askReferences(act, service.resource(resource), values, values.keys(), new Map())
    for (const row of inserted) settle(act, row, runEffects)
    askInvariants(act)
    if (tells) emitEvents(act)
  } catch (error) {
    const { refusal } = refusedBy(error)
    throw new Error(`the records that the document begins with cannot be kept: ${refusal.report ?? conditionText(refusal)}`, { cause: error })
  }
  tx.commit()
}

type Given = { readonly info: ResourceInfo; readonly row: Json }

function rowsOf(service: Service, slot: Resources['records']): readonly Given[] {
  return each(slot).flatMap(({ name, value }) => {
    const info = service.resource(name)
    const rows = 'file' in value ? service.lending.rows(shown(value.file)?.text ?? '') : value.map(({ node }) => exactJson(node))
    return rows.map((row) => ({ info, row }))
  })
}

/** None where a record has the key already. */
function insertRow(act: Act, info: ResourceInfo, row: Json): Row[] {
  const { keys } = act.service
  const given = new Map<string, Value>()
  for (const [name, json] of isJsonObject(row) ? Object.entries(row as { readonly [name: string]: Json }) : []) {
    const property = info.properties.get(name)
    if (property === undefined) refuse({ condition: 'internal', report: `a row of \`${info.name}\` has \`${name}\`, which the resource has not` })
    else given.set(name, valueOf(json, property.type, keys))
  }
  if (info.key.every((member) => given.has(member)) && act.tx.row(info.name, keys.keyText(info, keys.keyValues(info, given))) !== undefined) return []
  const values = completed(act, info, given)
  refuseFirst(duplicatesOf(act, info, values, 'all', undefined, new Map()))
  for (const { name, generate } of info.properties.values()) {
    const number = generate?.kind === 'sequence' ? given.get(name) : undefined
    if (typeof number === 'bigint') act.tx.pass(`${info.name}.${name}`, number)
  }
  return [keepRow(act, info, values)]
}
