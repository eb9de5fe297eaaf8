// Lists the look-ups of part 5: for a scheme's credential, and for the caller.

import { withoutNull } from '../../cel/fits.ts'
import type { CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import type { Model } from '../../model/model.ts'
import { usesTokens } from '../../model/security.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import type { Span } from '../../base/text.ts'
import type { Domain, ResourceInfo, TenantMember } from '../../typing/domain.ts'
import type { DeclaredIdentity } from '../endpoints/subject.ts'

export function listLookUps({ authentication: { value } }: Model): Lookup[] {
  const caller = slotValue(value.caller)
  return [
    ...specifiedEntries(value.schemes).flatMap((scheme) => slotValue(scheme.value.find) ?? []),
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

export function findTenantCycles({ model, typing }: Pick<Facts, 'model' | 'typing'>): readonly TenantCycle[] {
  const { schemes, caller } = model.authentication.value
  const modelIndex = indexModel(model, typing)
  return specifiedEntries(schemes).flatMap(({ name: scheme, value }): TenantCycle[] => {
    const hasClaims = usesTokens(value)
    const describeCycle = (isCaller: boolean, name: string | undefined, span: Span | undefined): TenantCycle[] => {
      const resource = typing.domain.resources.get(name ?? '')
      const member = resource?.tenant.find(({ expression }) => modelIndex.readsOf(expression).variables.has('caller'))
      return resource === undefined || member === undefined || span === undefined ? [] : [{ resource, member, span, isCaller, hasClaims }]
    }
    const declared = slotValue(caller)
    const rule =
      declared?.kind === 'schemes' ? slotValue(declared.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' }) : declared
    const lookedUpResource = slotValue(slotValue(value.find)?.find ?? { state: 'unsaid' })
    const credentialCycle = describeCycle(rule === undefined, lookedUpResource?.text, lookedUpResource?.node.span)
    switch (rule?.kind) {
      case 'expression': {
        const callerExpression = typing.expression(rule.expression)
        const type = callerExpression && withoutNull(callerExpression.type)
        return [...credentialCycle, ...describeCycle(true, type?.kind === 'record' ? type.resource : undefined, rule.expression.node.span)]
      }
      case 'lookup': {
        const lookedUp = slotValue(rule.lookup.find)
        return [...credentialCycle, ...describeCycle(true, lookedUp?.text, lookedUp?.node.span)]
      }
      case 'schemes':
      case undefined:
        return credentialCycle
    }
  })
}

function lookUpsOfRule(rule: CallerRule): Lookup[] {
  if (rule.kind === 'lookup') return [rule.lookup]
  return rule.kind === 'schemes'
    ? specifiedEntries({ state: 'shown', value: rule.schemes, at: rule.node }).flatMap(({ value }) => lookUpsOfRule(value))
    : []
}

export function listIdentities(model: Model, domain: Domain): DeclaredIdentity[] {
  return listLookUps(model).flatMap(({ find, by }) => {
    const word = slotValue(find)
    const resource = domain.resources.get(word?.text ?? '')
    return word === undefined || resource === undefined ? [] : [{ resource, by, key: word.node }]
  })
}
