// Runs effects in order, with the document's authority; each sees the changes of the former ones.

import { spendSteps, spendWrite } from '../../base/turn.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { type Context, bindNames, listFailing, holds, evaluateExpression, evaluateTemplate } from '../../exchange/context.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { type EffectAction, findEffectAction, findOutcomesName } from '../../model/effect-action.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type TransactionContext, type Names, makeContext } from '../transaction-context.ts'
import { callCode } from '../code/code.ts'
import type { Draft } from '../record/draft.ts'
import { decodeCodeInput } from '../code/decode-input.ts'
import { checkStepRules } from '../caller/rules.ts'
import type { Row } from '../store.ts'
import { refuseFirst, findRowWith } from './write-checks.ts'
import { makeOutcomeValue, runItem } from './outcomes.ts'
import { removeRecord } from './remove.ts'
import { computeSetChanges } from './set-values.ts'
import { type RunEffects, enterState, runAutomaticTransitions, makeEventTransition } from './transition.ts'
import { type Changes, type WriteSources, changeRecord, completeValues, insertRecord, putRecord } from './write.ts'
import { findTarget, findRequestedRecord } from './effect-target.ts'
import { findSourcesOfEffect } from './effect-sources.ts'

/** Runs effects; returns the names that they bind with `as`, added to `names`. */
export const runEffects: RunEffects = (transaction, effects, names, isBody = false) => {
  let boundNames = names
  for (const effect of orderEffects(effects))
    boundNames =
      effect.for.state === 'shown'
        ? runForItems(transaction, effect, boundNames, isBody)
        : bindResult(effect, runEffect(transaction, effect, boundNames, isBody), null, boundNames)
  return boundNames
}

function runForItems(transaction: TransactionContext, effect: Effect, names: Names, isBody: boolean): Names {
  const run = (itemNames: Names): Value => runEffect(transaction, effect, itemNames, isBody)
  const items = listIterations(transaction, effect, names)
  const outcomes =
    findOutcomesName(effect) === undefined ? undefined : items.map((itemNames) => runItem(transaction, itemNames, () => run(itemNames)))
  const results = outcomes?.map(({ result }) => result) ?? items.map(run)
  return bindResult(
    effect,
    results.filter((record) => record !== null),
    outcomes?.map(makeOutcomeValue) ?? null,
    names,
  )
}

/** Adds the names that the effect binds to its result and to its outcomes. */
function bindResult(effect: Effect, result: Value, outcomes: Value, names: Names): Names {
  const [resultName, outcomesName] = [slotValueOf(effect.as)?.text, findOutcomesName(effect)?.text]
  if (resultName === undefined && outcomesName === undefined) return names
  const bound = new Map(names)
  if (resultName !== undefined) bound.set(resultName, result)
  if (outcomesName !== undefined) bound.set(outcomesName, outcomes)
  return bound
}

/** An effect that deletes the record itself runs last, in any position. */
function orderEffects(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some(deletesItself)) return effects
  return [...effects.filter((effect) => !deletesItself(effect)), ...effects.filter(deletesItself)]
}

function deletesItself({ delete: deletion, by }: Effect): boolean {
  const record = slotValueOf(by)
  return deletion.state === 'shown' && record !== undefined && 'kind' in record && record.text.trim() === 'this'
}

const stepsPerItem = 32

/** The names for each item of `for`. The list of items is evaluated before the first one runs. */
export function listIterations(transaction: TransactionContext, effect: Effect, names: Names): readonly Names[] {
  const loop = slotValueOf(effect.for)
  const list = loop && slotValueOf(loop.in)
  const name = loop && slotValueOf(loop.as)?.text
  if (list === undefined || name === undefined) return [names]
  const items = evaluateExpression(list, makeContext(transaction, names))
  if (!Array.isArray(items)) return []
  return (items as readonly Value[]).map((item) => {
    spendSteps(stepsPerItem)
    return new Map([...names, [name, item]])
  })
}

/** The record that the effect created or found, or the result of code; null if its `if` is false. */
function runEffect(transaction: TransactionContext, effect: Effect, names: Names, isBody: boolean): Value {
  spendWrite()
  const context = makeContext(transaction, names)
  const condition = slotValueOf(effect.if)
  if (condition !== undefined && !holds(condition, context)) return null
  refuseFirst(listFailing(effect.require, context).map(requireRefusal))
  if (transaction.steps?.has(effect) === true && effect.create.state === 'shown') checkStepRules(transaction, effect, names)
  const action = findEffectAction(effect)
  return action === undefined ? null : runVerb(transaction, action, effect, context, isBody)
}

function runVerb(transaction: TransactionContext, { verb, name }: EffectAction, effect: Effect, context: Context, isBody: boolean): Value {
  switch (verb) {
    case 'call':
      return callCode(transaction, name, computeInput(effect, context))
    case 'transition':
      return runTransition(transaction, effect, name, context)
    case 'create':
      return createByEffect(transaction, name, effect, context, isBody)
    case 'update':
      return updateByEffect(transaction, name, effect, context, isBody)
    case 'delete':
      return deleteTarget(transaction, name, effect, context)
  }
}

export function requireRefusal(name: string): Refusal {
  return { condition: 'require', name, failures: [{ property: name, keyword: 'require' }] }
}

/** The input of a transition or behaviour; empty if absent. */
function computeInput({ input }: Effect, context: Context): Value {
  const template = slotValueOf(input)
  return (template && evaluateTemplate(template, context)) ?? new Map<string, Value>()
}

/** Checks the value against the transition's input; without a declared input it is empty. */
function decodeEffectInput({ service }: TransactionContext, transition: string, input: Value): Value {
  const decoder = service.transitionInput(transition)
  if (decoder === undefined) return input
  const { value, refusal } = decodeCodeInput(decoder, input, service.keys)
  return refusal === undefined ? value : refuse(refusal)
}

function runTransition(transaction: TransactionContext, effect: Effect, transition: string, context: Context): RecordValue {
  const [resource = '', event = ''] = transition.split('.')
  const row = findTarget(transaction, effect, resource, context)
  const input = computeInput(effect, bindName(transaction, effect, row, context))
  makeEventTransition(
    transaction,
    row,
    event,
    { input: decodeEffectInput(transaction, transition, input), fromRequest: findRequestedRecord(transaction, effect)?.input === true },
    runEffects,
  )
  return transaction.service.keys.recordOfRow(row)
}

function createByEffect(transaction: TransactionContext, resource: string, effect: Effect, context: Context, isBody: boolean): RecordValue {
  const info = transaction.service.resource(resource)
  const draft = transaction.steps?.has(effect) === true ? transaction.drafts?.make(effect, transaction, () => context.variables) : undefined
  if (draft !== undefined) return transaction.service.keys.recordOfRow(addDraft(transaction, draft))
  const values = computeSetChanges(transaction, effect.set, context)
  const from = findSourcesOfEffect(transaction, effect, info, isBody)
  const existingRow = effect.onConflict.state === 'shown' ? findExisting(transaction, resource, values, from) : undefined
  const row = existingRow ?? createRecord(transaction, info.name, values, from)
  return transaction.service.keys.recordOfRow(row)
}

/** An existing record with the key or a unique of the new one. */
function findExisting(transaction: TransactionContext, resource: string, wanted: Changes, from: WriteSources): Row | undefined {
  const info = transaction.service.resource(resource)
  const values = completeValues(transaction, info, wanted, from)
  for (const members of info.type.uniques) {
    const row = findRowWith(transaction, info, values, members, undefined, members === info.key)
    if (row !== undefined) return row
  }
  return undefined
}

/** Stores a new record and enters the initial states of its machines. */
export function createRecord(transaction: TransactionContext, resource: string, values: Changes, from?: WriteSources): Row {
  const info = transaction.service.resource(resource)
  return enterStates(transaction, info, insertRecord(transaction, info, values, from))
}

/** Stores a draft and enters the initial states of its machines. The store checks uniqueness and references. */
export function addDraft(transaction: TransactionContext, draft: Draft): Row {
  const info = transaction.service.resource(draft.resource)
  return enterStates(transaction, info, putRecord(transaction, info, draft, true))
}

/** Enters the initial states of a new record. */
export function enterStates(transaction: TransactionContext, info: ResourceInfo, row: Row): Row {
  const names = (): Names =>
    new Map<string, Value>([
      ['this', transaction.service.keys.recordOfRow(row)],
      ['input', null],
    ])
  for (const machine of info.machines) {
    const state = row.values.get(machine.field)
    if (typeof state === 'string') enterState(transaction, row, machine, state, names, runEffects)
  }
  runAutomaticTransitions(transaction, row, runEffects)
  return row
}

function updateByEffect(transaction: TransactionContext, resource: string, effect: Effect, context: Context, isBody: boolean): RecordValue {
  const row = findTarget(transaction, effect, resource, context)
  updateRecord(
    transaction,
    row,
    computeSetChanges(transaction, effect.set, bindName(transaction, effect, row, context)),
    findSourcesOfEffect(transaction, effect, transaction.service.resource(row.resource), isBody),
  )
  return transaction.service.keys.recordOfRow(row)
}

/** The changed record is readable by its own name, with its former values. */
function bindName(transaction: TransactionContext, effect: Effect, row: Row, context: Context): Context {
  const name = slotValueOf(effect.as)?.text
  return name === undefined ? context : bindNames(context, [[name, transaction.service.keys.recordOfRow(row, 'then')]])
}

/** Writes a record, then evaluates its `always`. */
export function updateRecord(transaction: TransactionContext, row: Row, changes: Changes, from?: WriteSources): void {
  changeRecord(transaction, row, changes, from)
  runAutomaticTransitions(transaction, row, runEffects)
}

function deleteTarget(transaction: TransactionContext, resource: string, effect: Effect, context: Context): RecordValue {
  const row = findTarget(transaction, effect, resource, context)
  removeRecord(transaction, row)
  return transaction.service.keys.recordOfRow(row, 'then')
}
