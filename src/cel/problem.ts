// A problem with an expression, as data with a stable kind; the checks of the parts turn it into diagnostics.

import type { Help } from '../diagnostic/help.ts'
import type { UnknownName } from '../diagnostic/diagnostic.ts'
import type { Type } from './type.ts'

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
  | 'invalid-literal'

export type ExpressionProblem = {
  readonly kind: ProblemKind
  /** A complete sentence that begins with the subject in the author's spelling. */
  readonly message: string
  /** UTF-16 offsets in the text that was checked. */
  readonly start: number
  readonly end: number
  readonly help?: string | Help
  /** The new text for the place, if the help names it, and the type of the current text; `replacement` or the help is made from both. */
  readonly fix?: string
  readonly of?: Type
  /** The unknown member, if its owner's type has a name. */
  readonly unknown?: UnknownName
  /** True for an unknown member of a record. */
  readonly ofRecord?: boolean
  /** The whole corrected text, with fewer problems. `help` is then the sentence before it. */
  readonly replacement?: string
  /** Names that were probably meant, nearest first. */
  readonly suggestions?: readonly string[]
}
