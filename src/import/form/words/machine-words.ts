// The words of one language about states and the moves between them.

export type MachineWords = {
  readonly start: RegExp
  /** The target of an arrow at which records end. */
  /** What a sign means that stands for the end. */
  readonly endMeaning: RegExp
  readonly endMark: RegExp
  /** Words for the end, alone in a cell. */
  readonly endWord: RegExp
  /** Words that are not states. */
  readonly anyState: RegExp
  /** A cell for several former states: a word that leaves out final ones, and those that it excepts. */
  readonly anyFrom: RegExp
  /** A description of the state in which records begin. */
  readonly startState: RegExp
  /** The order of words around a condition in brackets: `$1` is the state before it, `$2` the condition, `$3` the rest. */
  readonly inBrackets: string
  readonly final: readonly RegExp[]
  /** States in capitals behind the words for them. */
  readonly capitalState: RegExp
  readonly starts: readonly RegExp[]
  /** Sentences with the former state (`from`), the next one (`to`), and the cause (`trigger`). */
  readonly moves: readonly RegExp[]
  /** A test with `given`, `trigger` and `then`; the words before its last state, and those of a record that does not exist or is created. */
  readonly givenWhen: RegExp
  readonly thenLead: RegExp
  readonly givenNothing: RegExp
  readonly isCreated: RegExp
  /** Words between a thing and its state: `in state`. */
  readonly inState: string
  /** "the desk calls close", with the verb and the rest. */
  readonly calledVerb: RegExp
  /** The marked name of a transition behind its verb: `presses "close"`. */
  readonly pressed: RegExp
  /** The thing before its state, behind a cause: `when …, the visit`; and the verb before the next state. */
  readonly thingLead: RegExp
  readonly isThen: RegExp
  /** Words between a deed and the move that it causes. */
  readonly thereupon: RegExp
  /** The first and the next steps of a scenario, and its title. */
  readonly stepStart: RegExp
  readonly scenarioTitle: RegExp
  /** Rewrites of synonyms in sentences about states before they are read. */
  readonly moveWords: readonly (readonly [pattern: RegExp, text: string])[]
  /** A sentence about a move that does not happen; separators between clauses with one move each; separators between states in a group. */
  readonly noMove: RegExp
  /** A negated verb of motion; the words before the two states of a move, and those before both. */
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
  /** "turns held back into free": the verb before the former state, and the words before the next one. */
  readonly turnLead: RegExp
  readonly turnTo: RegExp
  /** "makes an idea approved". */
  readonly makeLead: RegExp
  readonly makeTo: RegExp
  /** "paid: from sent, when …": a state, its former states, and the cause; and a first state. */
  readonly stateFrom: RegExp
  readonly stateStart: RegExp
  /** "from A to B", anywhere in a sentence. */
  readonly fromTo: RegExp
  /** A condition at the beginning of a text. */
  readonly conditionLead: RegExp
  /** The clause with the cause of a move. */
  readonly causeWord: RegExp
  /** Alternatives of a pattern: words before the name of a transition in code, such as "call". */
  readonly callWord: string
  readonly verbNoun: string
  /** A remark that the state of its row is the final one, or the first one. */
  readonly finalRemark: RegExp
  /** "all states except open are final": the states that are not. */
  readonly finalExcept: RegExp
  readonly backWord: RegExp
  readonly firstRemark: RegExp
  /** A cause that is the lack of one. */
  readonly idle: RegExp
  /** A duration in a sentence, with a group `after` for it; the sentence may have several. */
  readonly lasting: RegExp
  /** "Withdrawn also": a state with what the sentence before says. */
  readonly alsoFinal: RegExp
  /** "This is the end.": a sentence behind a move that makes its target final. */
  readonly endsThere: RegExp
  /** Separators between two moves in one sentence, and the beginning of the second. */
  readonly moveJoin: RegExp
  readonly itMoves: string
  /** "from a to b or to c": the text before, both states, and the text after. */
  readonly twoTargets: RegExp
  /** "The states" before the names of final states. */
  readonly finalLead: RegExp
  /** Words before the path that causes a transition. */
  readonly causeLead: RegExp
  /** Separators between several causes of one transition. */
  readonly causes: RegExp
  /** Words for causes without an actor, such as the passing of time. */
  readonly circumstance: RegExp
  /** Endings of verbs. */
  readonly endings: RegExp
  /** A duration after which something happens: its number and unit. */
  readonly after: RegExp
  /** A cause and the condition after it. */
  readonly guarded: RegExp
  /** A cause by the clock, at a time in an unusual form. */
  readonly clock: RegExp
  /** Words that negate the verb after them; and particles of verbs, as in "shut down". */
  readonly negation: RegExp
  /** Text that ends with a condition about the state after it; and text that ends before a state is reached. */
  readonly asCondition: RegExp
  readonly notYet: RegExp
  /** A word before the cause of a move. */
  readonly moveCause: RegExp
  /** A cause without a caller. */
  readonly byItself: RegExp
  /** "from either of them": both states so far. */
  readonly eitherState: RegExp
  readonly particle: RegExp
  /** A former state with this name means the creation of records. */
  /** The text between a state's name and the next states; the words for the first state; the words for the last. */
  readonly leads: RegExp
  readonly firstState: RegExp
  readonly lastState: RegExp
  readonly newState: RegExp
}
