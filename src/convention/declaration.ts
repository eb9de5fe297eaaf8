// A declaration of a model as `each` and `expect` see it: a record that expressions read, with its places.

import type { RecordValue, Value } from '../cel/value.ts'
import type { Scalar } from '../document/node.ts'
import type { DeclaredKind, Kind, membersOf } from './kinds.ts'

/** Keys, and positions in lists, that lead from a part's map to a map in it. */
export type Path = readonly (string | number)[]

export type Declaration = {
  readonly kind: Kind
  /** How messages and waivers call it: `Order`, `Order.note`, `Order.place`, `POST /orders`. */
  readonly name: string
  /** Another name: an `operationId`. */
  readonly alias?: string
  readonly key: Scalar
  /** Where what is said of it stands in its part; a transition of several states stands in several places. */
  readonly paths: readonly Path[]
  /** Nothing is said of it but its name: `Order: not shown`. */
  readonly hole?: boolean
  /** The resource that it is, or is of. */
  readonly resource?: string
  /** What a member of its kind is; undefined where nothing says it. */
  readonly member: (name: string) => Value | undefined
}

/** A way to each member of a kind. */
export type Reading<K extends DeclaredKind, Of> = { readonly [N in keyof (typeof membersOf)[K]]: (of: Of) => Value | undefined }

/** The member function of a thing: members are made when an expression asks for them. */
export function reading<K extends DeclaredKind, Of>(members: Reading<K, Of>, of: Of): Declaration['member'] {
  const byName = members as { readonly [name: string]: (of: Of) => Value | undefined }
  return (name) => byName[name]?.(of)
}

/** A declaration as a record: two of one kind and name are equal. */
export function recordOf(declaration: Declaration): RecordValue {
  return { kind: 'record', resource: declaration.kind, key: declaration.name, of: declaration }
}

/** The record of a resource, by its name. */
export type Find = (resource: string) => RecordValue | undefined
