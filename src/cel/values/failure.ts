// Errors of a running expression. They are thrown, the one exception of the compiler's rows: `||` and `&&` must absorb a failure from any
// depth, and a request is then refused with `invalid computed`.

/** Texts without values: a value in a message may be a client's data. */
const words = {
  'division-by-zero': 'division by zero',
  overflow: 'a number does not fit into its type',
  range: 'a value is out of range',
  index: 'a position is outside of its text or list',
  'no-key': 'a member is missing',
  'no-value': 'a value is missing',
  conversion: 'a value cannot be converted',
  'no-overload': 'a value is of a kind that is not taken here',
  'unknown-name': 'a name has no value',
  'repeated-key': 'a key of a map is repeated',
  pattern: 'a text is not a pattern',
  'too-large': 'a value is larger than is allowed',
}

export type FailureKind = keyof typeof words

export class EvaluationError extends Error {
  readonly kind: FailureKind
  /** UTF-16 offsets of the failed part in the expression's text; −1 until the expression around it is known. */
  start = -1
  end = -1
  /** The expression's text in the document, once known. */
  text: string | undefined

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.name = 'EvaluationError'
    this.kind = kind
  }
}

export function fail(kind: FailureKind, message: string): never {
  throw new EvaluationError(kind, message)
}

/** Adds the place of the failure, unless an inner part has added one. */
export function locate(error: unknown, place: { readonly start: number; readonly end: number }): unknown {
  if (error instanceof EvaluationError && error.start < 0) {
    error.start = place.start
    error.end = place.end
  }
  return error
}

/** Describes a failure's kind and place for logs, without any value. */
export function describeFailure({ kind, text, start, end }: EvaluationError): string {
  const part = text === undefined || start < 0 ? text : text.slice(start, end)
  return part === undefined ? words[kind] : `${words[kind]}, in \`${part}\``
}
