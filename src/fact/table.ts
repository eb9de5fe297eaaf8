// The conditions: their words in a pattern, the default answer, and the variables of their texts. The code in `conditions/` derives where
// each can occur; the reference prints both.

import { invalidPlaces } from '../model/conditions.ts'
import { conditionMembers, conditionScopes } from '../typing/error-type.ts'
import { type Condition, conditions } from './fact.ts'

/** The kinds of subjects: `Order`, `Order.customer`, `Order.place`, `Order.number+shop`, or the name of a thing of another part. */
export type SubjectKind = 'resource' | 'property' | 'transition' | 'unique' | 'scheme' | 'behaviour' | 'operation'

/** The kinds of names: a fixed set of words, or a name from the document. */
export type NameKind =
  | { readonly words: readonly string[] }
  | 'with'
  | 'guard'
  | 'require'
  | 'invariant'
  | 'rate'
  | 'quota'
  | 'scope'
  | 'failure'
  | 'version'
  | 'referrer'

export type ConditionRow = {
  /** When it is met, in a line. */
  readonly about: string
  readonly subjects: readonly SubjectKind[]
  readonly names: readonly NameKind[]
  /** The answer without a catalogue entry: this status by HTTP alone, or a gap. */
  readonly fallback: number | 'gap'
  /** The same for some of its names. */
  readonly fallbacks?: { readonly [name: string]: number }
  /** A condition of the service, before an operation is known; it takes no `at`. */
  readonly service?: true
  /** Interrupts at any point: has no place in `precedence` and none in `never`. */
  readonly interrupt?: true
}

/** The status by HTTP alone of a request for which an expression fails. */
export const uncomputedStatus = 409

const actions = { words: ['read', 'create', 'update', 'delete'] }

const row = (
  about: string,
  subjects: ConditionRow['subjects'],
  names: ConditionRow['names'],
  fallback: ConditionRow['fallback'],
): ConditionRow => ({ about, subjects, names, fallback })

export const conditionTable: { readonly [C in Condition]: ConditionRow } = {
  'no-such-path': { ...row('No endpoint has this path.', [], [], 404), service: true },
  'method-not-allowed': { ...row('The path has no endpoint for this method; the answer has `Allow`.', [], [], 405), service: true },
  'unknown-version': { ...row('The request names a version that never existed.', [], [], 'gap'), service: true },
  'retired-version': { ...row('The request names a retired version.', [], ['version'], 'gap'), service: true },
  'rate-limited': row('Too many requests in a window.', [], ['rate'], 'gap'),
  'quota-exceeded': row('Too many requests in a longer period.', [], ['quota'], 'gap'),
  unauthenticated: row('The credential is missing, wrong or expired.', ['scheme'], [{ words: ['missing', 'invalid', 'expired'] }], 'gap'),
  'insufficient-scope': row('The credential lacks a scope.', ['scheme'], ['scope'], 'gap'),
  forbidden: row('No rule of part 5 allows it.', ['resource', 'transition', 'property'], [actions], 'gap'),
  require: row('A named condition of the operation, or of a step or effect, is false.', ['operation'], ['require'], 'gap'),
  'unsupported-media': row('The body has another media type.', [], [], 415),
  'not-acceptable': row('The client accepts none of the available media types.', [], [], 406),
  'too-large': row('The body has too many bytes or nested levels.', [], [{ words: ['body', 'depth'] }], 'gap'),
  malformed: row('The body is not I-JSON (RFC 7493).', [], [], 'gap'),
  invalid: {
    ...row(
      "The request violates its schema; `input`: so does that of a transition or code; `patch`: a JSON Patch does not fit its record; `set`: a value of `set`, `generate` or a stored `compute` violates its property's schema, or cannot be made (409 without an entry); `where`: what a list compares with cannot be computed (400 without an entry); `computed`: another expression fails, or a computed value violates its property's schema (409 without an entry).",
      [],
      [{ words: invalidPlaces }],
      'gap',
    ),
    fallbacks: { set: 409, where: 400, computed: uncomputedStatus },
  },
  'idempotency-required': row('The idempotency key is missing.', [], [], 'gap'),
  'idempotency-mismatch': row('The idempotency key was used for another request.', [], [], 'gap'),
  'idempotency-busy': row('The first request with this idempotency key is still running.', [], [], 'gap'),
  'not-found': row('The record does not exist.', ['resource'], ['with'], 'gap'),
  gone: row('The record is soft-deleted.', ['resource'], ['with'], 'gap'),
  'cursor-expired': row('The cursor of the page is no longer valid.', ['resource'], [], 'gap'),
  dangling: row('The input refers to a record that does not exist.', ['resource', 'property'], [], 'gap'),
  'precondition-required': row('The request lacks the required `If-Match`.', ['resource'], [], 'gap'),
  'precondition-failed': row('The record has changed since the client read it.', ['resource'], [], 'gap'),
  'illegal-transition': row('The record is in a state that does not allow this.', ['resource', 'transition'], [{ words: ['in'] }], 'gap'),
  guard: row('A guard of the transition is false.', ['resource', 'transition'], ['guard'], 'gap'),
  fail: row('Code refuses with a failure that it declares.', ['behaviour'], ['failure'], 'gap'),
  duplicate: row('Another record has the same key or unique values.', ['resource', 'unique'], [], 'gap'),
  'in-use': row('Another record refers to the record to be deleted.', ['resource'], ['referrer'], 'gap'),
  invariant: row('The new values violate an invariant.', ['resource'], ['invariant'], 'gap'),
  timeout: { ...row('The time limit is exceeded.', ['behaviour'], [], 503), interrupt: true },
  contention: { ...row('Other requests kept changing the same records.', [], [], 503), interrupt: true },
  overloaded: { ...row('Too many requests at once.', [], [], 503), interrupt: true },
  unavailable: { ...row('The store is not available.', [], [], 503), interrupt: true },
  internal: { ...row('An error that the document does not describe.', [], [], 500), interrupt: true },
}

/** Further names and members of `error` in the texts of an entry. */
export function listScopeNames(condition: Condition): string[] {
  return [...(conditionScopes[condition] ?? []), ...Object.keys(conditionMembers[condition] ?? {}).map((member) => `error.${member}`)]
}

export function isCondition(word: string): word is Condition {
  return (conditions as readonly string[]).includes(word)
}
