// Lists the look-ups of part 5: for a scheme's credential, and for the caller.

import { withoutNull } from '../../cel/fits.ts'
import type { CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import type { Model } from '../../model/model.ts'
import { bringsTokens } from '../../model/security.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Facts } from '../../fact/fact.ts'
import { world } from '../../fact/world.ts'
import type { Span } from '../../base/text.ts'
import type { Domain, ResourceInfo, TenantMember } from '../../typing/domain.ts'
import type { DeclaredIdentity } from '../endpoints/subject.ts'

export function lookUpsOf({ authentication: { value } }: Model): Lookup[] {
  const caller = slotValue(value.caller)
  return [
    ...specifiedEntries(value.schemes).flatMap((scheme) => slotValue(scheme.value.find) ?? []),
    ...(caller === undefined ? [] : ofRule(caller)),
  ]
}

/** A resource from which callers are looked up, although its tenant is known only after that look-up. */
export type Circle = {
  readonly resource: ResourceInfo
  readonly member: TenantMember
  readonly span: Span
  /** True if its records are callers. */
  readonly isCaller: boolean
  /** True if the scheme has claims, which may contain a tenant. */
  readonly hasClaims: boolean
}

export function circlesIn({ model, typing }: Pick<Facts, 'model' | 'typing'>): readonly Circle[] {
  const { schemes, caller } = model.authentication.value
  const known = world(model, typing)
  return specifiedEntries(schemes).flatMap(({ name: scheme, value }): Circle[] => {
    const hasClaims = bringsTokens(value)
    const circle = (isCaller: boolean, name: string | undefined, span: Span | undefined): Circle[] => {
      const resource = typing.domain.resources.get(name ?? '')
      const member = resource?.tenant.find(({ expression }) => known.reading(expression).variables.has('caller'))
      return resource === undefined || member === undefined || span === undefined ? [] : [{ resource, member, span, isCaller, hasClaims }]
    }
    const declared = slotValue(caller)
    const rule =
      declared?.kind === 'schemes' ? slotValue(declared.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' }) : declared
    const found = slotValue(slotValue(value.find)?.find ?? { state: 'unsaid' })
    const byKey = circle(rule === undefined, found?.text, found?.node.span)
    switch (rule?.kind) {
      case 'expression': {
        const typed = typing.expression(rule.expression)
        const type = typed && withoutNull(typed.type)
        return [...byKey, ...circle(true, type?.kind === 'record' ? type.resource : undefined, rule.expression.node.span)]
      }
      case 'lookup': {
        const looked = slotValue(rule.lookup.find)
        return [...byKey, ...circle(true, looked?.text, looked?.node.span)]
      }
      case 'schemes':
      case undefined:
        return byKey
    }
  })
}

function ofRule(rule: CallerRule): Lookup[] {
  if (rule.kind === 'lookup') return [rule.lookup]
  return rule.kind === 'schemes'
    ? specifiedEntries({ state: 'shown', value: rule.schemes, at: rule.node }).flatMap(({ value }) => ofRule(value))
    : []
}

export function identitiesIn(model: Model, domain: Domain): DeclaredIdentity[] {
  return lookUpsOf(model).flatMap(({ find, by }) => {
    const word = slotValue(find)
    const resource = domain.resources.get(word?.text ?? '')
    return word === undefined || resource === undefined ? [] : [{ resource, by, key: word.node }]
  })
}
