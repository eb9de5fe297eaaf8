// The SQL of SQLite.

import { toPortablePattern } from '../../base/portable-pattern.ts'
import type { StoredType } from '../stored-type.ts'
import type { DayPart, Dialect } from '../sql/dialect.ts'
import { printSqlLiteral } from '../sql/names.ts'

/** Names of members contain no quotation marks. */
function printJsonPath(path: readonly string[]): string {
  return printSqlLiteral(`$${path.map((name) => `."${name}"`).join('')}`)
}

function toUnits(sql: string, kept: StoredType): string {
  return kept.kind === 'decimal' ? `CAST(round(${sql} * 1e${kept.scale}) AS INTEGER)` : sql
}

const dayFormats: { readonly [part in DayPart]: string } = { year: '%Y', month: '%m', day: '%d', dayOfYear: '%j', dayOfWeek: '%w' }

export const sqlite: Dialect = {
  sharing: '',
  place: () => '?',
  // SQLite plans a statement for the value of a bare placeholder in LIMIT, and so plans it again whenever it is bound.
  placeOfCount: '? + 0',
  items: (list) => `SELECT value FROM json_each(${list})`,
  given: { from: (list) => `json_each(${list}) AS given`, key: 'given.key' },
  scalar: (json, path, kept) => toUnits(path.length === 0 ? json : `json_extract(${json}, ${printJsonPath(path)})`, kept),
  each: (json, path, name) => `json_each(${json}${path.length === 0 ? '' : `, ${printJsonPath(path)}`}) AS ${name}`,
  itemOf: (name) => `${name}.value`,
  countItems: (list) => `json_array_length(${list})`,
  position: (text, part) => `instr(${text}, ${part})`,
  matches: (text, pattern, place) => (toPortablePattern(pattern) === undefined ? undefined : `matches(${text}, ${place()}) = 1`),
  dayPart: (time, part, minutes) => `CAST(strftime('${dayFormats[part]}', ${time}, '${minutes} minutes') AS bigint)`,
  localText: (time, minutes) => `strftime('%Y-%m-%dT%H:%M:%S', ${time}, '${minutes} minutes')`,
  pad: (number) => `printf('%09d', ${number})`,
  text: (value) => value,
  quote: (text) => `json_quote(${text})`,
  quoteOrNull: (text) => `json_quote(${text})`,
  join: (text, order) => `group_concat(${text}, ','${order})`,
  // One row crosses from SQLite to JavaScript faster than twenty. The explicit limit tells the planner that an aggregate has one row.
  joinRows: (query) => `SELECT group_concat(x, char(31)) FROM (${query}) LIMIT 1`,
  direction: (descending) => (descending ? ' DESC' : ''),
  joinFrom: 'CROSS JOIN',
  findsNulls: true,
  comparesTypes: true,
  // Called for one row of 1,024, because a call from SQLite takes longer than a row. The column ties it to the loop over the table.
  countingScan: (column, exact) => `(random() & 1023 OR turn(${column}${exact === undefined ? '' : `, ${exact}`}))`,
  keepsMembers: true,
}
