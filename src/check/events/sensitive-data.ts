// What an event carries leaves the service for good: no sensitive property may be in it.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { expressionsIn } from '../../fact/template.ts'
import { type Template, each, shown } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'events/sensitive-data'

export const check: Check = {
  code,
  run(facts) {
    const { types, callbacks } = facts.model.events.value
    const payloads = [
      ...each(types).map(({ name, value }) => ({ name, payload: shown(value.data) })),
      ...each(callbacks).map(({ name, value }) => ({ name, payload: shown(value.body) })),
    ]
    return payloads.flatMap(({ name, payload }) => (payload === undefined ? [] : ofPayload(name, payload, facts)))
  },
}

function ofPayload(name: string, payload: Template, facts: Facts): Diagnostic[] {
  return expressionsIn(payload).flatMap(({ expression }): Diagnostic[] => {
    const found = carried(facts.typing.expression(expression), facts, new Set())
    if (found === undefined) return []
    return [diagnostic('error', code, `${quoted(name)} carries ${quoted(found.name)}, which is sensitive`, { span: expression.node.span, text: 'leaves the service here' }, {
      others: [{ span: found.at.span, text: 'declared `sensitive`' }],
      reason: 'What is sensitive is never in an error, an event or a log: who receives it, and for how long it is kept, is out of the service\'s hands.',
      help: 'Name the members that the event carries, without it.',
    })]
  })
}

/** The first sensitive property that the value is, or shows through a view. */
function carried(expression: Expression | undefined, facts: Facts, seen: Set<string>): Property | undefined {
  if (expression === undefined) return undefined
  const { domain } = facts.typing
  if (expression.kind === 'select') {
    const property = propertyOf(expression, domain)
    return property?.sensitive === true ? property : undefined
  }
  if (expression.kind === 'macro' && expression.name === 'map') return carried(expression.arguments.at(-1), facts, seen)
  const view = expression.kind === 'call' ? domain.views.get(expression.name) : undefined
  if (view === undefined || seen.has(view.name)) return undefined
  seen.add(view.name)
  for (const member of view.members) {
    const taken = member.kind === 'take' ? domain.resources.get(view.resource)?.properties.get(member.name) : undefined
    if (taken?.sensitive === true) return taken
    const inner = member.kind === 'template' ? expressionsIn(member.template) : []
    for (const each of inner) {
      const found = carried(facts.typing.expression(each.expression), facts, seen)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function propertyOf({ operand, member }: Extract<Expression, { kind: 'select' }>, domain: Domain): Property | undefined {
  const type = withoutNull(operand.type)
  return type.kind === 'record' ? domain.resources.get(type.resource)?.properties.get(member) : undefined
}
