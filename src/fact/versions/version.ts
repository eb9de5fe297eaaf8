// Facts about a version: its end, its endpoints and addresses, and its differences from the newest.

import type { Json } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import type { Scalar } from '../../document/node.ts'
import type { Operation, Segment } from '../../model/model.ts'
import type { Origin } from '../../model/slot.ts'
import type { FilterSpelling } from '../../typing/filters.ts'
import type { SortSpelling } from '../../typing/sorts.ts'

export type VersionFacts = {
  readonly name: string
  readonly key: Scalar
  readonly isNewest: boolean
  readonly deprecated?: VersionMoment
  readonly sunset?: VersionMoment
  readonly retired?: VersionMoment
  readonly routes: readonly VersionRoute[]
  /** Conversions of operations whose requests or answers differ from the newest version. */
  readonly conversions: ReadonlyMap<Operation, Conversion>
  /** The content of event types that differ. */
  readonly events: ReadonlyMap<string, Tree>
  /** The same of the bodies of callbacks. */
  readonly callbacks: ReadonlyMap<string, Tree>
  /** Resources whose properties differ; names in refusals are found here. */
  readonly resources: ReadonlyMap<string, ObjectTree>
  /** Catalogue entries that it does not have, with their replacement or former name. */
  readonly entries: ReadonlyMap<string, EntryBefore>
}

/** The beginning of a day, in UTC: milliseconds since 1970. */
export type VersionMoment = { readonly ms: number; readonly origin: Origin }

/** An operation under the address that it has there; parameters have the names of the operation. */
export type VersionRoute = {
  readonly operation: Operation
  readonly method: string
  readonly segments: readonly Segment[]
  /** The change that moved the address. */
  readonly because?: Origin
}

export type EntryBefore = { readonly because: Origin } & ({ readonly replacement: string } | { readonly formerName: string })

/** The differences in requests and answers of one operation; absent members are the same. */
export type Conversion = {
  readonly body?: Tree
  readonly output?: Tree
  /** Query parameters, as members of an object. */
  readonly query?: ObjectTree
  /** The spelling of filters. */
  readonly spelling?: FilterSpelling
  /** The words of `sort`, as members of an object. */
  readonly sort?: ObjectTree
  readonly sortSpelling?: SortSpelling
  /** By path parameter. */
  readonly path: ReadonlyMap<string, readonly ValueStep[]>
}

/** Converts JSON values between the newest version and an older one. */
export type Tree = ObjectTree | { readonly kind: 'list'; readonly items: Tree }

export type ObjectTree = {
  readonly kind: 'object'
  /** Members that differ, by their newest names; all others are the same. */
  readonly members: ReadonlyMap<string, MemberTree>
  /** The same by their older names; added ones are not among them. */
  readonly byOlderName: ReadonlyMap<string, MemberTree>
  /** Members that only the older version has, by name, with the value for its clients. */
  readonly removed: ReadonlyMap<string, RemovedMember>
  /** Names that would be those of two members in the older version. */
  readonly nameConflicts?: readonly NameConflict[]
  /** Members that several alternatives of a value have, and not all of them change: they stay as they are. */
  readonly unfollowed?: readonly NameConflict[]
}

export type NameConflict = {
  readonly name: string
  /** The elements that use it, by their newest names; a removed element has its own. */
  readonly by: readonly string[]
  readonly because: readonly Origin[]
}

export type MemberTree = {
  readonly name: string
  /** Undefined where the older version does not have it. */
  readonly olderName: string | undefined
  /** The newest version's value for a member that the request leaves out. */
  readonly fill?: VersionFill
  /** Oldest first. */
  readonly steps: readonly ValueStep[]
  inner?: Tree
  /** The changes that made the difference, the latest first. */
  readonly because: readonly Origin[]
}

/** The value at the time of the change, and the later changes to apply. */
export type VersionFill = { readonly value: Json; readonly steps: readonly ValueStep[] }
export type RemovedMember = Pick<MemberTree, 'because'> & { readonly value?: Json; readonly steps: readonly ValueStep[] }

export type ValueStep =
  | {
      readonly kind: 'retype'
      readonly name: string
      readonly up: Expression
      readonly down: Expression
      /** The type of `value` in each version. */
      readonly older: Type
      readonly newer: Type
    }
  | { readonly kind: 'words'; readonly up: ReadonlyMap<string, string>; readonly down: ReadonlyMap<string, string> }
