// What part 5 allows: the rules that an operation asks, and whether the caller may read a record.

import type { RecordValue, Value } from '../cel/value.ts'
import { holds } from '../exchange/context.ts'
import type { Refusal } from '../exchange/refusal.ts'
import type { Point } from '../fact/fact.ts'
import { type Asked, rulesAsked } from '../fact/rule-points.ts'
import { type Rule, ruleOf } from '../fact/rules.ts'
import { situation as factsOf } from '../fact/situation.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, shown } from '../model/slot.ts'
import { type Act, contextOf } from './act.ts'

/** Who asks: an exchange that is under way. */
type Asking = { readonly act: Act; readonly operation: Operation; names(): ReadonlyMap<string, Value> }

const asked = new WeakMap<Operation, readonly Asked[]>()

/** A rule that does not hold at its point; a rule may be asked for several reasons, and refuses once. */
export function askRules(situation: Asking, { subject, name }: Point): readonly Refusal[] {
  const { act, operation } = situation
  const rules = asked.get(operation) ?? rulesAsked(factsOf(act.service.world, operation))
  asked.set(operation, rules)
  const mine = rules.filter((each) => each.subject === subject && each.name === name)
  const allowed = mine.every(({ rule }) => allows(act, rule, () => situation.names()))
  return allowed ? [] : [{ condition: 'forbidden', ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }) }]
}

function allows(act: Act, rule: Rule, names: () => ReadonlyMap<string, Value>): boolean {
  return rule.kind === 'free' || (rule.kind === 'asked' && holds(rule.expression, contextOf(act, names())))
}

/** The rule that decides what of a resource the caller may read; undefined where all of it. */
export function readRule(act: Act, resource: string): Exclude<Rule, { kind: 'free' }> | undefined {
  const rule = ruleOf(act.service.world, resource, 'read')
  return rule.kind === 'free' ? undefined : rule
}

/** What is listed has to satisfy; `none` where nothing of it may be read. */
export function listRule(act: Act, resource: string): ExpressionText | 'none' | undefined {
  const rule = readRule(act, resource)
  return rule === undefined ? undefined : rule.kind === 'denied' ? 'none' : rule.expression
}

/** Whether a record is as if it were not there: the caller may not read it, and is not told so. */
export function isHidden(act: Act, record: RecordValue): boolean {
  const { authentication } = act.service.facts.model
  if (authentication.state !== 'shown' || shown(authentication.value.unreadable) !== 'not-found') return false
  const rule = readRule(act, record.resource)
  return rule !== undefined && !allows(act, rule, () => new Map([['this', record]]))
}
