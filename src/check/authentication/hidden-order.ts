// Nobody filters, sorts or is shown an order by a property that they may not read: what that tells is the property.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { propertyRule } from '../../fact/rules.ts'
import { type World, world } from '../../fact/world.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
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
    const rule = propertyRule(known, resource.name, name, 'read')
    // A rule that reads the caller alone is asked when the request chooses.
    if (rule.kind !== 'asked' || (rule.early && key !== 'order')) return []
    const { node: said } = rule.expression
    return [diagnostic('error', code, `${quoted(`${resource.name}.${name}`)} stands in ${quoted(key)}, and who may read it ${key === 'order' ? 'is limited' : 'differs from record to record'}`, { span: node.span, text: 'tells its values by the order or the choice of records' }, {
      others: [{ span: said.span, text: 'not everybody may read it' }],
      reason: 'Whoever sees which records a value chooses, or what stands before what, knows the value.',
      help: key === 'order' ? 'Order by something that whoever lists may read.' : 'Take it out, or let its rule read the caller alone.',
    })]
  }))
}
