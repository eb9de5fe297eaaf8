// A fault that a hand-written server can have, and the line of the document that it breaks.

export type Fault = {
  readonly name: string
  /** A text of the line that the finding must name. */
  readonly line: RegExp
  readonly needsClock?: true
}
