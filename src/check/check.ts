// The interface of a check: it finds one kind of mistake or gap in the facts, and changes nothing.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Facts } from '../fact/fact.ts'

export type Check = {
  /** The code of its diagnostics, which is the path of its file: `states/unknown-state`. */
  readonly code: string
  /**
   * Reports unused or unreachable elements: silent if the document has errors, because one of them may be the cause. Such a check reports
   * no errors itself.
   */
  readonly quietBesideErrors?: true
  run(facts: Facts): readonly Diagnostic[]
}
