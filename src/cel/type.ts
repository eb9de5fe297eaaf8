// The types of expressions: those of CEL, and those of a document (records, resources, decimals, secrets, nullable values).

import type { Help } from '../diagnostic/help.ts'
import type { Syntax } from './syntax.ts'

export type Type =
  | { readonly kind: 'null' | 'bool' | 'uint' | 'bytes' | 'timestamp' | 'duration' | 'type' }
  | { readonly kind: 'double'; readonly bounds?: Bounds }
  /** `folds`: compared ignoring case, like properties with `fold: true`. `forms`: the value has one of these forms. */
  | { readonly kind: 'string'; readonly folds?: boolean; readonly forms?: readonly TextForm[] }
  /** A value of any type, checked at run time (CEL's `dyn`): the official test data uses it, documents hardly ever. */
  | { readonly kind: 'dyn' }
  /** The type of a mistaken expression; it suppresses follow-up problems. */
  | { readonly kind: 'unknown' }
  /** An integer within ±(2^53−1), or within 64 bits where `wide`. */
  | { readonly kind: 'int'; readonly wide?: boolean; readonly bounds?: Bounds }
  /** An exact decimal with at most `scale` digits after the point; without scale, of an intermediate result. */
  | { readonly kind: 'decimal'; readonly scale?: number; readonly bounds?: Bounds }
  /**
   * A string that is one of these; fits wherever a string does. `written`: of literals in the expression itself, so that
   * comparing two of them is not reported as a misspelling.
   */
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly written?: boolean }
  /** Opaque: only `verify` takes it. `credential`: the text that the caller sent, which only `digest` takes. */
  | { readonly kind: 'secret'; readonly credential?: boolean }
  /** `unordered`: computed from unordered records, so its first item is not determined. */
  | { readonly kind: 'list'; readonly element: Type; readonly unordered?: boolean; readonly bounds?: Bounds }
  /** `members`: its keys, if it comes from a literal. */
  | {
      readonly kind: 'map'
      readonly key: Type
      readonly value: Type
      readonly bounds?: Bounds
      readonly members?: ReadonlyMap<string, Member>
    }
  /**
   * A value with named members, such as `input.body` or an item of an array of objects. `keeper`: the member of a body that stores the
   * undeclared members of a request. `whyEmpty`: help for an author who expects members.
   */
  | {
      readonly kind: 'object'
      readonly name?: string
      readonly members: ReadonlyMap<string, Member>
      readonly keeper?: string
      readonly whyEmpty?: string
    }
  /** One record. The `Scope` has its members, so that resources may refer to each other in cycles. */
  | { readonly kind: 'record'; readonly resource: string }
  /** Records not yet read: a resource's name, or a `filter` or `sortBy` of one. Only macros and list functions take it. */
  | { readonly kind: 'query'; readonly resource: string; readonly ordered?: boolean }
  /** The value or null. Never of a nullable, an optional, null, dyn or unknown. */
  | { readonly kind: 'nullable'; readonly of: Type }
  /** CEL's optional value, the result of `this.?x` and `Product.find({…})`. */
  | { readonly kind: 'optional'; readonly of: Type }

/**
 * A schema's bounds of a number, or of a count of items or entries. Bounds never decide whether types fit: they only prove that an
 * operation cannot fail. A fractional bound is rounded outwards.
 */
export type Bounds = { readonly least?: bigint; readonly most?: bigint; readonly nonZero?: boolean }

/** Knowledge about a text: its value, or its schema's constraints; `least` and `most` count characters. */
export type TextForm =
  | { readonly text: string }
  | { readonly text?: undefined; readonly format?: string; readonly pattern?: string; readonly least?: bigint; readonly most?: bigint }

/** A member of an object or a property of a record. */
export type Member = {
  readonly type: Type
  /**
   * May be absent (then it is read as `type` or null): `has(x.m)` tells. `type` itself is nullable only where null can be a value of
   * it.
   */
  readonly optional?: boolean
  /** The sentence of the diagnostic, if the member must not be used here. */
  readonly refused?: string
  /** What to write instead, if anything. */
  readonly remedy?: string | Help
}

/** A function that the document adds: a view, `token`, code. */
export type FunctionType = {
  readonly parameters: readonly Type[]
  readonly result: Type
  /** If the first argument can be null or absent, so can the result: a view of no record is null. */
  readonly throughNull?: boolean
  /** True if a database cannot compute it; an expression that uses it is then evaluated by the service. */
  readonly decision?: boolean
  /** True for a shape of `$defs`, called with a value: its result is that value, or none where it does not conform. */
  readonly shape?: boolean
  /** The replacement of a call. */
  readonly definition?: FunctionDefinition
}

/** A function of part 1: an expression over its parameters, which is typed again for the arguments of each call. */
export type FunctionDefinition = {
  readonly parameters: readonly string[]
  /** Undefined where the document does not show it. */
  readonly value?: { readonly text: string; readonly syntax: Syntax }
  /** Names of the scope around a call that it reads too: `now`, `settings`, `service`. */
  readonly shared: ReadonlySet<string>
}

/** The names that an expression can use. Immutable, so many expressions can share a scope. */
export type Scope = {
  readonly variables: ReadonlyMap<string, Type>
  readonly functions: ReadonlyMap<string, FunctionType>
  /** Members of a resource's records by property name; undefined where there is no such resource. */
  resource(name: string): ResourceType | undefined
  /** Names of all resources, for suggestions. */
  readonly resources: readonly string[]
  /** Names that can be read elsewhere, and why not here: the sentence of the diagnostic. */
  readonly missingReasons?: ReadonlyMap<string, string>
}

export type ResourceType = {
  readonly members: ReadonlyMap<string, Member>
  /** Sets of properties that identify a record: the key first, then each unique. */
  readonly uniques: readonly (readonly string[])[]
  /** True if its properties are `not shown`: any member may exist, of unknown type. */
  readonly open?: boolean
}

/** The named members of a value; undefined if its type has no such members. */
export function findMembers(type: Type, scope: Scope): ReadonlyMap<string, Member> | undefined {
  if (type.kind === 'object') return type.members
  return type.kind === 'record' ? scope.resource(type.resource)?.members : undefined
}
