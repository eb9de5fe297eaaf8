// Determines what read rules may hide of each shown expression: the rules that apply, and those whose refusal omits its value.

import type { Expression } from '../cel/expression.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type TemplateText, specifiedEntries, slotValue } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import type { SlotUse } from '../typing/slots/use.ts'
import { type RuleCheck, ruleCheckText } from './rule-check.ts'
import { type Disclosed, disclosuresOf } from './disclosures.ts'
import { type HiddenWalk, namesInScope, rulesOfTakenMember, visit, walking } from './hidden-walk.ts'
import { resourceOfCause } from './delivered.ts'
import { collectExpressions } from './expressions.ts'

export type Hidden = {
  /** Rules whose refusal omits the whole value. */
  readonly hides: readonly RuleCheck[]
  /** Every evaluated rule, even if it hides only a part of the value. */
  readonly asks: readonly RuleCheck[]
  /** Resources that are iterated without the records that the caller may not read. */
  readonly counts: ReadonlySet<string>
  /** The entries of `discloses` that apply here, as written. */
  readonly lifts: ReadonlySet<string>
  /** The parts of the expression that rules may hide, with those rules. */
  readonly parts: ReadonlyMap<Expression, readonly RuleCheck[]>
}

export type Hiding = {
  /** Analyses an expression or a text, with the names in its scope. */
  ofUse(use: Pick<SlotUse, 'slot' | 'operation'>): Hidden
  /** Analyses a guard of a transition that an operation makes; the operation's disclosures apply. */
  asWithin(operation: Operation, slot: ExpressionText): Hidden
  /** By the slot, without an operation. */
  ofSlot(slot: ExpressionText | TemplateText): Hidden
  /** The rules of a property that a view copies. */
  ofCopied(view: string, property: string): Hidden
}

const known = new WeakMap<Typing, Hiding>()

/** Cached, because several analyses use it. */
export function hidingOf(typing: Typing): Hiding {
  return known.getOrInsertComputed(typing, () => hiding(typing))
}

const nothing: Hidden = { hides: [], asks: [], counts: new Set(), lifts: new Set(), parts: new Map() }

/** For events and callbacks with causes of several resources: the resources of `this`, by slot. */
function sharedRecords(typing: Typing): ReadonlyMap<ExpressionText | TemplateText, readonly string[]> {
  const { types, callbacks } = typing.domain.model.events.value
  const found = new Map<ExpressionText | TemplateText, readonly string[]>()
  for (const { value } of [...specifiedEntries(types), ...specifiedEntries(callbacks)]) {
    const resources = [...new Set((slotValue(value.on) ?? []).flatMap((cause) => resourceOfCause(typing, cause)?.name ?? []))]
    if (resources.length < 2) continue
    const { expressions, texts } = collectExpressions(value)
    for (const slot of [...expressions, ...texts]) found.set(slot, resources)
  }
  return found
}

function hiding(typing: Typing): Hiding {
  const { domain } = typing
  const { authentication } = domain.model
  const isOpen = authentication.state !== 'shown'
  const disclosures = disclosuresOf(domain)
  const found = new Map<ExpressionText | TemplateText, Hidden>()
  const uses = new Map(typing.slots.map((use) => [use.slot, use]))
  const shared = sharedRecords(typing)
  const hiddenOf = (use: Pick<SlotUse, 'slot' | 'operation'>): Hidden => {
    const { slot, operation } = use
    if (isOpen) return nothing
    return found.getOrInsertComputed(slot, () => look(expressionsOf(slot, typing), disclosures.ofSlot(slot), operation, shared.get(slot)))
  }
  const look = (
    expressions: readonly Expression[],
    disclosed: Disclosed,
    operation: Operation | undefined,
    shared: readonly string[] = [],
  ): Hidden => {
    const walk = walking(typing, disclosures)
    const names = namesInScope(operation, walk)
    const hides = expressions.map((expression) => visit(expression, { walk, names, disclosed, shared }))
    return resultOf(hides.flat(), walk)
  }
  return {
    ofUse: hiddenOf,
    asWithin: (operation, slot) =>
      isOpen ? nothing : look(expressionsOf(slot, typing), disclosures.ofPlace({ kind: 'operation', operation }), undefined),
    ofSlot(slot) {
      const use = uses.get(slot)
      return use === undefined ? nothing : hiddenOf(use)
    },
    ofCopied(view, property) {
      const resource = domain.views.get(view)?.resource
      if (isOpen || resource === undefined) return nothing
      const walk = walking(typing, disclosures)
      const hides = rulesOfTakenMember(resource, property, view, walk)
      return resultOf(hides, walk)
    },
  }
}

function resultOf(hides: readonly RuleCheck[], { asks, counts, lifts, parts }: HiddenWalk): Hidden {
  return { hides: distinct(hides), asks: distinct(asks), counts, lifts, parts }
}

function distinct(asks: readonly RuleCheck[]): readonly RuleCheck[] {
  return [...new Map(asks.map((ask) => [ruleCheckText(ask), ask])).values()]
}
