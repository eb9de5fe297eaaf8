// Recomputes stored computed properties whose expression has changed.

import { equalValues } from '../../cel/values/equality.ts'
import { printCondition, toRefused } from '../../exchange/refusal.ts'
import { beginTransaction } from '../begin.ts'
import { makeTenancyOfRecord } from '../caller/tenancy.ts'
import type { Interpreter } from '../service.ts'
import type { Store } from '../store.ts'
import { recomputeValues } from '../writing/recompute.ts'

/** Recomputes the records of every tenant. Rows with an equal result keep their version. */
export function recompute(service: Interpreter, store: Store, resource: string): void {
  const info = service.resource(resource)
  const tx = store.begin()
  const transaction = beginTransaction(service, tx, service.environment.clock.now())
  tx.setTenancy(undefined)
  try {
    for (const row of tx.rows(resource)) {
      if (info.tenant.length > 0) tx.setTenancy(makeTenancyOfRecord(service, info.tenant, row.values))
      const values = recomputeValues(transaction, info, row.values)
      const isSame =
        values.size === row.values.size && [...values].every(([name, value]) => equalValues(value, row.values.get(name) ?? null))
      if (!isSame) tx.put({ resource, key: row.key, values })
    }
  } catch (error) {
    const { refusal } = toRefused(error)
    throw new Error(`the computed properties of ${resource} cannot be recomputed: ${refusal.report ?? printCondition(refusal)}`, {
      cause: error,
    })
  }
  tx.commit()
}
