// Tables within one statement, each under a name of its own, with those that paths from it lead to.

import type { Table } from '../layout.ts'
import { quote } from './names.ts'

/** A table under a name, with the tables that paths from it lead to. */
export type Source = { readonly table: Table; readonly alias: string; readonly joins: Join[] }
type Join = { readonly path: string; readonly source: Source; readonly on: string }

/** What an expression can see while it is translated: variables that are rows, everything else is a parameter. */
export type Rows = ReadonlyMap<string, Source>

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

export function source(table: Table, aliases: Aliases): Source {
  return { table, alias: aliases.next(), joins: [] }
}

/** `FROM` with every join that translating found to be needed; so it is printed last. */
export function printFrom(from: Source): string {
  return `${quote(from.table.resource)} AS ${from.alias}${printJoins(from)}`
}

export function printJoins(from: Source): string {
  return from.joins.map(({ source: to, on }) => ` LEFT JOIN ${quote(to.table.resource)} AS ${to.alias} ON ${on}${printJoins(to)}`).join('')
}
