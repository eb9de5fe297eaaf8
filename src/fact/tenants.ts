// Finds operations that may touch tenant data although their caller may have no tenant.

import { withoutNull } from '../cel/fits.ts'
import { admitsAnonymous, securityOf } from '../model/security.ts'
import { listSpecifiedEntries, originOf } from '../model/slot.ts'
import type { ResourceInfo, TenantMember } from '../typing/domain.ts'
import { deriveProgramOutcome } from './conditions/effect.ts'
import { listEmitted, findEmitterSources } from './emitters.ts'
import { collectExpressions } from './expressions.ts'
import { readsOf } from './reads.ts'
import { type RawPoint, type OperationContext, point } from './operation-context.ts'

/** The tenant resources that an operation reads, writes, or sends events about. */
export function listTenantResources(operationContext: OperationContext): ResourceInfo[] {
  const { domain, hasTenants } = operationContext.modelIndex
  if (!hasTenants) return []
  return [...new Set([...readsOf(operationContext).resources, ...listResourcesReadForTenant(operationContext)])].flatMap((name) => {
    const resource = domain.resources.get(name)
    return resource !== undefined && resource.tenant.length > 0 ? [resource] : []
  })
}

/** Resources that events and callbacks of the transaction read. */
function listResourcesReadForTenant(operationContext: OperationContext): string[] {
  const { modelIndex } = operationContext
  const emitted = listEmitted(findEmitterSources(modelIndex), deriveProgramOutcome(operationContext).changes).map(({ value }) => value)
  const { expressions, texts } = collectExpressions(emitted)
  return [...expressions.map((text) => modelIndex.readsOf(text)), ...texts.flatMap((text) => modelIndex.readingOfText(text))].flatMap(
    ({ resources }) => [...resources],
  )
}

export function listTenantPoints(operationContext: OperationContext): RawPoint[] {
  const { model } = operationContext.modelIndex
  const admitsAnonymousCallers = model.authentication.state === 'none' || admitsAnonymous(securityOf(model, operationContext.operation))
  return listTenantResources(operationContext).flatMap(({ name, source, tenant }) => {
    if (!admitsAnonymousCallers && tenant.every((member) => isAlwaysPresent(operationContext, member))) return []
    const because = listSpecifiedEntries(source.slots.tenant).map(({ key }) => originOf(key))
    return [point('caller', 'forbidden', { subject: name }, { reads: ['caller'], provides: ['allowed'] }, because)]
  })
}

/** True if every authenticated caller has the value: a property of the caller, or a claim, that is never null. */
function isAlwaysPresent({ modelIndex }: OperationContext, { expression }: TenantMember): boolean {
  const typed = modelIndex.typing.expression(expression)
  if (typed?.kind !== 'select' || typed.operand.kind !== 'variable') return false
  const owner = withoutNull(typed.operand.type)
  if (owner.kind === 'record') {
    const property = modelIndex.domain.resources.get(owner.resource)?.properties.get(typed.member)
    return property !== undefined && property.type.kind !== 'nullable'
  }
  const member = owner.kind === 'object' ? owner.members.get(typed.member) : undefined
  return member !== undefined && member.optional !== true && member.type.kind !== 'nullable'
}
