// Where an operation may touch records that are kept apart by tenant, and whoever calls may have none.

import { withoutNull } from '../cel/fits.ts'
import { letsAnybodyIn, securityOf } from '../model/security.ts'
import { each, originOf } from '../model/slot.ts'
import type { ResourceInfo, TenantMember } from '../typing/domain.ts'
import { outcomeOf } from './conditions/effect.ts'
import { emittedBy, emitterSources } from './emitters.ts'
import { expressionsSaid } from './expressions.ts'
import { readsOf } from './reads.ts'
import { type RawPoint, type Situation, point } from './situation.ts'

/** The resources that it reads or writes and that keep tenants apart, also for what it tells. */
export function tenantResources(situation: Situation): ResourceInfo[] {
  const { domain, hasTenants } = situation.world
  if (!hasTenants) return []
  return [...new Set([...readsOf(situation).resources, ...readToTell(situation)])].flatMap((name) => {
    const resource = domain.resources.get(name)
    return resource !== undefined && resource.tenant.length > 0 ? [resource] : []
  })
}

/** Resources that are asked over, within the transaction, for events and callbacks that it causes. */
function readToTell(situation: Situation): string[] {
  const { world } = situation
  const told = emittedBy(emitterSources(world), outcomeOf(situation).changes).map(({ value }) => value)
  const { expressions, texts } = expressionsSaid(told)
  return [...expressions.map((text) => world.reading(text)), ...texts.flatMap((text) => world.readingOfText(text))].flatMap(({ resources }) => [...resources])
}

export function tenantPoints(situation: Situation): RawPoint[] {
  const { model } = situation.world
  const isOpen = model.authentication.state === 'none' || letsAnybodyIn(securityOf(model, situation.operation))
  return tenantResources(situation).flatMap(({ name, source, tenant }) => {
    if (!isOpen && tenant.every((member) => isSurelyThere(situation, member))) return []
    const because = each(source.slots.tenant).map(({ key }) => originOf(key))
    return [point('caller', 'forbidden', { subject: name }, { reads: ['caller'], gives: ['allowed'] }, because)]
  })
}

/** Whether everybody who is known has it: a property of the caller, or a claim, that is never null. */
function isSurelyThere({ world }: Situation, { expression }: TenantMember): boolean {
  const typed = world.typing.expression(expression)
  if (typed?.kind !== 'select' || typed.operand.kind !== 'variable') return false
  const owner = withoutNull(typed.operand.type)
  if (owner.kind === 'record') {
    const property = world.domain.resources.get(owner.resource)?.properties.get(typed.member)
    return property !== undefined && property.type.kind !== 'nullable'
  }
  const member = owner.kind === 'object' ? owner.members.get(typed.member) : undefined
  return member !== undefined && member.optional !== true && member.type.kind !== 'nullable'
}
