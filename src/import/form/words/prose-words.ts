// The words of one language in running text about states and moves.

export type ProseWords = {
  /** The text before a list of fields; `one` or `other` is the owner of the fields. */
  readonly recordLead: RegExp
  /** The beginning of a paragraph about the fields of `one` resource. */
  readonly subject: RegExp
  /** A field with its description: `optional`, a `question` (which), `whether`, `count`, its `name` and `spec`. */
  readonly fieldStart: RegExp
  readonly itemStart: RegExp
  /** Separators between two pieces of a list. */
  readonly pieceJoin: RegExp
  /** Values with `or` before the last one. */
  readonly bareChoice: RegExp
  readonly yesNo: string
  /** The text before the name in "whether it has a garden". */
  readonly whetherFrame: RegExp
  /** "and, if known, a remark", rewritten to the words of field lists. */
  readonly ifKnown: readonly [RegExp, string]
  /** A length without the word for a text. */
  readonly bound: RegExp
  /** Sentences about one field, with `name`, `more`, `spec` and `also`. */
  readonly labelled: readonly RegExp[]
  /** Words at the beginning of a sentence that are not field names. */
  readonly noName: RegExp
  /** "All three compulsory": a statement about the fields before it. */
  readonly ofAllBefore: RegExp
  /** "becomes paid", with the name of a state. */
  readonly predicate: RegExp
  /** Words that no name of a state contains. */
  readonly noState: RegExp
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
