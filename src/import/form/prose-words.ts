// The words of one language for facts that running text says: states and moves.

export type ProseWords = {
  /** "becomes paid", with the name of a state. */
  readonly predicate: RegExp
  /** "The states of an order are drafted, issued and revoked." */
  readonly stateList: RegExp
  /** A relative clause, or a condition, whose negation says nothing of the move. */
  readonly asides: RegExp
  /** What stands between two states of which the first comes first. */
  readonly comesBefore: RegExp
  readonly comesAfter: RegExp
  /** What stands between two states that are alternatives. */
  readonly orState: RegExp
  /** What stands before the one state of a sentence whose subject the sentence before names. */
  readonly itBecomes: RegExp
  /** What stands before a second state that has the subject of the first: "and lapsed if …". */
  readonly alsoBecomes: RegExp
}
