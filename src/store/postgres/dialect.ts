// The SQL of PostgreSQL.

import { toPortablePattern } from '../../base/portable-pattern.ts'
import type { ComparedAs, StoredType } from '../stored-type.ts'
import type { DayPart, Dialect } from '../sql/dialect.ts'
import { printSqlLiteral } from '../sql/names.ts'

/** The type of a column, and of a value that is compared with it. Booleans are bound as 1 and 0, which PostgreSQL accepts. */
export const types: { readonly [kind in ComparedAs['kind']]: string } = {
  text: 'text',
  integer: 'bigint',
  double: 'double precision',
  boolean: 'boolean',
  timestamp: 'text',
  duration: 'bigint',
  bytes: 'bytea',
  json: 'text',
  decimal: 'bigint',
  ordered: 'text',
}

const items: Dialect['items'] = (list, type) => `SELECT item::${types[type]} FROM json_array_elements_text((${list})::json) AS item`

/** Member names contain no quotation marks. */
function printPath(path: readonly string[]): string {
  return printSqlLiteral(`{${path.map((name) => `"${name}"`).join(',')}}`)
}

function cast(sql: string, kept: StoredType): string {
  if (kept.kind === 'decimal') return `round((${sql})::numeric * 1e${kept.scale})::bigint`
  return types[kept.kind] === 'text' ? `(${sql}) COLLATE "C"` : `(${sql})::${types[kept.kind]}`
}

const dayFields: { readonly [part in DayPart]: string } = { year: 'year', month: 'month', day: 'day', dayOfYear: 'doy', dayOfWeek: 'dow' }

function printLocalTime(time: string, minutes: number): string {
  return `(${time}::timestamp + interval '${minutes} minutes')`
}

export const postgres: Dialect = {
  sharing: ' FOR SHARE',
  place: (type) => `?::${types[type]}`,
  placeOfCount: '?',
  items,
  given: { from: (list) => `json_array_elements((${list})::json) WITH ORDINALITY AS given(value, place)`, key: 'given.place - 1' },
  scalar: (json, path, kept) => cast(`(${json})::json #>> ${printPath(path)}`, kept),
  each: (json, path, name) =>
    `json_array_elements(CASE json_typeof((${json})::json #> ${printPath(path)}) WHEN 'array' THEN (${json})::json #> ${printPath(path)} END) AS ${name}(value)`,
  itemOf: (name) => `${name}.value`,
  countItems: (list) => `json_array_length((${list})::json)`,
  position: (text, part) => `strpos(${text}, ${part})`,
  matches(text, pattern) {
    const portable = toPortablePattern(pattern)
    return portable === undefined ? undefined : `${text} ~ ${printSqlLiteral(portable)}`
  },
  // PostgreSQL has no year 0: the year before 1 is -1.
  dayPart: (time, part, minutes) => `greatest(extract(${dayFields[part]} FROM ${printLocalTime(time, minutes)})::bigint, 0)`,
  localText: (time, minutes) => `to_char(${printLocalTime(time, minutes)}, 'YYYY-MM-DD"T"HH24:MI:SS')`,
  pad: (number) => `lpad((${number})::text, 9, '0')`,
  text: (value) => `(${value})::text`,
  quote: (text) => `to_json(${text})::text`,
  quoteOrNull: (text) => `coalesce(to_json(${text})::text, 'null')`,
  join: (text, order) => `string_agg(${text}, ','${order})`,
  joinRows: (query) => `SELECT string_agg(x, chr(31)) FROM (${query}) AS q`,
  // PostgreSQL puts null last ascending by default.
  direction(descending, nullable) {
    if (descending) return nullable ? ' DESC NULLS LAST' : ' DESC'
    return nullable ? ' NULLS FIRST' : ''
  },
  joinFrom: 'JOIN',
  findsNulls: false,
  comparesTypes: false,
  keepsMembers: false,
}
