// Describes tables, in the same form for all databases.

export type DatabaseSchema = {
  /** The name of the database system, such as `SQLite`. */
  readonly kind: string
  readonly name: string
  readonly tables: readonly DatabaseTable[]
  /** Further objects beside tables, in words: `The view recent_orders`. */
  readonly others: readonly string[]
}

export type DatabaseTable = {
  readonly name: string
  readonly comment?: string
  readonly columns: readonly DatabaseColumn[]
  /** Columns of the primary key; empty without one. */
  readonly key: readonly string[]
  readonly uniques: readonly UniqueColumns[]
  readonly references: readonly TableReference[]
  /** Conditions in SQL. */
  readonly checks: readonly string[]
}

export type DatabaseColumn = {
  readonly name: string
  /** The declared type in lower case: `varchar(20)`. */
  readonly type: string
  readonly isNullable: boolean
  /** The expression in SQL. */
  readonly default?: string
  /** True if the database numbers it when a statement omits it. */
  readonly isCounted?: boolean
  /** The expression that computes it. */
  readonly computed?: string
  /** The labels of an enumerated type. */
  readonly values?: readonly string[]
  readonly comment?: string
}

/** `where` and `expression`: SQL of a partial index, or of one over expressions. */
export type UniqueColumns = { readonly columns: readonly string[]; readonly where?: string; readonly expression?: string }

export type TableReference = {
  readonly columns: readonly string[]
  readonly table: string
  readonly to: readonly string[]
  readonly onDelete: 'restrict' | 'cascade' | 'set-null' | 'other'
}
