// What is wrong with an expression, as a fact with a stable kind; the checks of the parts turn it into diagnostics.

export type ProblemKind =
  | 'syntax'
  | 'unknown-name'
  | 'unknown-member'
  | 'unknown-function'
  | 'unknown-enum-value'
  | 'refused-member'
  | 'computed-member'
  | 'no-overload'
  | 'wrong-type'
  | 'not-a-bool'
  | 'mixed-types'
  | 'nullable'
  | 'secret'
  | 'decimal-scale'
  | 'division-outside-round'
  | 'unordered'
  | 'not-unique'
  | 'macro'
  | 'repeated-key'
  | 'literal'

export type Problem = {
  readonly kind: ProblemKind
  /** Stands alone in a list, and begins with the thing in the author's spelling. */
  readonly message: string
  /** UTF-16 offsets in the text that was checked. */
  readonly start: number
  readonly end: number
  readonly help?: string
  /** Names that were probably meant, nearest first. */
  readonly suggestions?: readonly string[]
}
