// Warns the operator of server settings that lose commits, cause unnecessary conflicts, or allow too few connections.

import type { SqlRow } from '../sql/database.ts'
import type { Connections } from './connections.ts'

/** The required value of a setting, in PostgreSQL's words, and the consequence of another value. */
type SettingCheck = { readonly fits: (setting: string) => boolean; readonly advice: string }

const isAtLeast =
  (number: number) =>
  (setting: string): boolean =>
    Number(setting) >= number
const isNot =
  (word: string) =>
  (setting: string): boolean =>
    setting !== word

const alwaysChecked: ReadonlyMap<string, SettingCheck> = new Map([
  ['fsync', { fits: isNot('off'), advice: 'a crash can damage the database and lose what was acknowledged; turn it on' }],
  ['full_page_writes', { fits: isNot('off'), advice: 'a crash can damage the database; turn it on' }],
  ['synchronous_commit', { fits: isNot('off'), advice: 'a crash loses the last of what was acknowledged; turn it on' }],
])

/** If these are low, transactions that read many rows lock pages or whole tables, and conflict with all writers there. */
const whereSerializable: ReadonlyMap<string, SettingCheck> = new Map([
  [
    'max_pred_locks_per_transaction',
    {
      fits: isAtLeast(256),
      advice: 'SERIALIZABLE transactions that read many rows conflict more often than they need to; 1024 suits most services',
    },
  ],
  [
    'max_pred_locks_per_page',
    {
      fits: isAtLeast(16),
      advice: 'SERIALIZABLE transactions that read several rows of a page conflict with all who write there; 64 suits most services',
    },
  ],
])

/** `isSerializable`: true if an operation runs as SERIALIZABLE. */
export async function warnOfSettings(
  connections: Pick<Connections, 'send'>,
  isSerializable: boolean,
  warn: (words: string) => void,
): Promise<void> {
  const checks = new Map([...alwaysChecked, ...(isSerializable ? whereSerializable : [])])
  const names = Array.from(checks.keys(), (name) => `'${name}'`).join(', ')
  for (const row of (await connections.send(
    `SELECT name, setting FROM pg_settings WHERE name IN (${names}) ORDER BY name`,
    [],
  )) as readonly SqlRow[]) {
    const { name, setting } = row as { readonly name: string; readonly setting: string }
    const { fits, advice } = checks.get(name)!
    if (!fits(setting)) warn(`PostgreSQL's \`${name}\` is ${setting}: ${advice}`)
  }
}

/** `each`: the maximum number of connections per process. */
export async function warnOfConnections(
  connections: Pick<Connections, 'send'>,
  each: number,
  warn: (words: string) => void,
): Promise<void> {
  const [row] = (await connections.send(
    `SELECT current_setting('max_connections')::bigint AS most, current_setting('superuser_reserved_connections')::bigint AS reserved,
(SELECT count(*) FROM "$process" WHERE until > clock_timestamp()) AS processes`,
    [],
  )) as readonly SqlRow[]
  const [maxConnections, reserved, processes] = [row!['most'], row!['reserved'], row!['processes']].map(Number) as [number, number, number]
  const neededConnections = processes * each
  if (neededConnections <= maxConnections - reserved) return
  warn(
    `PostgreSQL's \`max_connections\` is ${maxConnections}, ${reserved} of them reserved: ${processes === 1 ? 'the process that serves this database opens' : `the ${processes} processes that serve this database open`} up to ${neededConnections}, and requests wait or are \`unavailable\` when none is left; raise it to ${neededConnections + reserved} at least`,
  )
}
