// Reports filters and sort orders by properties that the caller may not read, because the order reveals them.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type RuleCheck, ruleCheckText } from '../../fact/rule-check.ts'
import { hidingOf } from '../../fact/hidden.ts'
import { type World, world } from '../../fact/world.ts'
import { rootOf, wordsOf } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import { ruleText, ruleOfCheck, ruleLabels } from '../rule-of-check.ts'
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
  return (['filter', 'sort', 'order'] as const).flatMap((key) => wordsOf(operation.slots, key).flatMap(({ text, node }): Diagnostic[] => {
    const name = rootOf(text.replace(/^-/, ''))
    const ask = asksOf(resource, name, typing).find((one) => isTold(one, key, resource, known))
    if (ask === undefined) return []
    const isOwn = ruleCheckText(ask) === `${resource.name}.${name}`
    const why = isOwn
      ? `who may read it ${key === 'order' ? 'is limited' : 'differs from record to record'}`
      : `is computed of ${ruleText(ask)}`
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(`${resource.name}.${name}`)} stands in ${quoteName(key)}, and ${why}`,
        { span: node.span, text: 'tells its values by the order or the choice of records' },
        {
          others: ruleLabels(known, ask),
          reason: 'A caller who sees the selected records, or their order, learns the value.',
          help: key === 'order' ? 'Order by a property that every caller of the list may read.' : 'Take it out, or let its rule read the caller alone.',
        },
      ),
    ]
  }))
}

/** The rule of the property, and those of what it is computed of. */
function asksOf(resource: ResourceInfo, property: string, typing: Typing): readonly RuleCheck[] {
  const compute = resource.properties.get(property)?.compute
  return [
    { kind: 'field', resource: resource.name, property },
    ...(compute === undefined ? [] : hidingOf(typing).ofSlot(compute.expression).hides),
  ]
}

/** A rule for the resource's own fields that reads only the caller is evaluated for filters and sort orders. */
function isTold(ask: RuleCheck, key: 'filter' | 'sort' | 'order', resource: ResourceInfo, known: World): boolean {
  const rule = ruleOfCheck(known, ask)
  if (rule?.kind !== 'asked' && rule?.kind !== 'denied') return false
  const isOwn = ask.kind === 'field' && ask.resource === resource.name
  return !isOwn || key === 'order' || (rule.kind === 'asked' && !rule.early)
}
