// The SQL of PostgreSQL.

import type { ComparedAs } from '../kept.ts'
import type { Dialect } from '../sql/dialect.ts'

/** The type of a column, and of a value that is held against it. Truths are bound as 1 and 0, which PostgreSQL reads as such. */
export const types: { readonly [kind in ComparedAs['kind']]: string } = {
  text: 'text', integer: 'bigint', double: 'double precision', boolean: 'boolean', timestamp: 'text', duration: 'bigint',
  bytes: 'bytea', json: 'text', decimal: 'bigint', ordered: 'text',
}

const items: Dialect['items'] = (list, type) => `SELECT item::${types[type]} FROM json_array_elements_text((${list})::json) AS item`

export const postgres: Dialect = {
  place: (type) => `?::${types[type]}`,
  items,
  given: { from: (list) => `json_array_elements((${list})::json) WITH ORDINALITY AS given(value, place)`, key: 'given.place - 1' },
  countItems: (list) => `json_array_length((${list})::json)`,
  position: (text, part) => `strpos(${text}, ${part})`,
  pad: (number) => `lpad((${number})::text, 9, '0')`,
  text: (value) => `(${value})::text`,
  quote: (text) => `to_json(${text})::text`,
  quoteOrNull: (text) => `coalesce(to_json(${text})::text, 'null')`,
  join: (text, order) => `string_agg(${text}, ','${order})`,
  // By itself PostgreSQL puts null last ascending.
  direction: (descending, nullable) => `${descending ? ' DESC' : ''}${nullable ? (descending ? ' NULLS LAST' : ' NULLS FIRST') : ''}`,
  joinFrom: 'JOIN',
  comparesTypes: false,
  keepsMembers: false,
}
