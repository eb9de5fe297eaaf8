// Evaluates the rules of part 5 for an operation.

import type { Bindings, Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import type { Point } from '../../fact/fact.ts'
import { type AppliedRule, listAppliedRules, listStepRules } from '../../fact/rule-points.ts'
import type { Rule } from '../../fact/rules.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import type { Operation } from '../../model/model.ts'
import type { Effect } from '../../model/states.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { walkRecords } from '../record/host.ts'
import { makeForbidden, maySend, findRefusalOfUnreadable } from './visibility.ts'

/** The context of a rule: a running exchange. */
type RuleContext = {
  readonly transaction: TransactionContext
  readonly operation: Operation
  names(): ReadonlyMap<string, Value>
  /** True if the request sends a field, or filters or sorts by it. */
  sends(field: NonNullable<AppliedRule['field']>): boolean
  recordIfAny(): object | undefined
  /** Looks for the record of the action, or for one of `with`. */
  findRecord(name: string): void
}

const appliedRules = new WeakMap<Operation, readonly AppliedRule[]>()

/** True if `to` requests the state that a transition leads to; with null, if it requests no change. */
type LeadsToState = (transition: string | null) => boolean

/** Refuses if a rule is false at its point; a rule that applies for several reasons refuses once. */
export function checkRules(requestState: RuleContext, { subject, name, stage }: Point, leadsToState: LeadsToState): readonly Refusal[] {
  const { transaction, operation } = requestState
  // A caller without a tenant has no access to tenant data: evaluating the tenant refuses.
  if (subject !== undefined && name === undefined && transaction.service.modelIndex.domain.resources.has(subject))
    transaction.tx.tenantValues(subject)
  const rules = appliedRules.getOrInsertComputed(operation, () =>
    listAppliedRules(makeOperationContext(transaction.service.modelIndex, operation)),
  )
  const applicable = rules.filter(
    (each) => each.subject === subject && each.name === name && each.rule.kind !== 'allowed' && applies(each, requestState, leadsToState),
  )
  // The look-up evaluates the rule, and refuses by it.
  const isCheckedByLookUp = ({ rule, foundRecord }: AppliedRule): boolean =>
    foundRecord !== undefined && rule.kind === 'conditional' && !rule.needsOnlyCaller
  for (const each of applicable) if (isCheckedByLookUp(each)) requestState.findRecord(each.foundRecord!)
  const allowed = applicable.every((each) => isCheckedByLookUp(each) || allows(transaction, each.rule, () => requestState.names()))
  const isHidden =
    name === 'read' && stage !== 'caller' && findRefusalOfUnreadable(transaction) === 'forbidden' && sendsHidden(requestState, subject)
  return allowed && !isHidden ? [] : [makeForbidden(subject, name)]
}

/** True if the request refers to a record that its caller may not read. */
function sendsHidden(requestState: RuleContext, resource: string | undefined): boolean {
  const { transaction } = requestState
  return [...walkRecords(requestState.names().get('input'))].some(({ record }) => {
    const row = record.resource === resource ? transaction.tx.row(record.resource, record.key) : undefined
    return row !== undefined && row.deleted === undefined && !maySend(transaction, record)
  })
}

/** False for rules that do not apply: of absent fields, of transitions that are not requested, and of the other action of a `put`. */
function applies({ name, field, transition }: AppliedRule, requestState: RuleContext, leadsToState: LeadsToState): boolean {
  if (transition !== undefined) return leadsToState(transition)
  if (
    requestState.operation.action === 'put' &&
    (name === 'create' || name === 'update') &&
    (requestState.recordIfAny() === undefined) !== (name === 'create')
  )
    return false
  return field === undefined || requestState.sends(field)
}

/** Refuses a step of `do` that a rule forbids; `this` is its record. */
export function checkStepRules(transaction: TransactionContext, step: Effect, names: Bindings): void {
  const rules = rulesByStep.getOrInsertComputed(step, () =>
    listStepRules(transaction.service.modelIndex, step).filter(({ rule }) => rule.kind !== 'allowed'),
  )
  for (const { subject, name, rule } of rules) {
    if (!allows(transaction, rule, () => names)) refuse(makeForbidden(subject, name))
  }
}

const rulesByStep = new WeakMap<Effect, readonly AppliedRule[]>()

function allows(transaction: TransactionContext, rule: Rule, names: () => Bindings): boolean {
  return rule.kind === 'allowed' || (rule.kind === 'conditional' && holds(rule.expression, makeContext(transaction, names())))
}
