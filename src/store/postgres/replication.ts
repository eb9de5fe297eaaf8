// How far standbys are behind, for the operator's metrics (PostgreSQL documentation, "pg_stat_replication").

import type { StoreFigure } from '../kind.ts'
import type { SqlRow } from '../sql/database.ts'
import type { Connections } from './connections.ts'

/** Only a role with `pg_read_all_stats` sees positions of standbys. A standby that has replayed everything has no lag. */
const standbysSql = `SELECT coalesce(nullif(application_name, ''), client_addr::text, 'unnamed') AS standby,
max(coalesce(extract(epoch FROM replay_lag), 0))::double precision AS seconds, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::double precision AS bytes
FROM pg_stat_replication WHERE replay_lsn IS NOT NULL GROUP BY 1 ORDER BY 1`

/** Standbys of one name count as one: the slowest of them. */
export async function measureReplication(connections: Pick<Connections, 'send'>): Promise<readonly StoreFigure[]> {
  const rows = (await connections.send(standbysSql, [])) as readonly SqlRow[]
  const makeFigure = (column: 'seconds' | 'bytes', help: string): StoreFigure => ({
    name: `ninefold_store_replication_lag_${column}`,
    kind: 'gauge',
    help,
    values: rows.map((row) => [[['standby', String(row['standby'])]], Number(row[column])]),
  })
  return [
    makeFigure('seconds', 'Seconds from a commit of the primary to its replay by a standby.'),
    makeFigure('bytes', 'Bytes of the write-ahead log that a standby has not replayed yet.'),
  ]
}
