// How checks name the rules that may hide something, and where part 5 says them.

import type { Label } from '../diagnostic/diagnostic.ts'
import { quoted } from '../diagnostic/voice.ts'
import { type Ask, askText } from '../fact/asks.ts'
import { type Rule, propertyRule, ruleOf } from '../fact/rules.ts'
import type { World } from '../fact/world.ts'
import type { Domain } from '../typing/domain.ts'

export function ruleAsked(known: World, ask: Ask): Rule | undefined {
  switch (ask.kind) {
    case 'record': return ruleOf(known, ask.resource, 'read')
    case 'field': return propertyRule(known, ask.resource, ask.property, 'read')
    case 'look-up': return undefined
    default: return ask satisfies never
  }
}

/** Where the rule stands; a resource that no rule lets anybody read has no place. */
export function ruleLabels(known: World, ask: Ask): readonly Label[] {
  const rule = ruleAsked(known, ask)
  return rule?.kind === 'asked' ? [{ span: rule.expression.node.span, text: 'not everybody may read it' }] : []
}

/** What may be hidden, in words. */
export function askedText(ask: Ask): string {
  switch (ask.kind) {
    case 'record': return `a ${quoted(ask.resource)} that not everybody may read`
    case 'field': return `${quoted(askText(ask))}, which not everybody may read`
    case 'look-up': return `${quoted(ask.name)}, which only decides`
    default: return ask satisfies never
  }
}

/** What to write where it may be shown all the same, with the place: `here`, or the view in which it is read. */
export function disclosureHelp(ask: Ask, here: string, { views }: Domain): string {
  const line = `discloses: { ${askText(ask)}: why it may be shown }`
  if (ask.view === undefined) return `say why it may be shown, in ${here}:\n\n${line}`
  if (views.get(ask.view)?.source === undefined) return `show it by a view of your own, which says why it may be shown:\n\n${line}`
  return `say why it may be shown, in the view ${quoted(ask.view)}:\n\n${line}`
}
