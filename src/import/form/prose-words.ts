// The words of one language for facts that running text says: states and moves.

export type ProseWords = {
  /** "becomes paid", with the name of a state. */
  readonly predicate: RegExp
  /** "The states of an order are drafted, issued and revoked." */
  readonly stateList: RegExp
  /** A relative clause, or a condition, whose negation does not negate the move. */
  readonly asides: RegExp
  /** Words between two states, the earlier one first. */
  readonly comesBefore: RegExp
  readonly comesAfter: RegExp
  /** Words between two alternative states. */
  readonly orState: RegExp
  /** Words before the only state of a sentence that continues the subject of the previous sentence. */
  readonly itBecomes: RegExp
  /** Words before a second state with the same subject: "and lapsed if …". */
  readonly alsoBecomes: RegExp
}
