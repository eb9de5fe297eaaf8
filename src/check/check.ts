// What a check is: one thing that can be wrong or missing, asked of the facts; it changes nothing.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Facts } from '../fact/fact.ts'

export type Check = {
  /** The path of its file, which is the code of what it reports: `states/unknown-state`. */
  readonly code: string
  /**
   * It says that something is never used or never met: silent while the document has errors, because one of them may be
   * why. What follows from a cause is not told beside it. It tells of no error itself.
   */
  readonly quietBesideErrors?: true
  run(facts: Facts): readonly Diagnostic[]
}
