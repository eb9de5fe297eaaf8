// Finds the references through which timers read a time or a zone of another record: a write of that record moves these timers.

import type { Expression } from '../cel/expression.ts'
import { withoutNull } from '../cel/fits.ts'
import { partsOf } from '../cel/parts.ts'
import { listSpecifiedEntries } from '../model/slot.ts'
import { findTimeText, listTimed } from '../model/timed.ts'
import type { Domain, ResourceInfo, Typing } from '../typing/domain.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import type { ModelIndex } from './model-index.ts'
import { isReferredFromOtherTenants } from './other-tenants.ts'

/** A reference of records whose timers read the record that it refers to. */
export type Follower = { readonly resource: string; readonly property: string }

/**
 * The property `show` in `this.show.start`, of a record of the resource. Undefined for any other expression, and for records that several
 * tenants share, because a transaction writes timers of its own tenant only.
 */
export function findFollowedReference(expression: Expression, resource: ResourceInfo, domain: Domain): string | undefined {
  if (expression.kind !== 'select' && expression.kind !== 'has') return undefined
  const { operand } = expression
  if (operand.kind !== 'select' || operand.operand.kind !== 'variable' || operand.operand.name !== 'this') return undefined
  const reference = resource.properties.get(operand.member)?.reference
  const target = reference === undefined || reference.many ? undefined : domain.resources.get(reference.resource)
  if (target === undefined || isReferredFromOtherTenants(target.tenant, resource.tenant)) return undefined
  return withoutNull(expression.type).kind === 'query' ? undefined : operand.member
}

const cache = new WeakMap<ModelIndex, ReadonlyMap<string, readonly Follower[]>>()

/** By the resource of the record that timers read. */
export function listFollowers(modelIndex: ModelIndex): ReadonlyMap<string, readonly Follower[]> {
  return cache.getOrInsertComputed(modelIndex, ({ model, typing, domain }) => {
    const followers = new Map<string, Follower>()
    for (const { resource: name, slots } of model.states.value.machines) {
      const resource = domain.resources.get(name)
      if (resource === undefined) continue
      const expressions = listSpecifiedEntries(slots.states).flatMap(({ value }) => timeExpressions(value, typing))
      for (const property of collectReferences(expressions, resource, typing, new Set()))
        followers.set(`${name}.${property}`, { resource: name, property })
    }
    return Map.groupBy(
      followers.values(),
      ({ resource, property }) => domain.resources.get(resource)!.properties.get(property)!.reference!.resource,
    )
  })
}

function timeExpressions(state: Parameters<typeof listTimed>[0], typing: Typing): readonly Expression[] {
  return listTimed(state).flatMap((timed) => {
    const text = findTimeText(timed)
    return text === undefined ? [] : expressionsOf(text, typing)
  })
}

/** Also through computed properties of the record. */
function collectReferences(
  expressions: readonly Expression[],
  resource: ResourceInfo,
  typing: Typing,
  visited: Set<string>,
): readonly string[] {
  return expressions.flatMap((expression): readonly string[] => {
    const followed = findFollowedReference(expression, resource, typing.domain)
    const computed = findComputed(expression, resource, typing, visited)
    const parts = [...partsOf(expression).map((part) => part.expression), ...(computed === undefined ? [] : [computed])]
    return [...(followed === undefined ? [] : [followed]), ...collectReferences(parts, resource, typing, visited)]
  })
}

function findComputed(expression: Expression, resource: ResourceInfo, typing: Typing, visited: Set<string>): Expression | undefined {
  if (expression.kind !== 'select' || expression.operand.kind !== 'variable' || expression.operand.name !== 'this') return undefined
  const text = resource.properties.get(expression.member)?.compute?.expression
  if (text === undefined || visited.has(expression.member)) return undefined
  visited.add(expression.member)
  return typing.expression(text)
}
