// What part 5 allows: the rules that an operation asks, and whether the caller may read a record.

import type { Bindings, RecordValue, Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import type { Point } from '../../fact/fact.ts'
import { type Asked, rulesAsked, rulesOfStep } from '../../fact/rule-points.ts'
import { type Rule, ruleOf } from '../../fact/rules.ts'
import { situation as factsOf } from '../../fact/situation.ts'
import type { Operation } from '../../model/model.ts'
import type { Effect } from '../../model/states.ts'
import { type ExpressionText, shown } from '../../model/slot.ts'
import { type Act, contextOf } from '../act.ts'

/** Who asks: an exchange that is under way. */
type Asking = {
  readonly act: Act
  readonly operation: Operation
  names(): ReadonlyMap<string, Value>
  /** Whether the request sends a field, or chooses by it. */
  sends(field: NonNullable<Asked['field']>): boolean
  recordIfAny(): object | undefined
}

const asked = new WeakMap<Operation, readonly Asked[]>()

/** A rule that does not hold at its point; a rule may be asked for several reasons, and refuses once. */
export function askRules(situation: Asking, { subject, name }: Point): readonly Refusal[] {
  const { act, operation } = situation
  // Whoever has no tenant may touch nothing that one keeps apart: asking whose it is refuses.
  if (subject !== undefined && name === undefined && act.service.world.domain.resources.has(subject)) act.tx.tenant(subject)
  const rules = asked.getOrInsertComputed(operation, () => rulesAsked(factsOf(act.service.world, operation)))
  const mine = rules.filter((each) => each.subject === subject && each.name === name && each.rule.kind !== 'free' && isMeant(each, situation))
  const allowed = mine.every(({ rule }) => allows(act, rule, () => situation.names()))
  return allowed ? [] : [forbidden(subject, name)]
}

/** A field that is not sent is not asked for; a `put` creates, or it changes what is there. */
function isMeant({ name, field }: Asked, situation: Asking): boolean {
  if (situation.operation.action === 'put' && (name === 'create' || name === 'update') && (situation.recordIfAny() === undefined) !== (name === 'create')) return false
  return field === undefined || situation.sends(field)
}

/** Refuses a step of `do` that a rule does not allow; `this` is the record that it is on. */
export function askStep(act: Act, step: Effect, names: Bindings): void {
  const rules = askedOfStep.getOrInsertComputed(step, () => rulesOfStep(act.service.world, step).filter(({ rule }) => rule.kind !== 'free'))
  for (const { subject, name, rule } of rules) {
    if (!allows(act, rule, () => names)) refuse(forbidden(subject, name))
  }
}

const askedOfStep = new WeakMap<Effect, readonly Asked[]>()

export function forbidden(subject: string | undefined, name: string | undefined): Refusal {
  return { condition: 'forbidden', ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }) }
}

export function allows(act: Act, rule: Rule, names: () => Bindings): boolean {
  return rule.kind === 'free' || (rule.kind === 'asked' && holds(rule.expression, contextOf(act, names())))
}

/** The rule that decides what of a resource the caller may read; undefined where all of it. */
function readRule(act: Act, resource: string): Exclude<Rule, { kind: 'free' }> | undefined {
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
  return saysOfUnreadable(act) === 'not-found' && !mayRead(act, record)
}

/** What a caller is told of a record that it may not read. */
export function saysOfUnreadable(act: Act): 'not-found' | 'forbidden' | undefined {
  const { authentication } = act.service.facts.model
  return authentication.state === 'shown' ? shown(authentication.value.unreadable) : undefined
}

export function mayRead(act: Act, record: RecordValue): boolean {
  const rule = readRule(act, record.resource)
  return rule === undefined || allows(act, rule, () => new Map([['this', record]]))
}
