// Reports events about a shared record that read tenant data: that of the causing caller, sent to all tenants.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { resourceOfCause } from '../../fact/delivered.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import type { EventType } from '../../model/events.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isApartFrom } from './no-tenant.ts'

const code = 'events/foreign-tenant'

export const check: Check = {
  code,
  run(facts) {
    if (facts.typing.domain.resources.values().every(({ tenant }) => tenant.length === 0)) return []
    return specifiedEntries(facts.model.events.value.types).flatMap(({ name, value }) => checkType(name, value, facts))
  },
}

function checkType(name: string, type: EventType, facts: Facts): Diagnostic[] {
  for (const cause of slotValue(type.on) ?? []) {
    const about = resourceOfCause(facts.typing, cause)
    const found = about && firstApart(type, about, facts.typing)
    if (about === undefined || found === undefined) continue
    const { resource, node } = found
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(name)} is about a ${quoteName(about.name)}, and reads records of ${quoteName(resource.name)}, which are each of one tenant`,
        { span: node.span, text: `reads ${quoteName(resource.name)}` },
        {
          others: [{ span: resource.source.key.span, text: `kept apart by ${quoteName(resource.tenant[0]!.property)}` }],
          reason: `An event's content is computed once, within the tenant that causes it, and sent to all subscribers, also of other tenants, because ${about.name} belongs to no tenant.`,
          help: `Leave it out: whoever is told asks for what is its own. Or let the event be about a record of the same tenant, as ${quoteName(resource.name)} is.`,
        },
      ),
    ]
  }
  return []
}

/** All expressions that run with the event, including the decision whether to send it. */
function firstApart(
  { when, partitionkey, subject, dataschema, data }: EventType,
  about: ResourceInfo,
  typing: Typing,
): { readonly resource: ResourceInfo; readonly node: Node } | undefined {
  const { expressions, texts } = collectExpressions([when, partitionkey, subject, dataschema, data])
  const places = [
    ...expressions.map((text) => ({ node: text.node, all: [typing.expression(text)] })),
    ...texts.map((text) => ({
      node: text.node,
      all: (typing.text(text) ?? []).map((piece) => (piece.kind === 'expression' ? piece.expression : undefined)),
    })),
  ]
  for (const { node, all } of places) {
    for (const expression of all) {
      const resource = expression && apartIn(expression, { about, typing, seen: new Set() })
      if (resource !== undefined) return { resource, node }
    }
  }
  return undefined
}

type Walk = { readonly about: ResourceInfo; readonly typing: Typing; readonly seen: Set<string> }

/** True if views and computed properties read tenant data; a reference of a shared record never leads to a tenant's record. */
function apartIn(expression: Expression, walk: Walk): ResourceInfo | undefined {
  const { about, typing: { domain } } = walk
  const queried = expression.kind === 'find' ? expression.resource : expression.type.kind === 'query' ? expression.type.resource : undefined
  const resource = queried === undefined ? undefined : domain.resources.get(queried)
  if (resource !== undefined && isApartFrom(resource, about)) return resource
  return first([
    ...(expression.kind === 'select' ? [() => ofProperty(expression.operand.type, expression.member, walk)] : []),
    ...(expression.kind === 'call' ? [() => ofView(expression.name, walk)] : []),
    ...partsOf(expression).map((part) => () => apartIn(part.expression, walk)),
  ])
}

function ofProperty(owner: Expression['type'], member: string, walk: Walk): ResourceInfo | undefined {
  const record = withoutNull(owner.kind === 'optional' ? owner.of : owner)
  return record.kind === 'record' ? ofMember(record.resource, member, walk) : undefined
}

function ofMember(resource: string, member: string, { about, typing, seen }: Walk): ResourceInfo | undefined {
  const name = `${resource}.${member}`
  const compute = typing.domain.resources.get(resource)?.properties.get(member)?.compute
  if (compute === undefined || compute.stored || seen.has(name)) return undefined
  seen.add(name)
  const expression = typing.expression(compute.expression)
  return expression && apartIn(expression, { about, typing, seen })
}

function ofView(name: string, walk: Walk): ResourceInfo | undefined {
  const view = walk.typing.domain.views.get(name)
  if (view === undefined || walk.seen.has(name)) return undefined
  walk.seen.add(name)
  return first(view.members.flatMap((member) => {
    if (member.kind === 'take') return [() => ofMember(view.resource, member.name, walk)]
    return collectExpressions(member.template).expressions.map((text) => () => {
      const expression = walk.typing.expression(text)
      return expression && apartIn(expression, walk)
    })
  }))
}

function first<T>(searches: readonly (() => T | undefined)[]): T | undefined {
  for (const ask of searches) {
    const found = ask()
    if (found !== undefined) return found
  }
  return undefined
}
