// Collects what the operator's audit log keeps of a transaction, before it ends.

import { type Json, isJsonNumber, isJsonObject, jsonObject, printJson } from '../base/json.ts'
import type { Audited, ChangedRecord } from '../exchange/audited.ts'
import { isRecord } from '../exchange/context.ts'
import { jsonOf } from '../exchange/value-json.ts'
import type { Act } from './act.ts'
import { tenantsOf } from './caller/tenancy.ts'
import { namesOf } from './timers/desk.ts'

/** Undefined where nobody keeps an audit log. */
export function auditedIn(act: Act): Audited | undefined {
  const { service, tx } = act
  if (!service.lending.audits) return undefined
  const caller = callerOf(act)
  const tenant = service.hasTenants ? tenantsOf(service, tx) : {}
  return { ...(caller === undefined ? {} : { caller: plain(caller) }), ...(Object.keys(tenant).length === 0 ? {} : { tenant: plain(tenant) }), records: changedIn(act) }
}

function callerOf({ base, service: { keys } }: Act): Json | undefined {
  const caller = base.get('caller')
  if (caller !== undefined && isRecord(caller)) return jsonObject([['resource', caller.resource], ['key', keyOf(caller.key)]])
  const claims = base.get('claims')
  const said = claims === undefined || claims === null ? undefined : jsonOf(claims, keys)
  return said !== undefined && !isJsonNumber(said) && isJsonObject(said) ? said['sub'] : undefined
}

/** Each record once, by what became of it in the whole transaction. One that was made and is gone again never was there. */
function changedIn({ happenings, tx }: Act): readonly ChangedRecord[] {
  return (happenings?.all ?? []).flatMap((happening): ChangedRecord[] => {
    if (happening.kind !== 'write') return []
    const { resource, key, old } = happening
    const now = tx.row(resource, key)
    const isThere = now !== undefined && now.deleted === undefined
    if (!isThere && old === undefined) return []
    return [{ resource, key: keyOf(key), change: old === undefined ? 'created' : isThere ? 'changed' : 'deleted' }]
  })
}

/** Numbers as JSON's own. */
function plain(json: Json): Json {
  return JSON.parse(printJson(json)) as Json
}

/** Rows are named by the JSON of their key's values. */
function keyOf(text: string): Json {
  return JSON.parse(namesOf({ key: text }).key) as Json
}
