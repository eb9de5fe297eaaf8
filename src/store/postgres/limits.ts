// Counts requests for all processes together: one row per partition, changed by one statement in its own transaction.

import {
  type Limiter,
  type LimitCount,
  type LimitTake,
  computeFullDebt,
  nameDebt,
  countLimit,
  takeInTurn,
} from '../../meaning/limits/limiter.ts'
import type { SqlRow, SqlValue } from '../sql/database.ts'
import { type SqlRows, rowsExactly } from './call.ts'
import type { Connections } from './connections.ts'
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

export function sharedLimiter(database: RecordedDatabase, connections: Pick<Connections, 'send'>): Limiter {
  const limitValues = ({ policy, partition }: LimitTake, now: number): SqlValue[] => [
    nameDebt(policy, partition),
    BigInt(Math.floor(now)),
    policy.window,
    policy.quota,
  ]
  const takeOne = (each: LimitTake, now: number): LimitCount => {
    const { policy } = each
    const { quota } = policy
    const values = limitValues(each, now)
    const undo = async ([row]: SqlRows): Promise<unknown> => (isAllowed(row) ? connections.send(giveBackSql, values) : undefined)
    const all = [...values, computeFullDebt(policy), quota, quota, quota, quota, computeFullDebt(policy)]
    const [row] = database.recording.queryAlone(takeSql, all, rowsExactly, undo) as readonly SqlRow[]
    const count = countLimit(policy, Number(row?.['debt'] ?? computeFullDebt(policy)))
    return isAllowed(row) ? count : { ...count, allowed: false }
  }
  const refundOne = (each: LimitTake, now: number): LimitCount =>
    countLimit(each.policy, Number(database.getAlone(giveBackSql, limitValues(each, now))?.['debt'] ?? 0))
  const together = (of: (each: LimitTake, now: number) => LimitCount): Limiter['take'] => {
    return (takes, now) => database.recording.together(takes.map((each) => () => of(each, now)))
  }
  return { take: (takes, now) => takeInTurn(takes, (each) => takeOne(each, now)), refund: together(refundOne) }
}

function isAllowed(row: SqlRows[number] | undefined): boolean {
  return (row as SqlRow | undefined)?.['allowed'] === 1n
}
