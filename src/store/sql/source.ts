// Manages the tables of one statement: their aliases, and the joins for paths through references.

import type { TableLayout } from '../layout.ts'
import { quote } from './names.ts'

/** A named table, with the tables that its paths reach. */
export type RowSource = { readonly table: TableLayout; readonly alias: string; readonly joins: Join[] }
type Join = { readonly path: string; readonly source: RowSource; readonly on: string }

/** The row variables in scope during translation; other variables are parameters. */
export type RowSources = ReadonlyMap<string, RowSource>

/** Names for tables within one statement. */
export class Aliases {
  #count = 0
  readonly #letter: string

  constructor(letter = 't') {
    this.#letter = letter
  }

  next(): string {
    return `${this.#letter}${this.#count++}`
  }
}

export function makeRowSource(table: TableLayout, aliases: Aliases): RowSource {
  return { table, alias: aliases.next(), joins: [] }
}

/** `FROM` with all joins that the translation added; so it is printed last. */
export function printFrom(from: RowSource): string {
  return `${quote(from.table.resource)} AS ${from.alias}${printJoins(from)}`
}

export function printJoins(from: RowSource): string {
  return from.joins.map(({ source: to, on }) => ` LEFT JOIN ${quote(to.table.resource)} AS ${to.alias} ON ${on}${printJoins(to)}`).join('')
}
