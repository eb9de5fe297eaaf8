// The read rules of the records that a shown expression reads, as conditions that a store adds to its statements.

import type { Expression } from '../../cel/expression.ts'
import { type Disclosed, type DisclosingPlace, collectDisclosures } from '../../fact/disclosures.ts'
import { readCondition } from '../../fact/read-rules.ts'
import { findPropertyRule } from '../../fact/rules.ts'
import { type HiddenData, getHiddenData } from '../../fact/hidden-data.ts'
import type { ModelIndex } from '../../fact/model-index.ts'

/** `all`, `none`, or a condition on `this`. */
export type ReadRule = 'all' | 'none' | Expression

/** `orOwn`: or the record is readable regardless of the rule, as `Visibility` defines. */
export type RecordRule = { readonly rule: ReadRule; readonly orOwn: boolean }

export type MemberRules = { readonly record: RecordRule; readonly field: ReadRule }

/** The expressions at one place. */
export type ReadRules = {
  /** The rule for records that are iterated or reached by a path. Undefined if it is not a condition. */
  ofRecord(resource: string): RecordRule | undefined
  /** The rules for a member of a record; `accessedBy` tells whether a variable names the record or a path leads to it. */
  ofMember(resource: string, member: string, accessedBy: 'name' | 'path'): MemberRules | undefined
  /** True if a stored computed property is hidden when its expression is. */
  isRecomputed(resource: string, member: string): boolean
  /** The rules inside a view of an authorised record. */
  inView(view: string, resource: string): ReadRules
  /** In the expression of a computed property, read by a name or at the end of a path. */
  inProperty(resource: string, property: string): ReadRules
}

/** The rules of a member. A reference is a key: reading the key of the record at a path's end does not need that record's rule. */
export function findRulesOfMember(
  hiddenData: HiddenData,
  disclosed: Disclosed,
  isKey: boolean,
  { resource, member, accessedBy }: { readonly resource: string; readonly member: string; readonly accessedBy: 'name' | 'path' },
): { readonly record: boolean; readonly field: boolean } {
  if ((isKey && accessedBy === 'path') || disclosed.fields.has(`${resource}.${member}`)) return { record: false, field: false }
  return {
    record: !isKey && hasRecordRule(hiddenData, disclosed, resource),
    field: hiddenData.properties.get(resource)?.has(member) === true,
  }
}

export function hasRecordRule(hiddenData: HiddenData, disclosed: Disclosed, resource: string): boolean {
  return hiddenData.resources.has(resource) && !disclosed.resources.has(resource)
}

/** `isReadOnly`: the transaction wrote nothing, so each record that a statement found satisfies the rule. */
type RulesScope = {
  readonly modelIndex: ModelIndex
  readonly hiddenData: HiddenData
  readonly isReadOnly: boolean
  /** By the exceptions, and by the resource of the authorised record. */
  readonly cache: WeakMap<Disclosed, Map<string | undefined, ReadRules>>
  /** The same by the names of the exceptions: places with equal exceptions share their rules. */
  readonly cacheByName: Map<string, Map<string | undefined, ReadRules>>
}

const scopesByModel = new WeakMap<ModelIndex, { readonly [kind in 'reading' | 'writing']: RulesScope }>()

/** Returns the same object for the same place. Undefined if every caller may read everything. */
export function readRulesOf(modelIndex: ModelIndex, disclosed: Disclosed, isReadOnly: boolean): ReadRules | undefined {
  const hiddenData = getHiddenData(modelIndex)
  if (hiddenData === undefined) return undefined
  const scopes = scopesByModel.getOrInsertComputed(modelIndex, () => ({
    reading: { modelIndex, hiddenData, isReadOnly: true, cache: new WeakMap(), cacheByName: new Map() },
    writing: { modelIndex, hiddenData, isReadOnly: false, cache: new WeakMap(), cacheByName: new Map() },
  }))
  return makeRulesAt(isReadOnly ? scopes.reading : scopes.writing, disclosed, undefined)
}

/** `authorised`: the resource of the expressions' own record, if its rule was evaluated already. */
function makeRulesAt(scope: RulesScope, disclosed: Disclosed, authorised: string | undefined): ReadRules {
  let rulesByResource = scope.cache.get(disclosed)
  if (rulesByResource === undefined) {
    const name = [disclosed.lookUps, disclosed.resources, disclosed.fields].map((names) => [...names].toSorted().join()).join(';')
    rulesByResource = scope.cacheByName.getOrInsertComputed(name, () => new Map())
    scope.cache.set(disclosed, rulesByResource)
  }
  let rules = rulesByResource.get(authorised)
  if (rules === undefined) rulesByResource.set(authorised, (rules = makeRules(scope, disclosed, authorised)))
  return rules
}

const unrestricted: RecordRule = { rule: 'all', orOwn: false }

function makeRules(scope: RulesScope, disclosed: Disclosed, authorised: string | undefined): ReadRules {
  const { modelIndex, hiddenData, isReadOnly } = scope
  const disclosures = collectDisclosures(modelIndex.domain)
  const members = new Map<string, MemberRules | undefined>()
  const records = new Map<string, RecordRule | undefined>()

  function findRecordRule(resource: string): RecordRule | undefined {
    if (!hasRecordRule(hiddenData, disclosed, resource)) return unrestricted
    // The record itself is readable here, and no rule can tell it from other records.
    if (resource === authorised) return undefined
    const rule = readCondition(modelIndex, resource)
    if (rule === undefined) return undefined
    const isOwnByRule = isReadOnly && disclosed.lookUps.size === 0
    return isOwnByRule && rule.orCaller !== undefined
      ? { rule: simplifyRule(rule.orCaller), orOwn: false }
      : { rule: simplifyRule(rule.byRule), orOwn: true }
  }

  function findMemberRules(resource: string, member: string, accessedBy: 'name' | 'path'): MemberRules | undefined {
    const isKey = modelIndex.domain.resources.get(resource)?.key.includes(member) === true
    const memberRules = findRulesOfMember(hiddenData, disclosed, isKey, { resource, member, accessedBy })
    const record = memberRules.record && accessedBy === 'path' ? rules.ofRecord(resource) : unrestricted
    const field = memberRules.field ? findFieldRule(resource, member) : 'all'
    return record === undefined || field === undefined ? undefined : { record, field }
  }

  function findFieldRule(resource: string, member: string): ReadRule | undefined {
    const rule = findPropertyRule(modelIndex, resource, member, 'read')
    if (rule.kind === 'conditional') return modelIndex.typing.expression(rule.expression)
    return rule.kind === 'allowed' ? 'all' : 'none'
  }

  function makeRulesWithin(place: DisclosingPlace, resource: string, isAuthorised: boolean): ReadRules {
    return makeRulesAt(
      scope,
      disclosures.all.length === 0 ? disclosed : disclosures.ofPlace(place),
      isAuthorised && hiddenData.resources.has(resource) ? resource : undefined,
    )
  }

  const rules: ReadRules = {
    ofRecord: (resource) => records.getOrInsertComputed(resource, () => findRecordRule(resource)),
    ofMember: (resource, member, accessedBy) =>
      members.getOrInsertComputed(`${resource}.${member} ${accessedBy}`, () => findMemberRules(resource, member, accessedBy)),
    isRecomputed: (resource, member) => hiddenData.computed.get(resource)?.has(member) === true,
    inView: (view, resource) =>
      makeRulesWithin({ kind: 'view', name: view }, resource, disclosed.resources.has(resource) || resource === authorised),
    inProperty: (resource, property) =>
      makeRulesWithin(
        { kind: 'property', resource, property },
        resource,
        disclosed.resources.has(resource) || disclosed.fields.has(`${resource}.${property}`) || resource === authorised,
      ),
  }
  return rules
}

function simplifyRule(rule: Expression): ReadRule {
  if (rule.kind !== 'literal') return rule
  return rule.value === true ? 'all' : 'none'
}
