// Nobody filters, sorts or is shown an order by a property that they may not read: what that tells is the property.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Ask, askText } from '../../fact/asks.ts'
import { hidingOf } from '../../fact/hidden.ts'
import { type World, world } from '../../fact/world.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import { askedText, ruleAsked, ruleLabels } from '../asked-rules.ts'
import type { Check } from '../check.ts'
import { subjectOf } from '../endpoints/subject.ts'

const code = 'authentication/hidden-order'

export const check: Check = {
  code,
  run(facts) {
    const known = world(facts.model, facts.typing)
    return facts.model.endpoints.value.operations.flatMap((operation) => ofOperation(operation, facts, known))
  },
}

function ofOperation(operation: Operation, { typing }: Facts, known: World): Diagnostic[] {
  const resource = operation.action === 'list' ? subjectOf(operation, typing.domain) : undefined
  if (resource === undefined) return []
  return (['filter', 'sort', 'order'] as const).flatMap((key) => (shown(operation.slots[key]) ?? []).flatMap(({ text, node }): Diagnostic[] => {
    const name = text.replace(/^-/, '')
    const ask = asksOf(resource, name, typing).find((one) => isTold(one, key, resource, known))
    if (ask === undefined) return []
    const isOwn = askText(ask) === `${resource.name}.${name}`
    const why = isOwn ? `who may read it ${key === 'order' ? 'is limited' : 'differs from record to record'}` : `is computed of ${askedText(ask)}`
    return [diagnostic('error', code, `${quoted(`${resource.name}.${name}`)} stands in ${quoted(key)}, and ${why}`, { span: node.span, text: 'tells its values by the order or the choice of records' }, {
      others: ruleLabels(known, ask),
      reason: 'Whoever sees which records a value chooses, or what stands before what, knows the value.',
      help: key === 'order' ? 'Order by something that whoever lists may read.' : 'Take it out, or let its rule read the caller alone.',
    })]
  }))
}

/** The rule of the property, and those of what it is computed of. */
function asksOf(resource: ResourceInfo, property: string, typing: Typing): readonly Ask[] {
  const compute = resource.properties.get(property)?.compute
  return [{ kind: 'field', resource: resource.name, property }, ...(compute === undefined ? [] : hidingOf(typing).at(compute.expression).hides)]
}

/** A rule of the resource's own fields that reads the caller alone is asked when the request chooses. */
function isTold(ask: Ask, key: 'filter' | 'sort' | 'order', resource: ResourceInfo, known: World): boolean {
  const rule = ruleAsked(known, ask)
  if (rule?.kind !== 'asked' && rule?.kind !== 'denied') return false
  const isOwn = ask.kind === 'field' && ask.resource === resource.name
  return !isOwn || key === 'order' || (rule.kind === 'asked' && !rule.early)
}
