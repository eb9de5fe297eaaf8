// Fills an empty database with the content of another store, in one transaction that commits only if the database returns the same data.

import type { Randomness } from '../../base/clock.ts'
import { type EventPosition, beginsWith } from '../../exchange/event.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { type CopiedTable, Digest, type StoreContents, type TableContents, printRowNumber } from '../contents.ts'
import type { StoreProblem } from '../kind.ts'
import { DatabaseFailure, type SqlRow, type SqlValue } from '../sql/database.ts'
import { decodeEvent } from '../sql/events.ts'
import { withNewEpoch } from '../sql/store-values.ts'
import { quote } from '../sql/names.ts'
import { type Connection, connect } from './connections.ts'
import { CommitUnknown } from './failures.ts'
import { fromElsewhere, makePosition, settle } from './epoch.ts'
import { forgotten } from './events.ts'
import { explainFailure, createLockSql } from './open.ts'
import { tableNames } from './rolling/state.ts'
import { bookkeeping, createTable, listIndexStatements } from './schema.ts'

/** The maximum number of characters in a statement that inserts rows, and of rows per read. */
const batch = 500_000
const fetched = 1000

export async function fill(
  address: string,
  name: string,
  contents: StoreContents,
  randomness: Randomness,
): Promise<readonly CopiedTable[] | StoreProblem> {
  const connections = connect({ address, size: 1 })
  try {
    const connection = await connections.acquire()
    try {
      await connection.send('BEGIN', [])
      const copied = await fillIn(connection, name, contents, randomness)
      await connection.send('problem' in copied ? 'ROLLBACK' : 'COMMIT', [])
      connection.release()
      return copied
    } catch (error) {
      connection.release(true)
      throw error
    }
  } catch (error) {
    if (error instanceof CommitUnknown)
      return { problem: `${name}: the connection ended during the commit of the copy; copy again: the command refuses if the copy exists` }
    if (error instanceof StoreFailure)
      return {
        problem: `${contents.name} is not copied to ${name}: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}`,
      }
    throw error
  } finally {
    await connections.end().catch(() => undefined)
  }
}

async function fillIn(
  connection: Connection,
  name: string,
  { outline, references, tables, values }: StoreContents,
  randomness: Randomness,
): Promise<readonly CopiedTable[] | StoreProblem> {
  await connection.send(createLockSql, [])
  const existingTables = (await connection.send(tableNames, [])) as readonly SqlRow[]
  if (existingTables.length > 0)
    return {
      problem: `${name} is not empty: it has ${existingTables.length === 1 ? 'a table' : `${existingTables.length} tables`}, and stays as it is; copy to an empty database or schema`,
    }
  for (const sql of [...bookkeeping, ...outline.tables.map(createTable)]) await connection.send(sql, [])
  const log = logOf(tables, values.get('deliveries'))
  const copiedTables: { readonly table: TableContents; readonly from: Digest }[] = []
  for (const table of [...tables.map((each) => (each === log.table ? log.numberRow : each)), makeValuesTable(values, log, randomness)])
    copiedTables.push({ table, from: await insertTable(connection, table) })
  for (const sql of outline.tables.flatMap(listIndexStatements)) await connection.send(sql, [])
  for (const [table, keys] of references) for (const key of keys) await connection.send(`ALTER TABLE ${quote(table)} ADD ${key}`, [])
  await connection.send(`SELECT setval('"$delivery id"', (SELECT max(id) FROM "$delivery")) WHERE EXISTS (SELECT 1 FROM "$delivery")`, [])
  const copied: CopiedTable[] = []
  for (const [index, { table, from }] of copiedTables.entries())
    copied.push({ name: table.name, from: from.result, to: (await readBack(connection, table, index)).result })
  const differs = copied.find(({ from, to }) => from.rows !== to.rows || from.digest !== to.digest)
  if (differs !== undefined)
    return {
      problem: `${name} does not keep ${differs.name} as it was given (${differs.to.rows} of ${differs.from.rows} rows, digest ${differs.to.digest} instead of ${differs.from.digest}); nothing was copied`,
    }
  await settle(connection, randomness)
  await connection.send(`ANALYZE ${copiedTables.map(({ table }) => quote(table.name)).join(', ')}`, [])
  return copied
}

type Log = {
  readonly table: TableContents | undefined
  /** The same events with their positions in this database. */
  readonly numberRow: TableContents
  /** The position up to which their deliveries were created. */
  readonly delivered: EventPosition | undefined
  readonly isWhole: boolean
}

function logOf(tables: readonly TableContents[], deliveries: string | undefined): Log {
  const table = tables.find(({ name }) => name === '$event')
  const [commit, index] = [table?.columns.indexOf('commit') ?? 0, table?.columns.indexOf('index') ?? 0]
  const numberRow = (row: readonly SqlValue[], position: bigint): readonly SqlValue[] =>
    row.map((value, column) => {
      if (column === commit) return BigInt(fromElsewhere)
      return column === index ? position : value
    })
  const last = deliveries === undefined ? undefined : (JSON.parse(deliveries) as EventPosition)
  let [count, delivered] = [0, 0]
  let first: readonly SqlValue[] | undefined
  for (const row of table?.rows() ?? []) {
    first ??= row
    count++
    const distance = Number(row[commit]) - (last?.commit ?? 0) || Number(row[index]) - (last?.index ?? 0)
    if (last !== undefined && distance <= 0) delivered = count
  }
  return {
    table,
    numberRow: {
      name: '$event',
      columns: table?.columns ?? [],
      *rows() {
        let place = 0n
        for (const row of table?.rows() ?? []) yield numberRow(row, ++place)
      },
    },
    delivered: last === undefined ? undefined : makePosition(delivered),
    isWhole:
      first === undefined || beginsWith(decodeEvent(Object.fromEntries(table!.columns.map((name, column) => [name, first![column]!])))),
  }
}

/** The named values: cursors begin an epoch, and the fan-out continues at the same event. */
function makeValuesTable(values: StoreContents['values'], { delivered, isWhole }: Log, randomness: Randomness): TableContents {
  const fills = new Map(values)
  const cursors = fills.get('cursors')
  if (cursors !== undefined) fills.set('cursors', withNewEpoch(cursors, randomness))
  if (delivered !== undefined) fills.set('deliveries', JSON.stringify(delivered))
  if (!isWhole) fills.set(forgotten, '')
  return { name: '$ninefold', columns: ['name', 'value'], rows: () => fills }
}

/** Reads the next rows while the database stores the previous rows. */
async function insertTable(connection: Connection, { name, columns, rows }: TableContents): Promise<Digest> {
  const digest = new Digest()
  const columnList = columns.map(quote).join(', ')
  const sql = `INSERT INTO ${quote(name)} (${columnList}) SELECT ${columnList} FROM json_populate_recordset(NULL::${quote(name)}, ?::json)`
  const keys = columns.map((column) => `${JSON.stringify(column)}:`)
  let pendingInsert: Promise<unknown> = Promise.resolve()
  let [texts, length]: [string[], number] = [[], 0]
  const send = async (): Promise<void> => {
    await pendingInsert
    pendingInsert = connection.send(sql, [`[${texts.join(',')}]`])
    pendingInsert.catch(() => undefined)
    ;[texts, length] = [[], 0]
  }
  for (const row of rows()) {
    digest.add(row)
    const text = `{${row.map((value, column) => `${keys[column]}${printJsonValue(value)}`).join(',')}}`
    texts.push(text)
    length += text.length
    if (length > batch) await send()
  }
  if (texts.length > 0) await send()
  await pendingInsert
  return digest
}

/** The value as PostgreSQL reads it into its column. */
function printJsonValue(value: SqlValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? printRowNumber(value) : `"${value}"`
  return `"\\\\x${value.toHex()}"`
}

async function readBack(connection: Connection, { name, columns }: TableContents, number: number): Promise<Digest> {
  const digest = new Digest()
  if (columns.length === 0) return digest
  // A prepared statement keeps the form of its rows, so that each table has a cursor of its own.
  const cursor = quote(`copied ${number}`)
  await connection.send(`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}`, [])
  for (;;) {
    const rows = (await connection.send(`FETCH ${fetched} FROM ${cursor}`, [], {
      lists: true,
      exact: true,
    })) as readonly (readonly SqlValue[])[]
    for (const row of rows) digest.add(row)
    if (rows.length < fetched) break
  }
  await connection.send(`CLOSE ${cursor}`, [])
  return digest
}
