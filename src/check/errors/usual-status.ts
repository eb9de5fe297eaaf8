// The usual status of each condition, and its other names: offered in help, never assumed.

import type { Condition } from '../../fact/fact.ts'

const statuses: { readonly [condition in Condition]?: number } = {
  'unknown-version': 400,
  'retired-version': 410,
  'rate-limited': 429,
  'quota-exceeded': 429,
  unauthenticated: 401,
  'insufficient-scope': 403,
  forbidden: 403,
  require: 422,
  'unsupported-media': 415,
  'not-acceptable': 406,
  'too-large': 413,
  malformed: 400,
  invalid: 422,
  'idempotency-required': 400,
  'idempotency-mismatch': 422,
  'idempotency-busy': 409,
  'not-found': 404,
  gone: 410,
  'cursor-expired': 410,
  dangling: 422,
  'precondition-required': 428,
  'precondition-failed': 412,
  'illegal-transition': 409,
  guard: 409,
  fail: 422,
  duplicate: 409,
  'in-use': 409,
  invariant: 422,
}

export function findUsualStatus(condition: string): number {
  return statuses[condition as Condition] ?? 400
}

/** Other names of conditions, beside the numbers of their statuses. */
const conditionsByWord: { readonly [word: string]: readonly Condition[] } = {
  conflict: ['duplicate', 'illegal-transition', 'guard', 'in-use'],
  unauthorized: ['unauthenticated'],
  unauthenticated: ['unauthenticated'],
  validation: ['invalid'],
  'validation-error': ['invalid'],
  'validation-failed': ['invalid'],
  'bad-request': ['malformed', 'invalid'],
  unprocessable: ['invalid'],
  'unprocessable-entity': ['invalid'],
  missing: ['not-found'],
  exists: ['duplicate'],
  'already-exists': ['duplicate'],
  unique: ['duplicate'],
  'too-many-requests': ['rate-limited', 'quota-exceeded'],
  throttled: ['rate-limited'],
  'permission-denied': ['forbidden'],
  'access-denied': ['forbidden'],
  'foreign-key': ['dangling', 'in-use'],
  stale: ['precondition-failed'],
  transition: ['illegal-transition'],
  'wrong-state': ['illegal-transition'],
  'server-error': ['internal'],
  error: ['internal'],
  deleted: ['gone'],
}

/** The conditions that a status, or a word from other tools, probably means. */
export function listConditionsForWord(word: string): readonly string[] {
  const normalized = word.toLowerCase().replaceAll('_', '-')
  if (Object.hasOwn(conditionsByWord, normalized)) return conditionsByWord[normalized]!
  return Object.entries(statuses).flatMap(([condition, status]) => (String(status) === word ? [condition] : []))
}
