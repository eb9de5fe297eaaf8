// A declaration as `each` and `expect` see it: a record that expressions read, with its places.

import type { RecordValue, Value } from '../cel/value.ts'
import type { Scalar } from '../document/node.ts'
import type { DeclaredKind, DeclarationKind, declarationMembers } from './kinds.ts'

/** The keys and list positions from a part's map to a map in it. */
export type DeclarationPath = readonly (string | number)[]

export type Declaration = {
  readonly kind: DeclarationKind
  /** The name in messages and waivers: `Order`, `Order.note`, `Order.place`, `POST /orders`. */
  readonly name: string
  /** Another name: an `operationId`. */
  readonly alias?: string
  readonly key: Scalar
  /** The paths of its declaration in its part; a transition from several states has several. */
  readonly paths: readonly DeclarationPath[]
  /** True if the declaration is only a name: `Order: not shown`. */
  readonly gap?: boolean
  /** Its own resource, or the resource to which it belongs. */
  readonly resource?: string
  /** Looks up a member of its kind; undefined if unspecified. */
  readonly member: (name: string) => Value | undefined
}

/** A path to each member of a kind. */
export type MemberReaders<K extends DeclaredKind, Of> = {
  readonly [N in keyof (typeof declarationMembers)[K]]: (of: Of) => Value | undefined
}

/** The member function of a declaration: members are created when an expression reads them. */
export function readMembersWith<K extends DeclaredKind, Of>(members: MemberReaders<K, Of>, of: Of): Declaration['member'] {
  const byName = members as { readonly [name: string]: (of: Of) => Value | undefined }
  return (name) => byName[name]?.(of)
}

/** A declaration as a record: two with the same kind and name are equal. */
export function recordOf(declaration: Declaration): RecordValue {
  return { kind: 'record', resource: declaration.kind, key: declaration.name, of: declaration }
}

/** The record of a resource, by its name. */
export type Find = (resource: string) => RecordValue | undefined
