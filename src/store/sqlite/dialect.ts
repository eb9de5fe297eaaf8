// The SQL of SQLite.

import type { Dialect } from '../sql/dialect.ts'

export const sqlite: Dialect = {
  place: () => '?',
  items: (list) => `SELECT value FROM json_each(${list})`,
  given: { from: (list) => `json_each(${list}) AS given`, key: 'given.key' },
  countItems: (list) => `json_array_length(${list})`,
  position: (text, part) => `instr(${text}, ${part})`,
  pad: (number) => `printf('%09d', ${number})`,
  text: (value) => value,
  quote: (text) => `json_quote(${text})`,
  quoteOrNull: (text) => `json_quote(${text})`,
  join: (text, order) => `group_concat(${text}, ','${order})`,
  direction: (descending) => (descending ? ' DESC' : ''),
  joinFrom: 'CROSS JOIN',
  comparesTypes: true,
  keepsMembers: true,
}
