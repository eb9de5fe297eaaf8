// Generates versions of records, and numbers of timers and jobs; no two processes generate the same number.

import type { SqlRow } from '../sql/database.ts'
import type { Connections } from './connections.ts'
import type { RecordedDatabase } from './recorded-database.ts'

/** The number of versions that a process reserves at a time; it reserves the next block before these are used up. */
const block = 2 ** 20

const reserve = `INSERT INTO "$ninefold" (name, value) VALUES ('versions', '${block}')
ON CONFLICT (name) DO UPDATE SET value = ("$ninefold".value::bigint + ${block})::text RETURNING value`

/** Returns the next version; repeated work gets the same one. */
export async function openVersions(connections: Connections, database: RecordedDatabase): Promise<() => number> {
  const reserveBlock = async (): Promise<number> => Number(((await connections.send(reserve, [])) as readonly SqlRow[])[0]!['value'])
  let end = await reserveBlock()
  let last = end - block
  let next: number | undefined
  let isReserving = false
  const takeVersion = (): number => {
    if (end - last < block / 2 && next === undefined && !isReserving) {
      isReserving = true
      reserveBlock()
        .then((value) => (next = value))
        .catch(() => undefined)
        .finally(() => (isReserving = false))
    }
    if (last === end) {
      if (next === undefined) throw new Error('no versions are set aside')
      ;[end, last, next] = [next, next - block, undefined]
    }
    return ++last
  }
  return () => database.recording.draw('version', takeVersion)
}
