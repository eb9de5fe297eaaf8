// Names the rules of part 5 that may hide a value, with their places, for checks.

import type { Label } from '../diagnostic/diagnostic.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { type RuleCheck, ruleCheckText } from '../fact/rule-check.ts'
import { type Rule, propertyRule, ruleOf } from '../fact/rules.ts'
import type { World } from '../fact/world.ts'
import type { Domain } from '../typing/domain.ts'

export function ruleOfCheck(known: World, ask: RuleCheck): Rule | undefined {
  switch (ask.kind) {
    case 'record': return ruleOf(known, ask.resource, 'read')
    case 'field': return propertyRule(known, ask.resource, ask.property, 'read')
    case 'look-up': return undefined
    default: return ask satisfies never
  }
}

/** The place of the rule; a resource without a rule that allows reading has none. */
export function ruleLabels(known: World, ask: RuleCheck): readonly Label[] {
  const rule = ruleOfCheck(known, ask)
  return rule?.kind === 'asked' ? [{ span: rule.expression.node.span, text: 'not everybody may read it' }] : []
}

/** Names the data that may be hidden, for messages. */
export function ruleText(ask: RuleCheck): string {
  switch (ask.kind) {
    case 'record': return `a ${quoteName(ask.resource)} that not everybody may read`
    case 'field': return `${quoteName(ruleCheckText(ask))}, which not everybody may read`
    case 'look-up': return `${quoteName(ask.name)}, which only decides`
    default: return ask satisfies never
  }
}

/** Suggests a disclosure and its place: `here`, or the view that reads it. */
export function disclosureHelp(ask: RuleCheck, here: string, { views }: Domain): string {
  const line = `discloses: { ${ruleCheckText(ask)}: why it may be shown }`
  if (ask.view === undefined) return `say why it may be shown, in ${here}:\n\n${line}`
  if (views.get(ask.view)?.source === undefined) return `show it by a view of your own, which says why it may be shown:\n\n${line}`
  return `say why it may be shown, in the view ${quoteName(ask.view)}:\n\n${line}`
}
