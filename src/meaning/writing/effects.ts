// Runs effects in order, with the document's authority; each sees the changes of the former ones.

import { over } from '../../cel/bindings.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { type Context, bindNames, failing, holds, isRecord, valueOfExpression, valueOfTemplate } from '../../exchange/context.ts'
import { type Refusal, internal, refuse } from '../../exchange/refusal.ts'
import { pathsIn } from '../../exchange/reads.ts'
import { type FromRequest, stepFromRequest } from '../../fact/effects/from-request.ts'
import { type Deed, deedOf } from '../../model/deed.ts'
import { each, shown } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { boundByLet, boundByLoop } from '../../typing/passthrough.ts'
import { type TransactionContext, type Names, contextOf } from '../transaction-context.ts'
import { callCode } from '../code/code.ts'
import type { Draft } from '../record/draft.ts'
import { findRow, present } from '../record/find.ts'
import { takenValue } from '../code/decode-input.ts'
import { forbidden, findVisible, maySend, saysOfUnreadable } from '../caller/eyes.ts'
import { askStep } from '../caller/rules.ts'
import type { Row } from '../store.ts'
import { refuseFirst, rowLike } from './ask.ts'
import { provenanceOf } from './input-provenance.ts'
import { removeRecord } from './remove.ts'
import { changesOfSet } from './set-values.ts'
import { type RunEffects, enter, settle, transit } from './transition.ts'
import { fromBody } from './already-decoded.ts'
import { type Changes, type From, change, completeValues, fromDocument, insert, keep } from './write.ts'

/** Gives the names that effects bind with `as`, beside those that they were given. */
export const runEffects: RunEffects = (act, effects, names, sent = false) => {
  let known = names
  for (const effect of inOrder(effects)) {
    const made = effect.for.state === 'shown' ? rounds(act, effect, known).map((inside) => once(act, effect, inside, sent)).filter((record) => record !== null) : once(act, effect, known, sent)
    const name = shown(effect.as)?.text
    if (name !== undefined) known = new Map(known).set(name, made)
  }
  return known
}

/** An effect that deletes the record itself runs last, wherever it stands. */
function inOrder(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some(deletesItself)) return effects
  return [...effects.filter((effect) => !deletesItself(effect)), ...effects.filter(deletesItself)]
}

function deletesItself({ delete: removed, by }: Effect): boolean {
  const record = shown(by)
  return removed.state === 'shown' && record !== undefined && 'kind' in record && record.text.trim() === 'this'
}

/** The names of each round: one for each item of `for`. The items are those that there were before the first. */
function rounds(act: TransactionContext, effect: Effect, names: Names): readonly Names[] {
  const loop = shown(effect.for)
  const list = loop && shown(loop.in)
  const name = loop && shown(loop.as)?.text
  if (list === undefined || name === undefined) return [names]
  const items = valueOfExpression(list, contextOf(act, names))
  return Array.isArray(items) ? (items as readonly Value[]).map((item) => new Map([...names, [name, item]])) : []
}

/** The record that the effect made or met, or what code gave; null where its `if` does not hold. */
function once(act: TransactionContext, effect: Effect, names: Names, sent: boolean): Value {
  const context = contextOf(act, names)
  const condition = shown(effect.if)
  if (condition !== undefined && !holds(condition, context)) return null
  refuseFirst(failing(effect.require, context).map(requireRefusal))
  if (act.steps?.has(effect) === true && effect.create.state === 'shown') askStep(act, effect, names)
  const deed = deedOf(effect)
  return deed === undefined ? null : perform(act, deed, effect, context, sent)
}

function perform(act: TransactionContext, { verb, name }: Deed, effect: Effect, context: Context, sent: boolean): Value {
  switch (verb) {
    case 'call':
      return callCode(act, name, inputOf(effect, context))
    case 'transition':
      return makeTransition(act, effect, name, context)
    case 'create':
      return create(act, name, effect, context, sent)
    case 'update':
      return update(act, name, effect, context, sent)
    case 'delete':
      return erase(act, name, effect, context)
  }
}

export function requireRefusal(name: string): Refusal {
  return { condition: 'require', name, failures: [{ property: name, keyword: 'require' }] }
}

/** The input of a transition or behaviour; empty if absent. */
function inputOf({ input }: Effect, context: Context): Value {
  const template = shown(input)
  return (template && valueOfTemplate(template, context)) ?? new Map<string, Value>()
}

/** Checks the value against the transition's input; without a declared input it is empty. */
function takenBy({ service }: TransactionContext, transition: string, given: Value): Value {
  const takes = service.takes(transition)
  if (takes === undefined) return given
  const { value, refusal } = takenValue(takes, given, service.keys)
  return refusal === undefined ? value : refuse(refusal)
}

function makeTransition(act: TransactionContext, effect: Effect, transition: string, context: Context): RecordValue {
  const [resource = '', event = ''] = transition.split('.')
  const row = target(act, effect, resource, context)
  const given = inputOf(effect, bindName(act, effect, row, context))
  transit(act, row, event, { input: takenBy(act, transition, given), fromRequest: namedIn(act, effect)?.input === true }, runEffects)
  return act.service.keys.recordOfRow(row)
}

function create(act: TransactionContext, resource: string, effect: Effect, context: Context, sent: boolean): RecordValue {
  const info = act.service.resource(resource)
  const draft = act.steps?.has(effect) === true ? act.drafts?.make(effect, act, () => context.variables) : undefined
  if (draft !== undefined) return act.service.keys.recordOfRow(addDraft(act, draft))
  const given = changesOfSet(act, effect.set, context)
  const from = fromOf(act, effect, info, sent)
  const kept = effect.onConflict.state === 'shown' ? existing(act, resource, given, from) : undefined
  const row = kept ?? createRecord(act, info.name, given, from)
  return act.service.keys.recordOfRow(row)
}

const ofStep = new WeakMap<Effect, From>()
const ofSent = new WeakMap<Effect, From>()
const ofGiven = new WeakMap<Effect, From>()

/** A step of `do` reads the request; other effects read the transition's input and write with the document's permissions. */
function fromOf({ service, exchange, steps }: TransactionContext, effect: Effect, info: ResourceInfo, sent: boolean): From {
  const { typing } = service.facts
  if (exchange === undefined || steps?.has(effect) !== true) {
    return (sent ? ofSent : ofGiven).getOrInsertComputed(effect, () => ({ ...fromDocument, givers: provenanceOf(effect.set, typing, sent ? 'body' : 'input', boundByLoop(effect, typing)) }))
  }
  return ofStep.getOrInsertComputed(effect, () => {
    const { body } = typing.input(exchange.operation)
    const given = body === undefined ? fromDocument : fromBody(service, info, body.schema, pathsIn(effect.set, typing, ['input', 'body']))
    return {
      ...given,
      asCaller: true,
      fromRequest: stepFromRequest(service.world, exchange.operation, effect).set,
      givers: provenanceOf(effect.set, typing, 'request', boundByLoop(effect, typing, boundByLet(exchange.operation, typing))),
    }
  })
}

/** A record that has the key or a unique of the one that is to be made. */
function existing(act: TransactionContext, resource: string, given: Changes, from: From): Row | undefined {
  const info = act.service.resource(resource)
  const values = completeValues(act, info, given, from)
  for (const members of info.type.uniques) {
    const row = rowLike(act, info, values, members, undefined, members === info.key)
    if (row !== undefined) return row
  }
  return undefined
}

/** Stores a new record and enters the initial states of its machines. */
export function createRecord(act: TransactionContext, resource: string, given: Changes, from?: From): Row {
  const info = act.service.resource(resource)
  return enterStates(act, info, insert(act, info, given, from))
}

/** Stores a draft and enters the initial states of its machines. The store checks uniqueness and references. */
export function addDraft(act: TransactionContext, draft: Draft): Row {
  const info = act.service.resource(draft.resource)
  return enterStates(act, info, keep(act, info, draft, true))
}

/** What begins with a new record. */
export function enterStates(act: TransactionContext, info: ResourceInfo, row: Row): Row {
  const names: Names = new Map<string, Value>([['this', act.service.keys.recordOfRow(row)], ['input', null]])
  for (const machine of info.machines) {
    const state = row.values.get(machine.field)
    if (typeof state === 'string') enter(act, row, machine, state, names, runEffects)
  }
  settle(act, row, runEffects)
  return row
}

function update(act: TransactionContext, resource: string, effect: Effect, context: Context, sent: boolean): RecordValue {
  const row = target(act, effect, resource, context)
  updateRecord(act, row, changesOfSet(act, effect.set, bindName(act, effect, row, context)), fromOf(act, effect, act.service.resource(row.resource), sent))
  return act.service.keys.recordOfRow(row)
}

/** The changed record is readable by its own name, with its former values. */
function bindName(act: TransactionContext, effect: Effect, row: Row, context: Context): Context {
  const name = shown(effect.as)?.text
  return name === undefined ? context : bindNames(context, [[name, act.service.keys.recordOfRow(row, 'then')]])
}

/** Writes a record and asks its `always`. */
export function updateRecord(act: TransactionContext, row: Row, changes: Changes, from?: From): void {
  change(act, row, changes, from)
  settle(act, row, runEffects)
}

function erase(act: TransactionContext, resource: string, effect: Effect, context: Context): RecordValue {
  const row = target(act, effect, resource, context)
  removeRecord(act, row)
  return act.service.keys.recordOfRow(row, 'then')
}

/** The record that `by` names; without it, the one that the effects belong to. */
function target(act: TransactionContext, effect: Effect, resource: string, context: Context): Row {
  const by = shown(effect.by)
  const info = act.service.resource(resource)
  if (by !== undefined && !('kind' in by)) {
    const values = new Map(each({ state: 'shown', value: by, at: effect.node }).map(({ name, value }) => [name, valueOfExpression(value, context)]))
    const row = findRow(act, info, values)
    return asStep(act, effect, present(row !== undefined && isNamedByRequest(act, effect, row) ? findVisible(act, row) : row, resource), context)
  }
  const record = open(by === undefined ? (context.variables.get('this') ?? null) : valueOfExpression(by, context))
  if (!isRecord(record)) return internal(`an effect on ${resource} was given no record`)
  const row = act.tx.row(record.resource, record.key)
  if (row === undefined || row.deleted !== undefined) return refuse({ condition: 'dangling', subject: resource })
  if (isNamedByRequest(act, effect, row) && !maySend(act, record)) return refuse(saysOfUnreadable(act) === 'forbidden' ? forbidden(resource, 'read') : { condition: 'dangling', subject: resource })
  return asStep(act, effect, row, context)
}

/** Such a record is found with the caller's eyes, as that of an operation is, but one that the request made. */
function isNamedByRequest(act: TransactionContext, effect: Effect, { resource, key }: Row): boolean {
  return namedIn(act, effect)?.target === true && !act.created.some((made) => made.resource === resource && made.key === key)
}

/** What the request names in a step of `do`; effects act with the document's authority. */
function namedIn({ steps, exchange, service: { world } }: TransactionContext, effect: Effect): FromRequest | undefined {
  return exchange !== undefined && steps?.has(effect) === true ? stepFromRequest(world, exchange.operation, effect) : undefined
}

/** A step of `do` is on a record that a rule lets the caller change. */
function asStep(act: TransactionContext, effect: Effect, row: Row, context: Context): Row {
  if (act.steps?.has(effect) === true) askStep(act, effect, over(new Map([['this', act.service.keys.recordOfRow(row)]]), context.variables))
  return row
}

function open(value: Value): Value | undefined {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional' ? value.value : value
}
