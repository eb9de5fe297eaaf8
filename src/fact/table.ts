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
  | 'with' | 'guard' | 'require' | 'invariant' | 'rate' | 'quota' | 'scope' | 'failure' | 'version' | 'referrer'

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
  'method-not-allowed': { ...row('The path has no endpoint of this method; `Allow` is sent.', [], [], 405), service: true },
  'unknown-version': { ...row('The request names a version that there never was.', [], [], 'gap'), service: true },
  'retired-version': { ...row('The request names a version that is served no more.', [], ['version'], 'gap'), service: true },
  'rate-limited': row('Too many requests in a window.', [], ['rate'], 'gap'),
  'quota-exceeded': row('Too many requests in a longer period.', [], ['quota'], 'gap'),
  unauthenticated: row(
    'No credential, a wrong one, or one that has ended.',
    ['scheme'],
    [{ words: ['missing', 'invalid', 'expired'] }],
    'gap',
  ),
  'insufficient-scope': row('The credential lacks a scope.', ['scheme'], ['scope'], 'gap'),
  forbidden: row('A rule of part 5 does not allow it.', ['resource', 'transition', 'property'], [actions], 'gap'),
  require: row('A named condition of the operation, or of a step or effect, does not hold.', ['operation'], ['require'], 'gap'),
  'unsupported-media': row('The body has another media type.', [], [], 415),
  'not-acceptable': row('The client takes none of the media types that there are.', [], [], 406),
  'too-large': row('The body has too many bytes, or too many levels.', [], [{ words: ['body', 'depth'] }], 'gap'),
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
  'idempotency-required': row('The key that makes a repeated request harmless is not there.', [], [], 'gap'),
  'idempotency-mismatch': row('The key was used for another request.', [], [], 'gap'),
  'idempotency-busy': row('The first request with this key is still worked on.', [], [], 'gap'),
  'not-found': row('There is no such record.', ['resource'], ['with'], 'gap'),
  gone: row('The record was deleted, and is kept.', ['resource'], ['with'], 'gap'),
  'cursor-expired': row('The page can no longer be continued.', ['resource'], [], 'gap'),
  dangling: row('The input refers to a record that is not there.', ['resource', 'property'], [], 'gap'),
  'precondition-required': row('`If-Match` must be sent.', ['resource'], [], 'gap'),
  'precondition-failed': row('The record is no longer the one that the client read.', ['resource'], [], 'gap'),
  'illegal-transition': row(
    'The record is in a state in which this cannot be done.',
    ['resource', 'transition'],
    [{ words: ['in'] }],
    'gap',
  ),
  guard: row('A guard of the transition does not hold.', ['resource', 'transition'], ['guard'], 'gap'),
  fail: row('Code refuses, by a name that it declares.', ['behaviour'], ['failure'], 'gap'),
  duplicate: row('Another record has the same values where no two may.', ['resource', 'property', 'unique'], [], 'gap'),
  'in-use': row('A record that is to be deleted is referred to.', ['resource'], ['referrer'], 'gap'),
  invariant: row('An invariant would not hold of what is about to be stored.', ['resource'], ['invariant'], 'gap'),
  timeout: { ...row('It takes longer than it may.', ['behaviour'], [], 503), interrupt: true },
  contention: { ...row('Others kept changing the same records.', [], [], 503), interrupt: true },
  overloaded: { ...row('Too many requests at once.', [], [], 503), interrupt: true },
  unavailable: { ...row('The store cannot be used.', [], [], 503), interrupt: true },
  internal: { ...row('Something went wrong that the document does not name.', [], [], 500), interrupt: true },
}

/** Further names and members of `error` in the texts of an entry. */
export function scopeOf(condition: Condition): string[] {
  return [...(conditionScopes[condition] ?? []), ...Object.keys(conditionMembers[condition] ?? {}).map((member) => `error.${member}`)]
}

export function isCondition(word: string): word is Condition {
  return (conditions as readonly string[]).includes(word)
}
