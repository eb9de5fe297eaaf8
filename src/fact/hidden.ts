// Determines what read rules may hide of each shown expression: the rules that apply, and those whose refusal omits its value.

import type { Expression } from '../cel/expression.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type TemplateText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import type { SlotUse } from '../typing/slots/use.ts'
import { type RuleCheck, ruleCheckText } from './rule-check.ts'
import { type Disclosed, collectDisclosures } from './disclosures.ts'
import { listNamesInScope, listCopiedMemberRules, visit } from './hidden-walk.ts'
import { type HiddenWalk, startWalk } from './read-position.ts'
import { findCauseResource } from './delivered.ts'
import { collectExpressions } from './expressions.ts'

export type HiddenReads = {
  /** Rules whose refusal omits the whole value. */
  readonly hidingRules: readonly RuleCheck[]
  /** Every evaluated rule, even if it hides only a part of the value. */
  readonly ruleChecks: readonly RuleCheck[]
  /** Resources that are iterated without the records that the caller may not read. */
  readonly filteredResources: ReadonlySet<string>
  /** The entries of `discloses` that apply here, as written. */
  readonly usedDisclosures: ReadonlySet<string>
  /** The parts of the expression that rules may hide, with those rules. */
  readonly parts: ReadonlyMap<Expression, readonly RuleCheck[]>
}

export type HidingAnalysis = {
  /** Analyses an expression or a text, with the names in its scope. */
  analyseUse(use: Pick<SlotUse, 'slot' | 'operation'>): HiddenReads
  /** Analyses a guard of a transition that an operation makes; the operation's disclosures apply. */
  analyseGuard(operation: Operation, slot: ExpressionText): HiddenReads
  /** By the slot, without an operation. */
  analyseSlot(slot: ExpressionText | TemplateText): HiddenReads
  /** The rules of a property that a view copies. */
  analyseCopied(view: string, property: string): HiddenReads
}

const cache = new WeakMap<Typing, HidingAnalysis>()

/** Cached, because several analyses use it. */
export function analyseHiding(typing: Typing): HidingAnalysis {
  return cache.getOrInsertComputed(typing, () => createAnalysis(typing))
}

const nothingHidden: HiddenReads = {
  hidingRules: [],
  ruleChecks: [],
  filteredResources: new Set(),
  usedDisclosures: new Set(),
  parts: new Map(),
}

/** For events and callbacks with causes of several resources: the resources of `this`, by slot. */
function findSharedRecords(typing: Typing): ReadonlyMap<ExpressionText | TemplateText, readonly string[]> {
  const { types, callbacks } = typing.domain.model.events.value
  const resourcesBySlot = new Map<ExpressionText | TemplateText, readonly string[]>()
  for (const { value } of [...listSpecifiedEntries(types), ...listSpecifiedEntries(callbacks)]) {
    const resources = [...new Set((slotValueOf(value.on) ?? []).flatMap((cause) => findCauseResource(typing, cause)?.name ?? []))]
    if (resources.length < 2) continue
    const { expressions, texts } = collectExpressions(value)
    for (const slot of [...expressions, ...texts]) resourcesBySlot.set(slot, resources)
  }
  return resourcesBySlot
}

function createAnalysis(typing: Typing): HidingAnalysis {
  const { domain } = typing
  const { authentication } = domain.model
  const isOpen = authentication.state !== 'shown'
  const disclosures = collectDisclosures(domain)
  const results = new Map<ExpressionText | TemplateText, HiddenReads>()
  const uses = new Map(typing.slots.map((use) => [use.slot, use]))
  const sharedResources = findSharedRecords(typing)
  const analyseUse = (use: Pick<SlotUse, 'slot' | 'operation'>): HiddenReads => {
    const { slot, operation } = use
    if (isOpen) return nothingHidden
    return results.getOrInsertComputed(slot, () =>
      analyse(expressionsOf(slot, typing), disclosures.ofSlot(slot), operation, sharedResources.get(slot)),
    )
  }
  const analyse = (
    expressions: readonly Expression[],
    disclosure: Disclosed,
    operation: Operation | undefined,
    sharedResources: readonly string[] = [],
  ): HiddenReads => {
    const walk = startWalk(typing, disclosures)
    const names = listNamesInScope(operation, walk)
    const hidingRules = expressions.map((expression) => visit(expression, { walk, names, disclosed: disclosure, sharedResources }))
    return summariseWalk(hidingRules.flat(), walk)
  }
  return {
    analyseUse,
    analyseGuard: (operation, slot) =>
      isOpen ? nothingHidden : analyse(expressionsOf(slot, typing), disclosures.ofPlace({ kind: 'operation', operation }), undefined),
    analyseSlot(slot) {
      const use = uses.get(slot)
      return use === undefined ? nothingHidden : analyseUse(use)
    },
    analyseCopied(view, property) {
      const resource = domain.views.get(view)?.resource
      if (isOpen || resource === undefined) return nothingHidden
      const walk = startWalk(typing, disclosures)
      const hidingRules = listCopiedMemberRules(resource, property, view, walk)
      return summariseWalk(hidingRules, walk)
    },
  }
}

function summariseWalk(
  hidingRules: readonly RuleCheck[],
  { ruleChecks, filteredResources, usedDisclosures, parts }: HiddenWalk,
): HiddenReads {
  return { hidingRules: removeDuplicates(hidingRules), ruleChecks: removeDuplicates(ruleChecks), filteredResources, usedDisclosures, parts }
}

function removeDuplicates(ruleChecks: readonly RuleCheck[]): readonly RuleCheck[] {
  return [...new Map(ruleChecks.map((ruleCheck) => [ruleCheckText(ruleCheck), ruleCheck])).values()]
}
