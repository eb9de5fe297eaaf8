// Counts requests for all processes together: one row per partition. One statement, in its own transaction, counts a request against all
// limits that follow one another.

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

/** The parameters of each limit: `limitValues`, and those of `takenSql`. */
const givenLimit = '?::text AS name, ?::bigint AS at, ?::double precision AS step, ?::double precision AS quota'

/**
 * Counts one request against a limit, if every limit before it allowed the request. If the statement changes no row, the limit refuses; its
 * row tells the remaining debt.
 */
const takenSql = (
  place: number,
): string => `given${place} AS MATERIALIZED (SELECT ${givenLimit}${place === 0 ? '' : ` WHERE EXISTS (SELECT 1 FROM taken${place - 1})`}),
taken${place} AS (INSERT INTO "$limit" AS l (name, at, debt, "full") SELECT name, at, step, at + ceil(step / quota)::bigint FROM given${place}
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, debt = ${remainingDebt} + excluded.debt, "full" = excluded.at + ceil((${remainingDebt} + excluded.debt) / ?)::bigint
  WHERE ${remainingDebt} + excluded.debt <= ? RETURNING debt)`

const countSql = (place: number): string => `SELECT ${place} AS place, debt, true AS allowed FROM taken${place}
UNION ALL SELECT ${place}, greatest(0, l.debt - greatest(0, given.at - l.at) * given.quota), false FROM "$limit" AS l JOIN given${place} AS given ON l.name = given.name WHERE NOT EXISTS (SELECT 1 FROM taken${place})`

/** One statement for any number of limits: each locks its row before the next is counted. */
const takeSql = (count: number): string => {
  const places = Array.from({ length: count }, (_, place) => place)
  return `WITH ${places.map(takenSql).join(',\n')}\n${places.map(countSql).join('\nUNION ALL ')}`
}

const giveBackSql = `UPDATE "$limit" AS l SET debt = greatest(0, l.debt - greatest(0, given.at - l.at) * given.quota - given.step), at = given.at
FROM (SELECT ?::text AS name, ?::bigint AS at, ?::double precision AS step, ?::double precision AS quota) AS given WHERE l.name = given.name RETURNING debt`

export function createSharedLimiter(database: RecordedDatabase, connections: Pick<Connections, 'send'>): Limiter {
  const limitValues = ({ policy, partition }: LimitTake, now: number): SqlValue[] => [
    nameDebt(policy, partition),
    BigInt(Math.floor(now)),
    policy.window,
    policy.quota,
  ]
  const statements = new Map<number, string>()
  const takeAll = (takes: readonly LimitTake[], now: number): ((place: number) => SqlRow | undefined) => {
    const values = takes.flatMap((each) => {
      const { quota } = each.policy
      return [...limitValues(each, now), quota, quota, quota, quota, computeFullDebt(each.policy)]
    })
    const undo = async (rows: SqlRows): Promise<unknown> =>
      Promise.all(
        (rows as readonly SqlRow[])
          .filter(isAllowed)
          .map(({ place }) => connections.send(giveBackSql, limitValues(takes[Number(place)]!, now))),
      )
    const sql = statements.getOrInsertComputed(takes.length, takeSql)
    const rows = database.recording.queryAlone(sql, values, rowsExactly, undo) as readonly SqlRow[]
    return (place) => rows.find((row) => Number(row['place']) === place)
  }
  /** A row that another process inserted after the statement began is not visible to it: then the limit is full. */
  const countOf = ({ policy }: LimitTake, row: SqlRow | undefined): LimitCount => {
    const count = countLimit(policy, Number(row?.['debt'] ?? computeFullDebt(policy)))
    return isAllowed(row) ? count : { ...count, allowed: false }
  }
  const refundOne = (each: LimitTake, now: number): LimitCount =>
    countLimit(each.policy, Number(database.getAlone(giveBackSql, limitValues(each, now))?.['debt'] ?? 0))
  return {
    take(takes, now) {
      const rowAt = takeAll(takes, now)
      return takeInTurn(takes, (each, place) => countOf(each, rowAt(place)))
    },
    refund: (takes, now) => database.recording.together(takes.map((each) => () => refundOne(each, now))),
  }
}

function isAllowed(row: SqlRow | undefined): boolean {
  return row?.['allowed'] === 1n
}
