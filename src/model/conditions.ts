// The conditions that part 7 answers: a closed list.

export const conditions = [
  'no-such-path',
  'method-not-allowed',
  'unknown-version',
  'retired-version',
  'rate-limited',
  'quota-exceeded',
  'unauthenticated',
  'insufficient-scope',
  'forbidden',
  'require',
  'unsupported-media',
  'not-acceptable',
  'too-large',
  'malformed',
  'invalid',
  'idempotency-required',
  'idempotency-mismatch',
  'idempotency-busy',
  'not-found',
  'gone',
  'cursor-expired',
  'dangling',
  'precondition-required',
  'precondition-failed',
  'illegal-transition',
  'guard',
  'fail',
  'duplicate',
  'in-use',
  'invariant',
  'timeout',
  'contention',
  'overloaded',
  'unavailable',
  'internal',
] as const
export type Condition = (typeof conditions)[number]

/** The places of `invalid`: parts of a request or of a written value with a schema, and results of expressions. */
export const invalidPlaces = ['path', 'query', 'header', 'body', 'patch', 'input', 'set', 'where', 'computed'] as const

/** The place of failures that can occur at any point of the work; `precedence` does not order it. */
export const interruptPlace = 'computed'
