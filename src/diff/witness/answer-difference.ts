// What an old client can tell apart in two answers.

import type { Side } from '../law.ts'

/** `wider`: the new edition accepts a refused request, which no old client relies on; the states of the services then differ. */
export type AnswerDifference =
  | { readonly kind: 'same' | 'wider' }
  /** `assert`: a line of Hurl that holds only for the old answer, if the statuses are equal. */
  | {
      readonly kind: 'differs'
      readonly side: Side
      readonly says: string
      readonly assert?: string
      readonly receive?: string
      /** Both refuse, for other reasons. */
      readonly weak?: true
    }

export type Differs = Extract<AnswerDifference, { kind: 'differs' }>
