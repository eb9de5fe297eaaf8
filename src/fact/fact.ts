// The facts that follow from a filled model, as data for checks, the interpreter, exports and explanations.

import { type Condition, conditions } from '../model/conditions.ts'
import type { Model, MachineOf, Operation } from '../model/model.ts'
import type { CatalogueEntry } from '../model/errors.ts'
import type { Candidate } from '../model/states.ts'
import type { Origin } from '../model/slot.ts'
import type { TimedKind } from '../model/timed.ts'
import type { Typing } from '../typing/domain.ts'
import type { Scalar } from '../document/node.ts'
import type { Span } from '../base/text.ts'
import type { Failing } from './failing.ts'
import type { VersionFacts } from './versions/version.ts'

export type Facts = {
  readonly model: Model
  readonly typing: Typing
  readonly routes: readonly Route[]
  readonly machines: readonly MachineFacts[]
  readonly operations: readonly OperationFacts[]
  /** Conditions of the service, met before there is an operation: `no-such-path`, `method-not-allowed`, versions. */
  readonly service: readonly Point[]
  readonly entries: readonly EntryFacts[]
  /** Patterns of `on`, `never` and `precedence` that could not be read. */
  readonly patternProblems: readonly PatternProblem[]
  readonly ties: readonly Tie[]
  /** Patterns that match no point, by their entry: all patterns of an entry that answers nothing. */
  readonly unmet: readonly { readonly entry: EntryFacts; readonly patterns: readonly ConditionPattern[] }[]
  /** Patterns of `never` that name no point of their operation. */
  readonly needless: readonly { readonly operation: Operation; readonly pattern: ConditionPattern }[]
  readonly emitters: readonly Emitter[]
  /** Cycles of effects and cascades. */
  readonly cycles: readonly (readonly EffectCycleStep[])[]
  /** Oldest first, the newest last; empty if the document has no versions. */
  readonly versions: readonly VersionFacts[]
  /** Required facts that are not specified. An operation is complete if neither it nor the whole service has any. */
  readonly missing: readonly Missing[]
}

export type { VersionFacts } from './versions/version.ts'

export type Route = {
  readonly operation: Operation
  /** Paths with equal shapes match the same requests: `GET /orders/{}`. */
  readonly shape: string
}

export const stages = [
  'route',
  'version',
  'address',
  'caller',
  'form',
  'input',
  'replay',
  'find',
  'permission',
  'match',
  'state',
  'effect',
] as const
export type Stage = (typeof stages)[number] | 'interrupt'

export { type Condition, conditions }

/** One place where one operation can meet a condition. */
export type Point = {
  readonly condition: Condition
  /** `Order`, `Order.customer`, `Order.number+shop`, `Order.place`. */
  readonly subject?: string
  /** The place of `invalid`, or the name of a `with`, guard, `require`, invariant, rate, failure. */
  readonly name?: string
  /** For `invalid`: the failures that an entry narrows it to. The point without it answers all other failures. */
  readonly failing?: Failing
  readonly stage: Stage
  readonly answer: PointAnswer
  /** The declarations that make it possible. */
  readonly because: readonly Origin[]
}

export type PointAnswer =
  | { readonly kind: 'entry'; readonly entry: EntryFacts }
  /** By HTTP alone: the status, without a body. */
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'gap' }

export type EntryFacts = {
  readonly name: string
  readonly key: Scalar
  readonly slots: CatalogueEntry
  readonly patterns: readonly ConditionPattern[]
}

/** `CONDITION [SUBJECT] [NAME] [at OPERATION_ID]`, resolved. */
export type ConditionPattern = {
  readonly condition: Condition
  readonly subject?: string
  readonly name?: string
  readonly failing?: Failing
  readonly at?: string
  readonly span: Span
}

/** Two patterns of one layer that name the same points equally narrowly, and answer differently. */
export type Tie = { readonly first: Claim; readonly second: Claim }
type Claim = { readonly entry: EntryFacts; readonly pattern: ConditionPattern }

/** A word of a pattern without a meaning here. */
export type PatternProblem = {
  /**
   * `not-here`: a condition that `precedence` or `never` cannot name; `of-service`: `at` beside a condition that is met
   * before there is an operation; `ambiguous-word`: one word that is a subject and a name.
   */
  readonly kind: 'unknown-condition' | 'unknown-word' | 'ambiguous-word' | 'unknown-operation' | 'not-here' | 'of-service'
  readonly use: 'on' | 'never' | 'precedence'
  /** The whole pattern, and the word in it. */
  readonly pattern: string
  readonly word: string
  readonly span: Span
  /** The possible names. */
  readonly candidates: readonly string[]
}

export type OperationFacts = {
  readonly operation: Operation
  readonly complete: boolean
  /** In the order in which they are met; interrupts last. */
  readonly points: readonly Point[]
  /** Points of items that steps of `do` run one by one: they refuse an item, not the request. */
  readonly items: readonly Point[]
  /** Points that `never` excludes although they could occur: still evaluated, and `internal` if they do. */
  readonly asserted: readonly Point[]
  /** Pairs of stages that can both refuse with different answers and have no order. */
  readonly undetermined: readonly { readonly first: Point; readonly second: Point }[]
  /** Pairs that `precedence` orders against what data forces: `first` gives the `value` that `second` reads. */
  readonly impossible: readonly { readonly first: Point; readonly second: Point; readonly value: string }[]
  /** The nearest possible order, if any order exists. */
  readonly offer?: readonly string[]
  /** Written properties, as `Order.total`; transitions, also by effects; events. */
  readonly writes: readonly string[]
  /** Resources whose records it creates or deletes, also by effects and cascades. */
  readonly creates: readonly string[]
  readonly deletes: readonly string[]
  readonly transitions: readonly string[]
  readonly emits: readonly string[]
}

/** An event type or a callback, with its causes. */
export type Emitter = {
  readonly name: string
  readonly kind: 'event' | 'callback'
  readonly key: Scalar
  readonly operations: readonly Operation[]
  /** Timed transitions, as `Order.status placed after PT24H`. */
  readonly timers: readonly string[]
  /** Jobs after the commit, by their outcomes. */
  readonly code: readonly string[]
  /** Deliveries, by the outcomes of their attempts. */
  readonly deliveries: readonly string[]
}

/** `place` as a transition, `Order deleted`; `span` is the effect, or the `onDelete`, that continues the cycle. */
export type EffectCycleStep = { readonly name: string; readonly kind: 'effect' | 'always' | 'cascade'; readonly span: Span }

export type MachineFacts = {
  readonly machine: MachineOf
  readonly states: readonly string[]
  readonly initial?: string
  readonly edges: readonly Edge[]
  /** Transitions by event, in order of first appearance, with the states that have them. */
  readonly transitions: readonly { readonly name: string; readonly from: readonly string[] }[]
  /** States that a record can reach, from the initial one or from its row in `records`. */
  readonly reachable: readonly string[]
  /** The states in which a record can remain: no `always` without a guard leaves them at once. */
  readonly resting: readonly string[]
  /** For machines with a final state: states from which it cannot be reached. */
  readonly inescapable: readonly string[]
  /** Candidates that are never tried, each with the earlier one that has no guard. */
  readonly dead: readonly { readonly candidate: Candidate; readonly shadow: Candidate }[]
  /** Cycles of `always`. */
  readonly cycles: readonly (readonly Edge[])[]
}

export type Edge = {
  readonly from: string
  readonly to: string
  readonly kind: 'on' | 'always' | TimedKind | 'error'
  /** The transition's name, or the duration. */
  readonly name?: string
  readonly candidate: Candidate
}

/** A gap: a required fact that is not specified. `code` is the check that reports it. */
export type Missing = {
  readonly code: string
  /** Operations that it makes incomplete; `all` if no operation can run without it. */
  readonly operations: readonly Operation[] | 'all'
  /** Event types and callbacks that it prevents from being recorded, by name. */
  readonly emitters: readonly string[]
  /** The place where the document would specify it, or the place that needs it. */
  readonly at: Span
  /** Data for the check's text: names of conditions, keys and parts. */
  readonly about: { readonly [name: string]: string | Span | readonly Point[] | readonly string[] }
}
