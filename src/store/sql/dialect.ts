// The differences between the SQL of the databases.

import type { ComparedAs, StoredType } from '../stored-type.ts'

/** The type of a bound value. */
export type PlaceType = ComparedAs['kind']

/** No JSON text contains this control character (RFC 8259, section 7). */
export const rowSeparator = '\u001f'

/** A part of a date; days of the year count from 1, days of the week from Sunday, which is 0. */
export type DayPart = 'year' | 'month' | 'day' | 'dayOfYear' | 'dayOfWeek'

export type Dialect = {
  /** The clause that locks a query's rows until the transaction ends; empty if no other process writes. */
  readonly sharing: string
  /** A placeholder for a value of this type. */
  readonly place: (type: PlaceType) => string
  /** A placeholder for a number of rows, in LIMIT and OFFSET. */
  readonly placeOfCount: string
  /** A query for the items of a JSON list, in one column; `list` is a placeholder or a column. */
  readonly items: (list: string, type: PlaceType) => string
  /** A JSON list of JSON lists as a table named `given`: `value` is the inner list, and `key` its index from 0. */
  readonly given: { readonly from: (list: string) => string; readonly key: string }
  /** A value inside of JSON in the form of a column; `path` names the members that lead to it. */
  readonly scalar: (json: string, path: readonly string[], kept: StoredType) => string
  /** A named table of the items of a list inside JSON; without rows if there is no list. */
  readonly each: (json: string, path: readonly string[], name: string) => string
  /** The item of such a table. */
  readonly itemOf: (name: string) => string
  readonly countItems: (list: string) => string
  /** The position of a part within a text, counted from 1; 0 if absent. */
  readonly position: (text: string, part: string) => string
  /** True if the RE2 pattern, bound at `place`, matches anywhere in the text. Undefined if the database may interpret it differently. */
  readonly matches: (text: string, pattern: string, place: () => string) => string | undefined
  /** A part of the date of a stored time at an offset of minutes, as an integer. */
  readonly dayPart: (time: string, part: DayPart, minutes: number) => string
  /** A stored time at an offset of minutes, to the second: `2026-03-30T09:00:00`. */
  readonly localText: (time: string, minutes: number) => string
  /** A number as a text of at least nine digits. */
  readonly pad: (number: string) => string
  /** A value as text. */
  readonly text: (value: string) => string
  /** A text as a JSON string. */
  readonly quote: (text: string) => string
  /** Quotes a text as JSON; the result for null is `null`. */
  readonly quoteOrNull: (text: string) => string
  /** The texts of all rows with commas between them; `order` is an `ORDER BY`. */
  readonly join: (text: string, order: string) => string
  /** The texts of column `x` of an ordered query as one text, separated by `rowSeparator`; null without rows. */
  readonly joinRows: (query: string) => string
  /** The suffix of a column in `ORDER BY` and in an index: null comes first ascending, and last descending. */
  readonly direction: (descending: boolean, nullable: boolean) => string
  /** A join that reads the left table first, if the database supports it. */
  readonly joinFrom: string
  /** True if an index finds rows by `IS NOT DISTINCT FROM`. */
  readonly findsNulls: boolean
  /** True if values of different types are comparable, and then unequal. */
  readonly comparesTypes: boolean
  /**
   * A condition that is always true and counts the rows that a scan reads, if the database cannot interrupt a statement otherwise. `exact`: the
   * count is not needed if the database finds the rows by an index of at least so many columns.
   */
  readonly countingScan?: (column: string, exact: number | undefined) => string
  /** True if members of searched lists are stored in separate tables. */
  readonly keepsMembers: boolean
}
