// Names the rules of part 5 that may hide a value, with their places, for checks.

import { type Help, advise, paste } from '../diagnostic/help.ts'
import type { Label } from '../diagnostic/diagnostic.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { type RuleCheck, ruleCheckText } from '../fact/rule-check.ts'
import { type Rule, findPropertyRule, ruleOf } from '../fact/rules.ts'
import type { ModelIndex } from '../fact/model-index.ts'
import type { Domain } from '../typing/domain.ts'

export function findRuleOfCheck(modelIndex: ModelIndex, ruleCheck: RuleCheck): Rule | undefined {
  switch (ruleCheck.kind) {
    case 'record':
      return ruleOf(modelIndex, ruleCheck.resource, 'read')
    case 'field':
      return findPropertyRule(modelIndex, ruleCheck.resource, ruleCheck.property, 'read')
    case 'look-up':
      return undefined
    default:
      return ruleCheck satisfies never
  }
}

/** The place of the rule; a resource without a rule that allows reading has none. */
export function labelRule(modelIndex: ModelIndex, ruleCheck: RuleCheck): readonly Label[] {
  const rule = findRuleOfCheck(modelIndex, ruleCheck)
  return rule?.kind === 'conditional' ? [{ span: rule.expression.node.span, text: 'some callers may not read it' }] : []
}

/** Names the data that may be hidden, for messages. */
export function nameHiddenData(ruleCheck: RuleCheck): string {
  switch (ruleCheck.kind) {
    case 'record':
      return `a ${quoteName(ruleCheck.resource)} that some callers may not read`
    case 'field':
      return `${quoteName(ruleCheckText(ruleCheck))}, which some callers may not read`
    case 'look-up':
      return `${quoteName(ruleCheck.name)}, which only decides`
    default:
      return ruleCheck satisfies never
  }
}

/** Suggests a disclosure and where to write it: at `place`, or in the view that reads the data. */
export function writeDisclosureHelp(ruleCheck: RuleCheck, place: string, { views }: Domain): Help {
  const line = `discloses: { ${ruleCheckText(ruleCheck)}: why it may be shown }`
  if (ruleCheck.view === undefined) return advise`say why it may be shown, in ${place}:${paste(line)}`
  if (views.get(ruleCheck.view)?.source === undefined)
    return advise`show it by a view of your own, which says why it may be shown:${paste(line)}`
  return advise`say why it may be shown, in the view ${quoteName(ruleCheck.view)}:${paste(line)}`
}
