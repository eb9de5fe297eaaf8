// Reports events about a shared record that read tenant data: that of the causing caller, sent to all tenants.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { findCauseResource } from '../../fact/delivered.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import type { EventType } from '../../model/events.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isInOtherTenant } from './no-tenant.ts'

const code = 'events/foreign-tenant'

export const check: Check = {
  code,
  run(facts) {
    if (facts.typing.domain.resources.values().every(({ tenant }) => tenant.length === 0)) return []
    return listSpecifiedEntries(facts.model.events.value.types).flatMap(({ name, value }) => checkType(name, value, facts))
  },
}

function checkType(name: string, type: EventType, facts: Facts): Diagnostic[] {
  for (const cause of slotValueOf(type.on) ?? []) {
    const eventResource = findCauseResource(facts.typing, cause)
    const tenantRead = eventResource && findTenantRead(type, eventResource, facts.typing)
    if (eventResource === undefined || tenantRead === undefined) continue
    const { resource, node } = tenantRead
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} is about a ${quoteName(eventResource.name)}, and reads records of ${quoteName(resource.name)}, each of which belongs to one tenant`,
        { span: node.span, text: `reads ${quoteName(resource.name)}` },
        {
          others: [{ span: resource.source.key.span, text: `separated by ${quoteName(resource.tenant[0]!.property)}` }],
          reason: `An event's content is computed once, within the tenant that causes it, and sent to all subscribers, also of other tenants, because ${eventResource.name} belongs to no tenant.`,
          help: advise`${remove('Remove it')}: recipients can request the data of their own tenant. Or use a subject of the same tenant as ${quoteName(resource.name)}.`,
        },
      ),
    ]
  }
  return []
}

/** Searches all expressions of the event, including its condition `when`. */
function findTenantRead(
  { when, partitionkey, subject, dataschema, data }: EventType,
  eventResource: ResourceInfo,
  typing: Typing,
): { readonly resource: ResourceInfo; readonly node: Node } | undefined {
  const { expressions, texts } = collectExpressions([when, partitionkey, subject, dataschema, data])
  const places = [
    ...expressions.map((text) => ({ node: text.node, typedExpressions: [typing.expression(text)] })),
    ...texts.map((text) => ({
      node: text.node,
      typedExpressions: (typing.text(text) ?? []).map((piece) => (piece.kind === 'expression' ? piece.expression : undefined)),
    })),
  ]
  for (const { node, typedExpressions } of places) {
    for (const expression of typedExpressions) {
      const resource = expression && findTenantResource(expression, { eventResource, typing, visited: new Set() })
      if (resource !== undefined) return { resource, node }
    }
  }
  return undefined
}

type Walk = { readonly eventResource: ResourceInfo; readonly typing: Typing; readonly visited: Set<string> }

/** The first tenant resource that the expression reads, also through views and computed properties. */
function findTenantResource(expression: Expression, walk: Walk): ResourceInfo | undefined {
  const {
    eventResource,
    typing: { domain },
  } = walk
  const queried = expression.kind === 'find' ? expression.resource : expression.type.kind === 'query' ? expression.type.resource : undefined
  const resource = queried === undefined ? undefined : domain.resources.get(queried)
  if (resource !== undefined && isInOtherTenant(resource, eventResource)) return resource
  return findFirst([
    ...(expression.kind === 'select' ? [() => searchProperty(expression.operand.type, expression.member, walk)] : []),
    ...(expression.kind === 'call' ? [() => searchView(expression.name, walk)] : []),
    ...partsOf(expression).map((part) => () => findTenantResource(part.expression, walk)),
  ])
}

function searchProperty(owner: Expression['type'], member: string, walk: Walk): ResourceInfo | undefined {
  const record = withoutNull(owner.kind === 'optional' ? owner.of : owner)
  return record.kind === 'record' ? searchMember(record.resource, member, walk) : undefined
}

function searchMember(resource: string, member: string, { eventResource, typing, visited }: Walk): ResourceInfo | undefined {
  const name = `${resource}.${member}`
  const compute = typing.domain.resources.get(resource)?.properties.get(member)?.compute
  if (compute === undefined || compute.stored || visited.has(name)) return undefined
  visited.add(name)
  const expression = typing.expression(compute.expression)
  return expression && findTenantResource(expression, { eventResource, typing, visited })
}

function searchView(name: string, walk: Walk): ResourceInfo | undefined {
  const view = walk.typing.domain.views.get(name)
  if (view === undefined || walk.visited.has(name)) return undefined
  walk.visited.add(name)
  return findFirst(
    view.members.flatMap((member) => {
      if (member.kind === 'take') return [() => searchMember(view.resource, member.name, walk)]
      return collectExpressions(member.template).expressions.map((text) => () => {
        const expression = walk.typing.expression(text)
        return expression && findTenantResource(expression, walk)
      })
    }),
  )
}

function findFirst<T>(searches: readonly (() => T | undefined)[]): T | undefined {
  for (const search of searches) {
    const result = search()
    if (result !== undefined) return result
  }
  return undefined
}
