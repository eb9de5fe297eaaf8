// Computes anew what is computed and stored, where the document now computes it otherwise.

import { equal } from '../../cel/values/equality.ts'
import { conditionText, refusedBy } from '../../exchange/refusal.ts'
import { begin } from '../begin.ts'
import { tenancyOfRecord } from '../caller/tenancy.ts'
import type { Service } from '../service.ts'
import type { Store } from '../store.ts'
import { computed } from '../writing/write.ts'

/** Those of every tenant. Rows that come to the same stay as they are, with their versions. */
export function recompute(service: Service, store: Store, resource: string): void {
  const info = service.resource(resource)
  const tx = store.begin()
  const act = begin(service, tx, service.lending.clock.now())
  tx.confine(undefined)
  try {
    for (const row of tx.rows(resource)) {
      if (info.tenant.length > 0) tx.confine(tenancyOfRecord(service, info.tenant, row.values))
      const values = computed(act, info, row.values)
      const isSame = values.size === row.values.size && [...values].every(([name, value]) => equal(value, row.values.get(name) ?? null))
      if (!isSame) tx.put({ resource, key: row.key, values })
    }
  } catch (error) {
    const { refusal } = refusedBy(error)
    throw new Error(`what is computed of ${resource} cannot be computed anew: ${refusal.report ?? conditionText(refusal)}`, { cause: error })
  }
  tx.commit()
}
