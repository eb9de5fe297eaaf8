// Implements each condition's check before writes, one function per condition name.

import type { Json } from '../base/json.ts'
import { failing } from '../exchange/context.ts'
import { type Failed, type Refusal, Refused, refuse } from '../exchange/refusal.ts'
import type { Condition, Point } from '../fact/fact.ts'
import { entryNamed, shown } from '../model/slot.ts'
import { type Path, lastName, pointer } from '../schema/failure.ts'
import { contextOf } from './transaction-context.ts'
import { forbidden, maySend, saysOfUnreadable } from './caller/eyes.ts'
import { followsAsked } from './caller/followed.ts'
import { danglingIn } from './writing/ask.ts'
import { changesOfRequest, fromOf } from './writing/changes.ts'
import { requireRefusal } from './writing/effects.ts'
import { askKey, keyFailures, requireKey } from './idempotency.ts'
import { recordsIn } from './record/host.ts'
import { askLimit } from './limits/limits.ts'
import { pageRefusal, pageTexts } from './reading/page.ts'
import { uncomputableWhere } from './reading/failing-where.ts'
import { askPreconditions } from './reading/conditional.ts'
import { stateOf } from './record/machine.ts'
import { askRules } from './caller/rules.ts'
import { type RequestState, askAcceptable } from './request-state.ts'
import { sizeLimit, tooLarge } from './limits/sizes.ts'
import { illegal } from './writing/transition.ts'
import { askedTransition, leadsThere } from './writing/operation-transition.ts'

/** Refuses by throwing, or by giving refusals in their order. */
type Check = (situation: RequestState, point: Point) => readonly Refusal[] | void

/** `elsewhere`: no check of an exchange applies; its effect or an interruption meets it. */
const checks: { readonly [C in Condition]: Check | 'elsewhere' } = {
  'no-such-path': 'elsewhere',
  'method-not-allowed': 'elsewhere',
  'unknown-version': 'elsewhere',
  'retired-version': 'elsewhere',
  'fail': 'elsewhere',
  'duplicate': 'elsewhere',
  'in-use': 'elsewhere',
  'invariant': 'elsewhere',
  'timeout': 'elsewhere',
  'contention': 'elsewhere',
  'overloaded': 'elsewhere',
  'unavailable': 'elsewhere',
  'internal': 'elsewhere',
  'unauthenticated': ({ act }) => (act.unknown === undefined ? [] : [act.unknown]),
  'insufficient-scope': ({ act }) => (act.unknown === undefined ? [] : [act.unknown]),
  'rate-limited': askLimit,
  'quota-exceeded': askLimit,
  'forbidden': (situation, point) => askRules(situation, point, (transition) => leadsThere(situation, transition)),
  'not-acceptable': ({ exchange }) => askAcceptable(exchange),
  'unsupported-media': (situation) => situation.readable(),
  'too-large': askSize,
  'malformed': (situation) => situation.readable(),
  'invalid': askInput,
  'idempotency-required': requireKey,
  'idempotency-mismatch': askKey,
  'idempotency-busy': askKey,
  'not-found': askRecord,
  'gone': askRecord,
  'cursor-expired': askPage,
  'dangling': askReference,
  'precondition-required': askPreconditions,
  'precondition-failed': askPreconditions,
  'illegal-transition': askState,
  'guard': (situation) => askedTransition(situation).refusals,
  'require': (situation, { name }) => askRequirement(situation, name ?? ''),
}

/** What refuses at a point: its own condition, or another that keeps it from being asked. */
export function refusalsAt(point: Point, situation: RequestState): readonly Refusal[] {
  const check = checks[point.condition]
  if (check === 'elsewhere') return [{ condition: 'internal', report: `\`${point.condition}\` cannot be asked yet` }]
  try {
    return check(situation, point) ?? []
  } catch (error) {
    if (error instanceof Refused) return [error.refusal, ...(error.refusal.further ?? [])]
    throw error
  }
}

function askSize(situation: RequestState, { name }: Point): readonly Refusal[] {
  const { act: { service }, exchange } = situation
  if (name === 'depth') {
    // Reading the body refuses by itself what has too many levels.
    situation.readable()
    return []
  }
  const limit = sizeLimit(service, 'body')
  return limit !== undefined && exchange.body.length > limit ? [tooLarge('body', limit)] : []
}

function askInput(situation: RequestState, { name }: Point): readonly Refusal[] {
  switch (name) {
    case 'path':
      situation.parameters('path')
      return []
    case 'header': {
      situation.parameters('header')
      const failures = keyFailures(situation)
      return failures.length > 0 ? [{ condition: 'invalid', name: 'header', failures }] : []
    }
    case 'query':
      situation.parameters('query')
      situation.output()
      return situation.operation.action === 'list' ? askPage(situation) : []
    case 'where': {
      const refusal = uncomputableWhere(situation)
      return refusal === undefined ? [] : [refusal]
    }
    case 'input':
      return askedTransition(situation).refusals.filter(({ condition }) => condition === 'invalid')
    default:
      // A body that the fast path accepted is valid; it becomes a value when an expression reads it.
      if (situation.taken === undefined) situation.body()
      return []
  }
}

/** A missing input of `page` has its own refusal; if no check before refuses it, the list does. */
function askPage(situation: RequestState): readonly Refusal[] {
  if (!situation.knows(pageTexts(situation.operation))) return []
  const refusal = pageRefusal(situation)
  return refusal === undefined ? [] : [refusal]
}

function askRecord(situation: RequestState, { name }: Point): void {
  if (name !== undefined) situation.lookup(name)
  else if (situation.operation.action !== 'put') situation.record()
  else if (situation.recordIfAny()?.deleted !== undefined) situation.record()
}

/** A reference in the input that an expression before the effect looks into. */
function askReference(situation: RequestState, { subject }: Point): readonly Refusal[] {
  const { act, resource } = situation
  const [owner, member] = (subject ?? '').split('.')
  const property = owner === resource?.name ? resource?.properties.get(member ?? '') : undefined
  if (property !== undefined && resource !== undefined) {
    const refusal = danglingIn(act, resource, property, changesOfRequest(situation, situation.names()).get(property.name), fromOf(situation))
    return refusal === undefined ? [] : [refusal]
  }
  const refusal = danglingInput(situation, subject ?? '')
  return refusal === undefined ? [] : [refusal]
}

/** The first reference to nothing, among those of the input to records of a resource. */
export function danglingInput(situation: RequestState, resource: string): Refusal | undefined {
  const { tx, service } = situation.act
  for (const { record, path } of recordsIn(situation.names().get('input'))) {
    const row = record.resource === resource ? tx.row(record.resource, record.key) : undefined
    if (record.resource !== resource || (row !== undefined && row.deleted === undefined && (saysOfUnreadable(situation.act) === 'forbidden' || maySend(situation.act, record)))) continue
    return { condition: 'dangling', subject: resource, failures: [failedInput(path, service.keys.keyOf(record))] }
  }
  return undefined
}

/** Refuses what the answer would look into, where the caller may not read it: as a reference to nothing is refused. */
export function askFollowed(situation: RequestState): void {
  const { act, operation } = situation
  const follows = followsAsked(act.service.world, operation)
  if (follows.length === 0) return
  for (const { record, path } of recordsIn(situation.names().get('input'))) {
    const name = path.filter((step) => typeof step === 'string').join('.')
    if (!follows.some((follow) => follow.resource === record.resource && `${name}.`.startsWith(`${follow.path}.`))) continue
    const row = act.tx.row(record.resource, record.key)
    if (row === undefined || row.deleted !== undefined || maySend(act, record)) continue
    if (saysOfUnreadable(act) === 'forbidden') refuse(forbidden(record.resource, 'read'))
    refuse({ condition: 'dangling', subject: record.resource, failures: [failedInput(path, act.service.keys.keyOf(record))] })
  }
}

/** A value of the input that refers to nothing: of the body with a pointer, of a parameter with its name. */
function failedInput([place, ...path]: Path, key: Json): Failed {
  const property = lastName(path)
  return {
    ...(property === undefined ? {} : { property }),
    ...(place === 'body' ? { pointer: pointer(path) } : {}),
    keyword: 'reference',
    ...(typeof key === 'object' ? {} : { value: key }),
  }
}

/** `in` limits the operation to states; otherwise the record must be in one that has the transition. */
function askState(situation: RequestState, { subject, name }: Point): readonly Refusal[] {
  const { act, operation, resource } = situation
  if (name !== 'in') return askedTransition(situation).refusals
  const row = operation.action === 'put' ? situation.recordIfAny() : situation.record()
  const allowed = (shown(operation.slots.in) ?? []).map(({ text }) => text)
  if (row === undefined || resource === undefined) return []
  const machine = resource.machines.find(({ slots }) => allowed.some((state) => entryNamed(slots.states, state) !== undefined))
  return machine === undefined || allowed.includes(stateOf(machine, row)) ? [] : [illegal(act, row, subject ?? resource.name, { machine, name: 'in' })]
}

function askRequirement(situation: RequestState, name: string): readonly Refusal[] {
  const { require } = situation.operation.slots
  const only = entryNamed(require, name)
  if (only === undefined) return []
  const failed = failing({ state: 'shown', value: [only], at: only.key }, contextOf(situation.act, situation.names()))
  return failed.map(requireRefusal)
}

