// A fault that a hand-written server can have, and the line of the document that it breaks.

export type Fault = {
  readonly name: string
  /** What the line says, of which the finding is to name one. */
  readonly line: RegExp
  readonly needsClock?: true
}
