// Reports filters and sort orders by properties that the caller may not read, because the order reveals them.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type RuleCheck, ruleCheckText } from '../../fact/rule-check.ts'
import { analyseHiding } from '../../fact/hidden.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import { readRootProperty, listSelectionWords } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import { nameHiddenData, findRuleOfCheck, labelRule } from '../rule-of-check.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from '../endpoints/subject.ts'

const code = 'authentication/hidden-order'

export const check: Check = {
  code,
  run(facts) {
    const modelIndex = indexModel(facts.model, facts.typing)
    return facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts, modelIndex))
  },
}

function checkOperation(operation: Operation, { typing }: Facts, modelIndex: ModelIndex): Diagnostic[] {
  const resource = operation.action === 'list' ? findSubjectResource(operation, typing.domain) : undefined
  if (resource === undefined) return []
  return (['filter', 'sort', 'order'] as const).flatMap((key) =>
    listSelectionWords(operation.slots, key).flatMap(({ text, node }): Diagnostic[] => {
      const name = readRootProperty(text.replace(/^-/, ''))
      const ruleCheck = listRuleChecks(resource, name, typing).find((each) => isRevealing(each, key, resource, modelIndex))
      if (ruleCheck === undefined) return []
      const isOwn = ruleCheckText(ruleCheck) === `${resource.name}.${name}`
      const reason = isOwn
        ? `${key === 'order' ? 'some callers may not read it' : 'its readers differ from record to record'}`
        : `is computed from ${nameHiddenData(ruleCheck)}`
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(key)} uses ${quoteName(`${resource.name}.${name}`)}, and ${reason}`,
          { span: node.span, text: 'the order or choice of records reveals its values' },
          {
            others: labelRule(modelIndex, ruleCheck),
            reason: 'A caller who sees the selected records, or their order, learns the value.',
            help:
              key === 'order'
                ? 'Order by a property that every caller of the list may read.'
                : advise`${remove('Remove it')}, or let its rule read only the caller.`,
          },
        ),
      ]
    }),
  )
}

/** The rule of the property, and the rules of the properties that it is computed from. */
function listRuleChecks(resource: ResourceInfo, property: string, typing: Typing): readonly RuleCheck[] {
  const compute = resource.properties.get(property)?.compute
  return [
    { kind: 'field', resource: resource.name, property },
    ...(compute === undefined ? [] : analyseHiding(typing).analyseSlot(compute.expression).hidingRules),
  ]
}

/** A rule for the resource's own fields that reads only the caller is evaluated for filters and sort orders. */
function isRevealing(ruleCheck: RuleCheck, key: 'filter' | 'sort' | 'order', resource: ResourceInfo, modelIndex: ModelIndex): boolean {
  const rule = findRuleOfCheck(modelIndex, ruleCheck)
  if (rule?.kind !== 'conditional' && rule?.kind !== 'denied') return false
  const isOwn = ruleCheck.kind === 'field' && ruleCheck.resource === resource.name
  return !isOwn || key === 'order' || (rule.kind === 'conditional' && !rule.needsOnlyCaller)
}
