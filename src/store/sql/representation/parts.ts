// The parts of a representation: SQL that prints a part, or columns from which the service prints it.

import type { Expression } from '../../../cel/expression.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import type { RecordKeys } from '../../../meaning/record/keys.ts'
import type { QueryContext } from '../../../meaning/store.ts'
import type { ViewInfo } from '../../../typing/domain.ts'
import type { Layout } from '../../layout.ts'
import type { makeColumnValues } from '../column-values.ts'
import type { SqlValue } from '../database.ts'
import type { SqlParameter } from '../predicate/translation.ts'
import type { Aliases, RowSource } from '../source.ts'
import type { JsonLeaf } from './json-pieces.ts'

export type SqlColumns = readonly SqlValue[]

/** Prints from the columns of a row; undefined if everything is omitted. */
export type Print = (row: SqlColumns, asker: QueryContext) => string | undefined

/** The context of printing columns. */
export type ColumnContext = {
  readonly layout: Layout
  readonly aliases: Aliases
  readonly keys: RecordKeys
  readonly valuesOf: ReadonlyMap<string, ReturnType<typeof makeColumnValues>>
}

/** The decisions for a request; requests with equal decisions share a statement. */
export type Decisions = {
  readonly key: string
  readonly decided: ReadonlyMap<Expression, Expression | boolean>
  readonly given: ReadonlySet<Expression>
}

/** The current row: the meaning of `this`, or of the list variable. */
export type CurrentRow = {
  readonly variable: string
  readonly source: RowSource
  readonly within: readonly ViewInfo[]
  readonly rules?: ReadRules | undefined
}

/** Either SQL, with its values, or a printer of columns. */
export type RepresentationPart =
  | (JsonLeaf & { readonly parameters: readonly SqlParameter[] })
  | { readonly print: Print; /** True if rules may hide it. */ readonly hides?: boolean }
