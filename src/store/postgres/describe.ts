// Reads the schema of any PostgreSQL database; writes nothing.

import { type Json, parseJsonText } from '../../base/json.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { DatabaseSchema, DatabaseTable, TableReference } from '../../import/database/schema.ts'
import type { StoreProblem } from '../kind.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { quote } from '../sql/names.ts'
import { connect } from './connections.ts'
import { explainFailure } from './open.ts'

/** The tables on the address's search path, like those of a store. */
const inSchema = 'n.nspname = ANY (current_schemas(false))'

const tables = `SELECT c.oid::text AS id, c.relname AS name, c.relkind::text AS kind, obj_description(c.oid, 'pg_class') AS comment
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${inSchema}
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY c.oid`

const columns = `SELECT a.attrelid::text AS id, a.attnum AS number, a.attname AS name, a.attnotnull::text AS required, a.attidentity::text AS counted, a.attgenerated::text AS computed,
  pg_get_expr(d.adbin, d.adrelid) AS filled, col_description(a.attrelid, a.attnum) AS comment,
  format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE a.atttypid END, CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) AS type,
  (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder)::text FROM pg_enum e WHERE e.enumtypid IN (a.atttypid, t.typelem)) AS labels,
  (SELECT json_agg(pg_get_constraintdef(k.oid))::text FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c') AS domain
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND ${inSchema} ORDER BY a.attrelid, a.attnum`

const constraints = `SELECT k.conrelid::text AS id, k.contype::text AS kind, k.conkey::text AS columns, k.confrelid::text AS target, k.confrelid::regclass::text AS target_name, k.confkey::text AS target_columns, k.confdeltype::text AS deleted,
  pg_get_expr(k.conbin, k.conrelid) AS condition, pg_get_constraintdef(k.oid) AS text
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE k.conparentid = 0 AND ${inSchema} ORDER BY k.oid`

const indexes = `SELECT i.indrelid::text AS id, i.indkey::text AS columns, pg_get_expr(i.indpred, i.indrelid) AS chosen, pg_get_expr(i.indexprs, i.indrelid) AS expression
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE i.indisunique AND NOT i.indisprimary AND ${inSchema} AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid) ORDER BY i.indexrelid`

const triggers = `SELECT 'The trigger \`' || t.tgname || '\` of \`' || c.relname || '\`' AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND ${inSchema}
UNION ALL SELECT 'The rights of the policy \`' || p.polname || '\` of \`' || c.relname || '\`' FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${inSchema}
UNION ALL SELECT DISTINCT 'The tables of the schema \`' || n.nspname || '\`, which the search path of the address does not name' FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND NOT ${inSchema}`

type Row = { readonly [name: string]: unknown }

export async function describePostgres(address: string, name: string): Promise<DatabaseSchema | StoreProblem> {
  const connections = connect({ address, size: 1 })
  const query = async (sql: string): Promise<readonly Row[]> => (await connections.send(sql, [])) as readonly Row[]
  try {
    const rows = await query(tables)
    if (rows.some((row) => row['name'] === '$ninefold'))
      return { problem: `${name} is the store of a Ninefold document, which says more than its tables do: use that document` }
    const [allColumns, allConstraints, allIndexes, allTriggers] = (await Promise.all(
      [columns, constraints, indexes, triggers].map(query),
    )) as [readonly Row[], readonly Row[], readonly Row[], readonly Row[]]
    const real = rows.filter(({ kind }) => kind === 'r' || kind === 'p')
    const names = new Map(real.map((row) => [row['id'], String(row['name'])]))
    return {
      kind: 'PostgreSQL',
      name: name.split('/').at(-1)!.replace(/\?.*$/, ''),
      tables: real.map((row) => readTable(row, allColumns, allConstraints, allIndexes, names)),
      others: [
        ...rows
          .filter(({ kind }) => kind !== 'r' && kind !== 'p')
          .map((row) => `The ${row['kind'] === 'f' ? 'foreign table' : 'view'} \`${String(row['name'])}\``),
        ...allTriggers.map((row) => String(row['text'])),
      ],
    }
  } catch (error) {
    if (error instanceof DatabaseFailure) return { problem: `${name}: ${explainFailure(error)}` }
    if (error instanceof StoreFailure) return { problem: `${name}: ${error.message}` }
    throw error
  } finally {
    await connections.end().catch(() => undefined)
  }
}

/** All rows of the tables, as PostgreSQL writes them in JSON. */
export async function readRowsOfPostgres(
  address: string,
  name: string,
  tables: readonly DatabaseTable[],
): Promise<ReadonlyMap<string, readonly Json[]> | StoreProblem> {
  const connections = connect({ address, size: 1 })
  try {
    const found = new Map<string, readonly Json[]>()
    for (const { name: table, columns: own } of tables) {
      const stored = own.filter(({ computed }) => computed === undefined).map((each) => quote(each.name))
      const sql = `SELECT jsonb_strip_nulls(to_jsonb(r))::text AS row FROM (SELECT ${stored.join(', ')} FROM ${quote(table)}) r`
      const rows = (await connections.send(sql, [])) as readonly Row[]
      found.set(
        table,
        rows.flatMap((row) => {
          const parsed = parseJsonText(String(row['row']), { depth: 64 })
          return 'value' in parsed ? [parsed.value] : []
        }),
      )
    }
    return found
  } catch (error) {
    if (error instanceof DatabaseFailure) return { problem: `${name}: ${explainFailure(error)}` }
    if (error instanceof StoreFailure) return { problem: `${name}: ${error.message}` }
    throw error
  } finally {
    await connections.end().catch(() => undefined)
  }
}

const actions: { readonly [code: string]: TableReference['onDelete'] } = { c: 'cascade', n: 'set-null', d: 'other' }
const numbers = (text: unknown): number[] => (String(text).match(/\d+/g) ?? []).map(Number)
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function readTable(
  row: Row,
  allColumns: readonly Row[],
  allConstraints: readonly Row[],
  allIndexes: readonly Row[],
  names: ReadonlyMap<unknown, string>,
): DatabaseTable {
  const { id } = row
  const namesOf = (table: unknown, at: unknown): string[] =>
    numbers(at).map((number) => String(allColumns.find((each) => each['id'] === table && Number(each['number']) === number)?.['name']))
  const tableColumns = allColumns.filter((each) => each['id'] === id)
  const bound = allConstraints.filter((each) => each['id'] === id)
  const comment = text(row['comment'])
  return {
    name: String(row['name']),
    ...(comment === undefined ? {} : { comment }),
    columns: tableColumns.map((each) => {
      const [filled, columnComment] = [text(each['filled']), text(each['comment'])]
      const computed = each['computed'] === 's' || each['computed'] === 'v'
      return {
        name: String(each['name']),
        type: String(each['type']).toLowerCase(),
        isNullable: each['required'] !== 'true',
        ...(computed ? { computed: filled ?? 'an expression' } : {}),
        ...(computed || filled === undefined ? {} : { default: filled }),
        ...(each['counted'] === 'a' || each['counted'] === 'd' || filled?.startsWith('nextval(') === true ? { isCounted: true } : {}),
        ...(text(each['labels']) === undefined ? {} : { values: JSON.parse(text(each['labels'])!) as string[] }),
        ...(columnComment === undefined ? {} : { comment: columnComment }),
      }
    }),
    key: bound.filter(({ kind }) => kind === 'p').flatMap((each) => namesOf(id, each['columns'])),
    uniques: [
      ...bound.filter(({ kind }) => kind === 'u').map((each) => ({ columns: namesOf(id, each['columns']) })),
      ...allIndexes
        .filter((each) => each['id'] === id)
        .map((each) => ({
          columns: namesOf(id, each['columns']).filter((name) => name !== 'undefined'),
          ...(text(each['chosen']) === undefined ? {} : { where: text(each['chosen'])! }),
          ...(text(each['expression']) === undefined ? {} : { expression: text(each['expression'])! }),
        })),
    ],
    references: bound
      .filter(({ kind }) => kind === 'f')
      .map((each) => ({
        columns: namesOf(id, each['columns']),
        table: names.get(each['target']) ?? String(each['target_name']),
        to: namesOf(each['target'], each['target_columns']),
        onDelete: actions[String(each['deleted'])] ?? 'restrict',
      })),
    checks: [
      ...bound.flatMap((each) => {
        if (each['kind'] === 'c') return [String(each['condition'])]
        return each['kind'] === 'x' ? [String(each['text'])] : []
      }),
      ...tableColumns.flatMap((each) =>
        text(each['domain']) === undefined
          ? []
          : (JSON.parse(text(each['domain'])!) as string[]).map((check) =>
              check.replace(/^CHECK /, '').replaceAll(/\bVALUE\b/g, () => String(each['name'])),
            ),
      ),
    ],
  }
}
