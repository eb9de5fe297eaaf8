// Facts about a version: its end, its endpoints and addresses, and its differences from the newest.

import type { Json } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import type { Scalar } from '../../document/node.ts'
import type { Operation, Segment } from '../../model/model.ts'
import type { Origin } from '../../model/slot.ts'
import type { FilterSpelling } from '../../typing/filters.ts'

export type VersionFacts = {
  readonly name: string
  readonly key: Scalar
  readonly isNewest: boolean
  readonly deprecated?: VersionMoment
  readonly sunset?: VersionMoment
  readonly retired?: VersionMoment
  readonly routes: readonly VersionRoute[]
  /** Of the operations whose requests or answers differ from the newest. */
  readonly conversions: ReadonlyMap<Operation, Conversion>
  /** What each type of event carries, where that differs. */
  readonly events: ReadonlyMap<string, Tree>
  /** The same of the bodies of callbacks. */
  readonly callbacks: ReadonlyMap<string, Tree>
  /** The properties of each resource, where they differ; what refusals name is found here. */
  readonly resources: ReadonlyMap<string, ObjectTree>
  /** Entries of the catalogue that it does not have: by name, what is in their place, or what they were called. */
  readonly entries: ReadonlyMap<string, EntryBefore>
}

/** The beginning of a day, in UTC: milliseconds since 1970. */
export type VersionMoment = { readonly ms: number; readonly origin: Origin }

/** An operation under the address that it has there; parameters have the names of the operation. */
export type VersionRoute = { readonly operation: Operation; readonly method: string; readonly segments: readonly Segment[]; /** What gave it another address since. */ readonly because?: Origin }

export type EntryBefore = { readonly because: Origin } & ({ readonly instead: string } | { readonly called: string })

/** How the requests and answers of one operation differ; what is not there is the same. */
export type Conversion = {
  readonly body?: Tree
  readonly output?: Tree
  /** Query parameters, as members of an object. */
  readonly query?: ObjectTree
  /** How filters are spelled. */
  readonly spelling?: FilterSpelling
  /** The words of `sort`, as members of an object. */
  readonly sort?: ObjectTree
  /** By path parameter. */
  readonly path: ReadonlyMap<string, readonly ValueStep[]>
}

/** How a JSON value of the newest version and one of an older version become each other. */
export type Tree = ObjectTree | { readonly kind: 'list'; readonly items: Tree }

export type ObjectTree = {
  readonly kind: 'object'
  /** Members that differ, by their newest names; what is not listed is the same. */
  readonly members: ReadonlyMap<string, MemberTree>
  /** The same by their older names; added ones are not among them. */
  readonly older: ReadonlyMap<string, MemberTree>
  /** Members that only the older version has, by name: what its clients see there. */
  readonly gone: ReadonlyMap<string, Gone>
  /** Names that would be those of two members in the older version. */
  readonly taken?: readonly UsedName[]
}

export type UsedName = { readonly name: string; /** The elements that use it, by their newest names; a removed element has its own. */ readonly by: readonly string[]; readonly because: readonly Origin[] }

export type MemberTree = {
  readonly name: string
  /** Undefined where the older version does not have it. */
  readonly older: string | undefined
  /** What a request that does not send it means, in the newest version. */
  readonly fill?: VersionFill
  /** Oldest first. */
  readonly steps: readonly ValueStep[]
  inner?: Tree
  /** The changes that made the difference, the latest first. */
  readonly because: readonly Origin[]
}

/** The value as it was when the change was made, and what has changed since. */
export type VersionFill = { readonly value: Json; readonly steps: readonly ValueStep[] }
export type Gone = Pick<MemberTree, 'because'> & { readonly value?: Json; readonly steps: readonly ValueStep[] }

export type ValueStep =
  | { readonly kind: 'retype'; readonly name: string; readonly up: Expression; readonly down: Expression; /** The type of `value` in each version. */ readonly older: Type; readonly newer: Type }
  | { readonly kind: 'words'; readonly up: ReadonlyMap<string, string>; readonly down: ReadonlyMap<string, string> }
