// The type of `error` in texts and templates: common members, members of each condition, and members of catalogue entries.

import type { Member, Type } from '../cel/type.ts'
import type { Condition } from '../model/conditions.ts'
import { dynamicType, durationType, integerType, object, optional, textType, textListType, timestampType } from './scope.ts'

/** An item of `error.errors`, and `error` itself in `messages`. */
export const failureType: Type = object(
  {
    property: optional(textType),
    pointer: optional(textType),
    keyword: textType,
    limit: optional(dynamicType),
    actual: optional(dynamicType),
    value: optional(dynamicType),
    detail: optional(textType),
  },
  'failure',
)

const always: { readonly [member: string]: Type | Member } = {
  condition: textType, subject: optional(textType), name: optional(textType), type: textType, status: integerType,
  title: optional(textType), detail: optional(textType), errors: { kind: 'list', element: failureType },
}

/** `error` with its other members, in the order of the reference. */
export function errorType(more: Iterable<readonly [string, Type | Member]> = []): Type {
  return object({ ...always, ...Object.fromEntries(more) }, 'error')
}

const rate = { policy: textType, limit: integerType, window: durationType, retryAfter: integerType }
const later = { retryAfter: integerType }
const state = { state: textType, allowed: textListType }

/** Members that a condition adds to `error`; `retryAfter` is in seconds. */
export const conditionMembers: { readonly [C in Condition]?: { readonly [member: string]: Type | Member } } = {
  'method-not-allowed': { allow: textListType },
  'unknown-version': { version: optional(textType), versions: textListType },
  'retired-version': { version: textType, versions: textListType, sunset: optional(timestampType) },
  'rate-limited': rate,
  'quota-exceeded': rate,
  'unauthenticated': { scheme: textType },
  'insufficient-scope': { scopes: textListType },
  'unsupported-media': { media: optional(textType) },
  'not-acceptable': { media: optional(textType) },
  'too-large': { limit: integerType },
  'malformed': { line: integerType, column: integerType },
  'idempotency-required': { header: textType },
  'idempotency-mismatch': { header: textType },
  'idempotency-busy': { header: textType, retryAfter: integerType },
  'gone': { since: timestampType },
  'precondition-failed': { etag: textType },
  'illegal-transition': state,
  'guard': { ...state, guards: textListType },
  'fail': { data: dynamicType },
  'timeout': { limit: durationType },
  'contention': later,
  'overloaded': later,
  'unavailable': later,
}

/** Every member that some condition adds. */
export const errorMembers: ReadonlyMap<string, Type> = new Map(
  Object.values(conditionMembers)
    .flatMap((members) => Object.entries(members))
    .map(([name, type]) => [name, 'kind' in type ? type : type.type]),
)

/** `error` in the body that represents every error: members that only some conditions add are refused. */
export function anyErrorType(more: readonly (readonly [string, Type | Member])[]): Type {
  const why = 'is known only for some conditions, and this body is used for all errors: give the entry a `body` of its own'
  const refused = Array.from(errorMembers, ([name, type]): [string, Member] => [name, { type, refused: `\`${name}\` ${why}` }])
  return errorType([...refused, ...more])
}

/** Names besides `error` that the texts of a condition see: the words of the table of outcomes. */
export type ConditionScope = 'caller' | 'input' | 'with' | 'this'

const callerOnly = ['caller'] as const
const requested = ['caller', 'input'] as const
const lookUpScope = ['caller', 'input', 'with'] as const
const stated = ['caller', 'input', 'with', 'this'] as const

export const conditionScopes: { readonly [C in Condition]?: readonly ConditionScope[] } = {
  'insufficient-scope': callerOnly,
  'idempotency-required': callerOnly,
  'idempotency-mismatch': callerOnly,
  'idempotency-busy': callerOnly,
  'cursor-expired': ['input'],
  'precondition-required': requested,
  'precondition-failed': ['caller', 'input', 'this'],
  'not-found': lookUpScope,
  'gone': lookUpScope,
  'dangling': lookUpScope,
  'duplicate': lookUpScope,
  'forbidden': stated,
  'require': stated,
  'illegal-transition': stated,
  'guard': stated,
  'fail': stated,
  'in-use': stated,
  'invariant': stated,
}
