// Lists the look-ups of part 5: for a scheme's credential, and for the caller.

import { withoutNull } from '../../cel/fits.ts'
import type { CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import type { Model } from '../../model/model.ts'
import { usesTokens } from '../../model/security.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import type { Span } from '../../base/text.ts'
import type { Domain, ResourceInfo, TenantMember } from '../../typing/domain.ts'
import type { DeclaredIdentity } from '../endpoints/subject.ts'

/** The look-ups of all schemes, and of the rule for the caller. */
export function listLookUps({ authentication: { value } }: Model): Lookup[] {
  const caller = slotValueOf(value.caller)
  return [
    ...listSpecifiedEntries(value.schemes).flatMap((scheme) => slotValueOf(scheme.value.find) ?? []),
    ...(caller === undefined ? [] : lookUpsOfRule(caller)),
  ]
}

/** A resource from which callers are looked up, although its tenant is known only after that look-up. */
export type TenantCycle = {
  readonly resource: ResourceInfo
  readonly member: TenantMember
  readonly span: Span
  /** True if its records are callers. */
  readonly isCaller: boolean
  /** True if the scheme has claims, which may contain a tenant. */
  readonly hasClaims: boolean
}

/** For each scheme: the record of its credential, and the record of the caller. */
export function findTenantCycles({ model, typing }: Pick<Facts, 'model' | 'typing'>): readonly TenantCycle[] {
  const { schemes, caller } = model.authentication.value
  const modelIndex = indexModel(model, typing)
  return listSpecifiedEntries(schemes).flatMap(({ name, value: scheme }): TenantCycle[] => {
    const rule = ruleOfScheme(slotValueOf(caller), name)
    const lookedUpRecords = [
      { ...recordOfLookUp(slotValueOf(scheme.find)), isCaller: rule === undefined },
      ...(rule === undefined ? [] : [{ ...recordOfRule(rule, typing), isCaller: true }]),
    ]
    return lookedUpRecords.flatMap(({ resource: resourceName, span, isCaller }): TenantCycle[] => {
      const resource = typing.domain.resources.get(resourceName ?? '')
      const member = resource?.tenant.find(({ expression }) => modelIndex.readsOf(expression).variables.has('caller'))
      if (resource === undefined || member === undefined || span === undefined) return []
      return [{ resource, member, span, isCaller, hasClaims: usesTokens(scheme) }]
    })
  })
}

/** The rule that determines the caller of a scheme; undefined if the record of the credential is the caller. */
function ruleOfScheme(rule: CallerRule | undefined, scheme: string): CallerRule | undefined {
  if (rule?.kind !== 'schemes') return rule
  return slotValueOf(rule.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' })
}

type LookedUpRecord = { readonly resource?: string; readonly span?: Span }

function recordOfLookUp(lookUp: Lookup | undefined): LookedUpRecord {
  const resource = lookUp && slotValueOf(lookUp.find)
  return resource === undefined ? {} : { resource: resource.text, span: resource.node.span }
}

function recordOfRule(rule: CallerRule, typing: Facts['typing']): LookedUpRecord {
  switch (rule.kind) {
    case 'lookup':
      return recordOfLookUp(rule.lookup)
    case 'expression': {
      const expression = typing.expression(rule.expression)
      const type = expression && withoutNull(expression.type)
      return type?.kind === 'record' ? { resource: type.resource, span: rule.expression.node.span } : {}
    }
    case 'schemes':
      return {}
  }
}

function lookUpsOfRule(rule: CallerRule): Lookup[] {
  if (rule.kind === 'lookup') return [rule.lookup]
  return rule.kind === 'schemes'
    ? listSpecifiedEntries({ state: 'shown', value: rule.schemes, at: rule.node }).flatMap(({ value }) => lookUpsOfRule(value))
    : []
}

/** The resources that look-ups of part 5 identify by values, with those values. */
export function listIdentities(model: Model, domain: Domain): DeclaredIdentity[] {
  return listLookUps(model).flatMap(({ find, by }) => {
    const word = slotValueOf(find)
    const resource = domain.resources.get(word?.text ?? '')
    return word === undefined || resource === undefined ? [] : [{ resource, by, key: word.node }]
  })
}
