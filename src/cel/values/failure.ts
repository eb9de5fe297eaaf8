// What goes wrong while an expression runs. Thrown, as the one exception of the compiler's rows: a failure leaves from any depth,
// `||` and `&&` must be able to absorb it, and who evaluates must turn it into the condition `internal`.

export type FailureKind =
  | 'division-by-zero'
  | 'overflow'
  | 'range'
  | 'index'
  | 'no-key'
  | 'no-value'
  | 'conversion'
  | 'no-overload'
  | 'unknown-name'
  | 'repeated-key'
  | 'pattern'
  | 'too-large'

export class EvaluationError extends Error {
  readonly kind: FailureKind
  /** UTF-16 offsets in the expression's text of what failed; −1 until the expression around it is known. */
  start = -1
  end = -1

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.name = 'EvaluationError'
    this.kind = kind
  }
}

export function fail(kind: FailureKind, message: string): never {
  throw new EvaluationError(kind, message)
}

/** Says where it failed, unless a part of it has said so already. */
export function locate(error: unknown, place: { readonly start: number; readonly end: number }): unknown {
  if (error instanceof EvaluationError && error.start < 0) {
    error.start = place.start
    error.end = place.end
  }
  return error
}
