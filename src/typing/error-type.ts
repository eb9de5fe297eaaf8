// What `error` is in texts and templates: what every refusal has, what each condition adds, what the entries of the catalogue say.

import type { Member, Type } from '../cel/type.ts'
import type { Condition } from '../model/conditions.ts'
import { dyn, duration, int, object, optional, string, strings, timestamp } from './scope.ts'

/** An item of `error.errors`, and `error` itself in `messages`. */
export const failureType: Type = object(
  {
    property: optional(string), pointer: optional(string), keyword: string, limit: optional(dyn), actual: optional(dyn),
    value: optional(dyn), detail: optional(string),
  },
  'failure',
)

const always: { readonly [member: string]: Type | Member } = {
  condition: string, subject: optional(string), name: optional(string), type: string, status: int,
  title: optional(string), detail: optional(string), errors: { kind: 'list', element: failureType },
}

/** `error` with what else is known of it, in the order of the reference. */
export function errorType(more: Iterable<readonly [string, Type | Member]> = []): Type {
  return object({ ...always, ...Object.fromEntries(more) }, 'error')
}

const rate = { policy: string, limit: int, window: duration, retryAfter: int }
const later = { retryAfter: int }
const state = { state: string, allowed: strings }

/** What a condition adds to `error`; `retryAfter` is in seconds. */
export const conditionMembers: { readonly [C in Condition]?: { readonly [member: string]: Type | Member } } = {
  'method-not-allowed': { allow: strings },
  'unknown-version': { version: optional(string), versions: strings },
  'retired-version': { version: string, versions: strings, sunset: optional(timestamp) },
  'rate-limited': rate,
  'quota-exceeded': rate,
  'unauthenticated': { scheme: string },
  'insufficient-scope': { scopes: strings },
  'unsupported-media': { media: optional(string) },
  'not-acceptable': { media: optional(string) },
  'too-large': { limit: int },
  'malformed': { line: int, column: int },
  'idempotency-required': { header: string },
  'idempotency-mismatch': { header: string },
  'idempotency-busy': { header: string, retryAfter: int },
  'gone': { since: timestamp },
  'precondition-failed': { etag: string },
  'illegal-transition': state,
  'guard': { ...state, guards: strings },
  'fail': { data: dyn },
  'timeout': { limit: duration },
  'contention': later,
  'overloaded': later,
  'unavailable': later,
}

/** Every member that some condition adds. */
export const allMembers: ReadonlyMap<string, Type> = new Map(
  Object.values(conditionMembers).flatMap((members) => Object.entries(members)).map(([name, type]) => [name, 'kind' in type ? type : type.type]),
)

/** `error` of the body that stands for every error: what only some conditions add is refused. */
export function anyErrorType(more: readonly (readonly [string, Type | Member])[]): Type {
  const why = 'is told only of some conditions, and this body stands for all errors: an entry may have a `body` of its own'
  const refused = Array.from(allMembers, ([name, type]): [string, Member] => [name, { type, refused: `\`${name}\` ${why}` }])
  return errorType([...refused, ...more])
}

/** Names besides `error` that the texts of a condition see: the words of the table of outcomes. */
export type ConditionScope = 'caller' | 'input' | 'with' | 'this'

const known = ['caller'] as const
const requested = ['caller', 'input'] as const
const found = ['caller', 'input', 'with'] as const
const stated = ['caller', 'input', 'with', 'this'] as const

export const conditionScopes: { readonly [C in Condition]?: readonly ConditionScope[] } = {
  'insufficient-scope': known,
  'idempotency-required': known,
  'idempotency-mismatch': known,
  'idempotency-busy': known,
  'cursor-expired': ['input'],
  'precondition-required': requested,
  'precondition-failed': ['caller', 'input', 'this'],
  'not-found': found,
  'gone': found,
  'dangling': found,
  'duplicate': found,
  'forbidden': stated,
  'require': stated,
  'illegal-transition': stated,
  'guard': stated,
  'fail': stated,
  'in-use': stated,
  'invariant': stated,
}
