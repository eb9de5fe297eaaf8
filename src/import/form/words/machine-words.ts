// The words of one language about states and the moves between them.

export type MachineWords = {
  readonly start: RegExp
  /** What an arrow leads to where records end. */
  readonly endMark: RegExp
  /** Words that name no state of their own. */
  readonly anyState: RegExp
  /** The order of words around a condition in brackets: `$1` is the state before it, `$2` the condition, `$3` the rest. */
  readonly inBrackets: string
  readonly final: readonly RegExp[]
  readonly starts: readonly RegExp[]
  /** Sentences with a state that is left (`from`), the next one (`to`), and what causes it (`trigger`). */
  readonly moves: readonly RegExp[]
  /** Other words for the same in sentences about states, before they are read. */
  readonly moveWords: readonly (readonly [pattern: RegExp, text: string])[]
  /** A sentence about a move that does not happen; separators between clauses with one move each; separators between states in a group. */
  readonly noMove: RegExp
  /** A verb of motion that is denied; the words before the two states of a move, and those before both. */
  readonly noMoveVerb: RegExp
  readonly fromWord: string
  readonly toWord: string
  readonly goesLead: RegExp
  readonly clauseOfMoves: RegExp
  readonly betweenStates: RegExp
  /** Words before the source state, words before the target state, and verbs between them. */
  readonly fromLead: RegExp
  readonly toLead: RegExp
  readonly becomes: RegExp
  /** "turns held back into free": the verb before the state that is left, and what stands before the next one. */
  readonly turnLead: RegExp
  readonly turnTo: RegExp
  /** "makes an idea approved". */
  readonly makeLead: RegExp
  readonly makeTo: RegExp
  /** "paid: from sent, when …": a state, those that lead to it, and the cause; and a state that is the first. */
  readonly stateFrom: RegExp
  readonly stateStart: RegExp
  /** "from A to B", anywhere in a sentence. */
  readonly fromTo: RegExp
  /** A condition that a text begins with. */
  readonly conditionLead: RegExp
  /** The clause that says the cause of a move. */
  readonly causeWord: RegExp
  /** Between two moves in one sentence, and what the second begins with then. */
  readonly moveJoin: RegExp
  readonly itMoves: string
  /** "from a to b or to c": the text before, both states, and the text behind. */
  readonly twoTargets: RegExp
  /** "The states" before the names of final states. */
  readonly finalLead: RegExp
  /** Words before the path that causes a transition. */
  readonly causeLead: RegExp
  /** Between several causes of one transition. */
  readonly causes: RegExp
  /** Words for causes without an actor, such as the passing of time. */
  readonly circumstance: RegExp
  /** Endings that forms of a verb have. */
  readonly endings: RegExp
  /** A length of time after which something happens: its number and unit. */
  readonly after: RegExp
  /** A cause and the condition behind it. */
  readonly guarded: RegExp
  /** A cause that is the clock's, at a time that the text does not say in the usual way. */
  readonly clock: RegExp
  /** A state called so before the first is where records start. */
  /** The text between a state's name and the next states; the words for the first state; the words for the last. */
  readonly leads: RegExp
  readonly firstState: RegExp
  readonly lastState: RegExp
  readonly newState: RegExp
}
