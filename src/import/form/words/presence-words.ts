// The words of one language in statements about the presence of all fields.

export type PresenceWords = {
  /** Predicates of fields that may be missing, and of those that must be there. */
  readonly optional: RegExp
  readonly required: RegExp
  /** Subjects: all fields; all others; and those without a mark. */
  /** A predicate that only denies the one before. */
  readonly isNot: RegExp
  readonly everyField: RegExp
  readonly others: RegExp
  readonly unmarked: RegExp
  /** "Unless it is marked optional, …" with the comma; the word before an exception at the end; and separators of clauses. */
  readonly exceptionLead: RegExp
  readonly exceptionWord: RegExp
  readonly clauseCut: RegExp
  /** In an exception: fields that have a default. */
  readonly haveDefault: RegExp
  /** "By default", for all fields that say nothing else; and "only", before those with a mark. */
  readonly byDefault: RegExp
  readonly onlyLead: RegExp
}
