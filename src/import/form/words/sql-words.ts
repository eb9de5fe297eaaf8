// The words of one language in which constraints of SQL are read, as clauses of a field's description.

export type SqlWords = {
  /** Before the name of what is referred to. */
  readonly referenceTo: string
  /** Before the name of the other field. */
  readonly uniqueWith: string
  /** Between two bounds, and before a bound that is excluded. */
  readonly upTo: string
  readonly moreThan: string
  readonly lessThan: string
  /** Behind the bounds of a length, and of a number of entries. */
  readonly characters: string
  readonly entries: string
  readonly key: string
  readonly ignoringCase: string
  readonly isRequired: string
  readonly setByService: string
  /** A clause of a comment on a table that only the service fills. */
  readonly filledByService: RegExp
}
