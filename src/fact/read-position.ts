// The position of a shown expression: the names in scope, the rules that its place lifts, and the rules collected so far.

import type { Expression } from '../cel/expression.ts'
import type { Typing } from '../typing/domain.ts'
import type { NameInScope, NamesInScope } from './authorised-records.ts'
import type { RuleCheck } from './rule-check.ts'
import type { Disclosed, Disclosures } from './disclosures.ts'
import { hasRestrictedRecords } from './rules.ts'

/** The rules that all expressions of one walk evaluate, and the disclosures that they use. */
export type HiddenWalk = {
  readonly typing: Typing
  readonly disclosures: Disclosures
  readonly ruleChecks: RuleCheck[]
  readonly filteredResources: Set<string>
  readonly usedDisclosures: Set<string>
  /** The visited views and computed properties, with the rules that hide the latter. */
  readonly visited: Map<string, readonly RuleCheck[]>
  readonly parts: Map<Expression, readonly RuleCheck[]>
}

/** The place of an expression: the names that it reads, and the rules that its place lifts; `view` is the view around it. */
export type ReadPosition = {
  readonly walk: HiddenWalk
  readonly names: NamesInScope
  readonly disclosed: Disclosed
  readonly view?: string
  readonly sharedResources?: readonly string[]
}

export function startWalk(typing: Typing, disclosures: Disclosures): HiddenWalk {
  return {
    typing,
    disclosures,
    ruleChecks: [],
    filteredResources: new Set(),
    usedDisclosures: new Set(),
    visited: new Map(),
    parts: new Map(),
  }
}

export const unauthorisedName: NameInScope = { hidingRules: [], isAuthorised: false }
export const authorisedName: NameInScope = { hidingRules: [], isAuthorised: true }

export function checkInView(ruleCheck: RuleCheck, { view }: ReadPosition): RuleCheck {
  return view === undefined ? ruleCheck : { ...ruleCheck, view }
}

export function liftsRule(ruleCheck: RuleCheck, { walk, disclosed }: ReadPosition): boolean {
  const isDisclosed = ruleCheck.kind === 'record' && disclosed.resources.has(ruleCheck.resource)
  if (isDisclosed) walk.usedDisclosures.add(ruleCheck.resource)
  return isDisclosed
}

export function addFilteredResource(resource: string, position: ReadPosition): void {
  const { walk } = position
  if (!hasRestrictedRecords(walk.typing.domain.model, resource) || liftsRule({ kind: 'record', resource }, position)) return
  walk.filteredResources.add(resource)
}
