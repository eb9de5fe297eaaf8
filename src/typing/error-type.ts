// The type of `error` in texts and templates: common members, members of each condition, and members of catalogue entries.

import type { Member, Type } from '../cel/type.ts'
import type { Condition } from '../model/conditions.ts'
import {
  dynamicType,
  durationType,
  integerType,
  makeObjectType,
  makeOptionalMember,
  textType,
  textListType,
  timestampType,
} from './scope.ts'

/** An item of `error.errors`, and `error` itself in `messages`. */
export const failureType: Type = makeObjectType(
  {
    property: makeOptionalMember(textType),
    pointer: makeOptionalMember(textType),
    keyword: textType,
    limit: makeOptionalMember(dynamicType),
    actual: makeOptionalMember(dynamicType),
    value: makeOptionalMember(dynamicType),
    detail: makeOptionalMember(textType),
  },
  'failure',
)

const commonMembers: { readonly [member: string]: Type | Member } = {
  condition: textType,
  subject: makeOptionalMember(textType),
  name: makeOptionalMember(textType),
  type: textType,
  status: integerType,
  title: makeOptionalMember(textType),
  detail: makeOptionalMember(textType),
  errors: { kind: 'list', element: failureType },
}

/** `error` with its other members, in the order of the reference. */
export function makeErrorType(members: Iterable<readonly [string, Type | Member]> = []): Type {
  return makeObjectType({ ...commonMembers, ...Object.fromEntries(members) }, 'error')
}

const rateMembers = { policy: textType, limit: integerType, window: durationType, retryAfter: integerType }
const retryMembers = { retryAfter: integerType }
const stateMembers = { state: textType, allowed: textListType }

/** Members that a condition adds to `error`; `retryAfter` is in seconds. */
export const conditionMembers: { readonly [C in Condition]?: { readonly [member: string]: Type | Member } } = {
  'method-not-allowed': { allow: textListType },
  'unknown-version': { version: makeOptionalMember(textType), versions: textListType },
  'retired-version': { version: textType, versions: textListType, sunset: makeOptionalMember(timestampType) },
  'rate-limited': rateMembers,
  'quota-exceeded': rateMembers,
  unauthenticated: { scheme: textType },
  'insufficient-scope': { scopes: textListType },
  'unsupported-media': { media: makeOptionalMember(textType) },
  'not-acceptable': { media: makeOptionalMember(textType) },
  'too-large': { limit: integerType },
  malformed: { line: integerType, column: integerType },
  'idempotency-required': { header: textType },
  'idempotency-mismatch': { header: textType },
  'idempotency-busy': { header: textType, retryAfter: integerType },
  gone: { since: timestampType },
  'precondition-failed': { etag: textType },
  'illegal-transition': stateMembers,
  guard: { ...stateMembers, guards: textListType },
  fail: { data: dynamicType },
  timeout: { limit: durationType },
  contention: retryMembers,
  overloaded: retryMembers,
  unavailable: retryMembers,
}

/** Every member that some condition adds. */
export const errorMembers: ReadonlyMap<string, Type> = new Map(
  Object.values(conditionMembers)
    .flatMap((members) => Object.entries(members))
    .map(([name, type]) => [name, 'kind' in type ? type : type.type]),
)

/** `error` in the body that represents every error: members that only some conditions add are refused. */
export function makeAnyErrorType(more: readonly (readonly [string, Type | Member])[]): Type {
  const reason = 'exists only for some conditions, and this body is used for all errors: give the entry its own `body`'
  const refused = Array.from(errorMembers, ([name, type]): [string, Member] => [name, { type, refused: `\`${name}\` ${reason}` }])
  return makeErrorType([...refused, ...more])
}

/** Names besides `error` that the texts of a condition see: the words of the table of outcomes. */
export type ConditionScope = 'caller' | 'input' | 'with' | 'this'

const callerOnly = ['caller'] as const
const callerAndInput = ['caller', 'input'] as const
const callerInputAndLookups = ['caller', 'input', 'with'] as const
const allNames = ['caller', 'input', 'with', 'this'] as const

export const conditionScopes: { readonly [C in Condition]?: readonly ConditionScope[] } = {
  'insufficient-scope': callerOnly,
  'idempotency-required': callerOnly,
  'idempotency-mismatch': callerOnly,
  'idempotency-busy': callerOnly,
  'cursor-expired': ['input'],
  'precondition-required': callerAndInput,
  'precondition-failed': ['caller', 'input', 'this'],
  'not-found': callerInputAndLookups,
  gone: callerInputAndLookups,
  dangling: callerInputAndLookups,
  duplicate: callerInputAndLookups,
  forbidden: allNames,
  require: allNames,
  'illegal-transition': allNames,
  guard: allNames,
  fail: allNames,
  'in-use': allNames,
  invariant: allNames,
}
