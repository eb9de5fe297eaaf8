// Collects the entries of a transaction for the operator's audit log, before it ends.

import { type Json, isJsonNumber, isJsonObject, createJsonObject, printJson } from '../base/json.ts'
import type { Audited, ChangedRecord } from '../exchange/audited.ts'
import { isRecord } from '../exchange/context.ts'
import { convertValueToJson } from '../exchange/value-json.ts'
import type { TransactionContext } from './transaction-context.ts'
import { listTenants } from './caller/tenancy.ts'
import { splitTimerKey } from './timers/operator-timers.ts'

/** Undefined without an audit log. */
export function collectAudited(transaction: TransactionContext): Audited | undefined {
  const { service, tx } = transaction
  if (!service.environment.audits) return undefined
  const caller = readCallerKey(transaction)
  const tenant = service.hasTenants ? listTenants(service, tx) : {}
  return {
    ...(caller === undefined ? {} : { caller: copyAsPlainJson(caller) }),
    ...(Object.keys(tenant).length === 0 ? {} : { tenant: copyAsPlainJson(tenant) }),
    records: listChanged(transaction),
    ...(transaction.hiddenRecords.length === 0
      ? {}
      : { hidden: transaction.hiddenRecords.map(({ resource, key }) => ({ resource, key: parseKey(key) })) }),
  }
}

function readCallerKey({ base, service: { keys } }: TransactionContext): Json | undefined {
  const caller = base.get('caller')
  if (caller !== undefined && isRecord(caller))
    return createJsonObject([
      ['resource', caller.resource],
      ['key', parseKey(caller.key)],
    ])
  const claims = base.get('claims')
  const claimed = claims === undefined || claims === null ? undefined : convertValueToJson(claims, keys)
  return claimed !== undefined && !isJsonNumber(claimed) && isJsonObject(claimed) ? claimed['sub'] : undefined
}

/** Lists each record once, by its net change in the transaction. A record that was created and deleted is omitted. */
function listChanged({ changeLog, tx }: TransactionContext): readonly ChangedRecord[] {
  return (changeLog?.all ?? []).flatMap((happening): ChangedRecord[] => {
    if (happening.kind !== 'write') return []
    const { resource, key, old } = happening
    const now = tx.row(resource, key)
    const exists = now !== undefined && now.deleted === undefined
    if (!exists && old === undefined) return []
    const changeOfOld = exists ? 'changed' : 'deleted'
    return [{ resource, key: parseKey(key), change: old === undefined ? 'created' : changeOfOld }]
  })
}

/** Numbers as JSON's own. */
function copyAsPlainJson(json: Json): Json {
  return JSON.parse(printJson(json)) as Json
}

/** Rows are named by the JSON of their key's values. */
function parseKey(text: string): Json {
  return JSON.parse(splitTimerKey({ key: text }).key) as Json
}
