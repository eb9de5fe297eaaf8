// Counts requests for all processes together: one row per partition, changed by one statement in its own transaction.

import { type Limiter, type Policy, type LimitCount, fullDebt, nameOf, limitCount } from '../../meaning/limits/limiter.ts'
import type { SqlValue } from '../sql/database.ts'
import type { RecordedDatabase } from './recorded-database.ts'

/** The remaining debt; if the clock was set back, it stays as it is. */
const remainingDebt = 'greatest(0, l.debt - greatest(0, excluded.at - l.at) * ?)'

// If the statement changes no row, the request was refused; the row tells the remaining debt.
const takeSql = `WITH given AS (SELECT ?::text AS name, ?::bigint AS at, ?::double precision AS step, ?::double precision AS quota, ?::double precision AS most),
taken AS (INSERT INTO "$limit" AS l (name, at, debt, "full") SELECT name, at, step, at + ceil(step / quota)::bigint FROM given
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, debt = ${remainingDebt} + excluded.debt, "full" = excluded.at + ceil((${remainingDebt} + excluded.debt) / ?)::bigint
  WHERE ${remainingDebt} + excluded.debt <= ? RETURNING debt)
SELECT debt, true AS allowed FROM taken
UNION ALL SELECT greatest(0, l.debt - greatest(0, given.at - l.at) * given.quota), false FROM "$limit" AS l JOIN given ON l.name = given.name WHERE NOT EXISTS (SELECT 1 FROM taken)`

const giveBackSql = `UPDATE "$limit" AS l SET debt = greatest(0, l.debt - greatest(0, given.at - l.at) * given.quota - given.step), at = given.at
FROM (SELECT ?::text AS name, ?::bigint AS at, ?::double precision AS step, ?::double precision AS quota) AS given WHERE l.name = given.name RETURNING debt`

export function sharedLimiter(database: RecordedDatabase): Limiter {
  const limitValues = (policy: Policy, partition: string, now: number): SqlValue[] => [
    nameOf(policy, partition),
    BigInt(Math.floor(now)),
    policy.window,
    policy.quota,
  ]
  return {
    take(policy, partition, now): LimitCount {
      const { quota } = policy
      const updated = database.getAlone(takeSql, [
        ...limitValues(policy, partition, now),
        fullDebt(policy),
        quota,
        quota,
        quota,
        quota,
        fullDebt(policy),
      ])
      const debt = Number(updated?.['debt'] ?? fullDebt(policy))
      return updated?.['allowed'] === 1n ? limitCount(policy, debt) : { ...limitCount(policy, debt), allowed: false }
    },
    refund(policy, partition, now) {
      return limitCount(policy, Number(database.getAlone(giveBackSql, limitValues(policy, partition, now))?.['debt'] ?? 0))
    },
  }
}
