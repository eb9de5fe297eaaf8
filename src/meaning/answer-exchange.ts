// Answers one exchange: asks its points in the order of the facts, does what its action says, and keeps it or leaves nothing.

import { TurnExceeded, outsideTurn, withinTurn } from '../base/turn.ts'
import { answerOf } from '../exchange/answer.ts'
import type { Audited } from '../exchange/audited.ts'
import { isRecord } from '../exchange/context.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import { commonNames, nowhere } from '../exchange/names.ts'
import { type Refusal, isAt, refuse, refusedBy, soon } from '../exchange/refusal.ts'
import { answerRefusal } from '../exchange/refuse.ts'
import { Unready } from '../exchange/unready.ts'
import type { OperationFacts, Point } from '../fact/fact.ts'
import { stagePrecedes } from '../fact/order.ts'
import { isSafe } from '../model/methods.ts'
import { each, shown } from '../model/slot.ts'
import { type Names, rowOf } from './act.ts'
import { auditedIn } from './audited.ts'
import { begin } from './begin.ts'
import { askFollowed, danglingInput, refusalsAt } from './checks.ts'
import { shownTag, tagged } from './reading/conditional.ts'
import { answerWithoutFailing } from './reading/left-out.ts'
import { emitEvents } from './events/emit.ts'
import { holdKey, keepAnswer, naturalRecord, replayOf } from './idempotency.ts'
import { type Deadline, deadlineOf } from './limits/deadline.ts'
import { askInvariants } from './writing/invariants.ts'
import { withLimitHeaders } from './limits/headers.ts'
import { perform } from './perform.ts'
import type { Quick } from './plan/quick.ts'
import type { Prepared } from './prepare.ts'
import { verifySecret } from './record/secret-work.ts'
import type { Service } from './service.ts'
import { answerContext, shownContext } from './reading/shown.ts'
import { Situation } from './situation.ts'
import type { Store, Transaction } from './store.ts'
import { streamAnswer } from './events/stream.ts'

/** Throws `Unready` where something must be waited for first; without `prepared` nothing is, and slow work is done in place. */
export function answerExchange(service: Service, store: Store, exchange: Exchange, prepared?: Prepared, quick?: Quick): Answer {
  return withinTurn(service.lending.turn, () => withLimitHeaders(service, exchange, answered(service, store, exchange, prepared, quick)))
}

function answered(service: Service, store: Store, exchange: Exchange, prepared: Prepared | undefined, quick: Quick | undefined): Answer {
  const inTime = deadlineOf(service, exchange)
  const tx = store.begin(quick?.isTrusted)
  const now = service.lending.clock.now()
  const take = quick?.take && (() => quick.take?.(exchange))
  const begun = (): Situation => new Situation(begin(service, store.begin(), now, exchange, prepared), exchange, take)
  const situation = new Situation(begin(service, tx, now, exchange, prepared), exchange, take)
  let executed = false
  try {
    const early = asked(situation, begun, inTime, quick)
    if (early !== undefined) {
      tx.rollback()
      return early
    }
    executed = true
    const answer = done(situation, store, quick)
    inTime()
    keepAnswer(situation, answer)
    const audited = auditedIn(situation.act)
    tx.commit()
    return withAudited(answer, audited)
  } catch (error) {
    const { refusal, answer } = refusedIn(situation, error, quick)
    if (executed && !passing.has(refusal.condition) && answer.status < 500) keepRefusal(begun(), answer)
    return answer
  }
}

/** The answer, which may still read what was written; then nothing of it is left. */
function refusedIn(situation: Situation, error: unknown, quick: Quick | undefined): { readonly refusal: Refusal; readonly answer: Answer } {
  const { tx } = situation.act
  try {
    if (error instanceof TurnExceeded) {
      const refusal = exceeded(situation, error)
      const answer = outsideTurn(() => answerFailure(situation.act.service, situation.exchange, refusal))
      takeBack(tx, quick)
      return { refusal, answer }
    }
    const { refusal } = refusedBy(error)
    if (refusal.condition === 'not-found') spendTime(situation)
    const answer = refusalAnswer(situation, located(situation, refusal))
    const audited = auditedIn(situation.act)
    takeBack(tx, quick)
    return { refusal, answer: withAudited(answer, audited && { ...audited, records: [] }) }
  } catch (thrown) {
    if (!(thrown instanceof Unready)) throw thrown
    holdKey(situation)
    takeBack(tx, quick)
    throw thrown
  }
}

/** `timeout`, as the document answers it; where it says nothing of time, HTTP alone does. */
function exceeded({ act, operation }: Situation, { limit }: TurnExceeded): Refusal {
  const isExpected = act.service.operation(operation).points.some(({ condition, subject }) => condition === 'timeout' && subject === undefined)
  return { condition: 'timeout', about: new Map([['limit', { kind: 'duration', ms: limit }]]), ...(isExpected ? {} : { alone: 503 }) }
}

function withAudited(answer: Answer, audited: Audited | undefined): Answer {
  return audited === undefined ? answer : { ...answer, trace: { ...answer.trace, audited } }
}

/** Where that is not possible alone, all that was written with it is done again, and this one is expected to fail from now on. */
function takeBack(tx: Transaction, quick: Quick | undefined): void {
  try {
    tx.rollback()
  } catch (error) {
    if (quick !== undefined) quick.isTrusted = false
    throw error
  }
}

/** What may be otherwise when the request is repeated: such an answer is not kept for its key. */
const passing: ReadonlySet<string> = new Set(['timeout', 'contention', 'overloaded', 'unavailable', 'internal'])

/** Asks everything that is asked before the effect; gives the answer where the request is known already. */
function asked(situation: Situation, begun: () => Situation, inTime: Deadline, quick: Quick | undefined): Answer | undefined {
  const { points, others, asserted } = askedPoints(situation.act.service.operation(situation.operation))
  const { unknown } = situation.act
  if (unknown?.condition === 'unavailable') refuse(unknown)
  let replayed = false
  let natural = false
  let unasserted = asserted
  for (const [index, point] of [...points, undefined].entries()) {
    inTime()
    if (unasserted.length > 0) unasserted = askAsserted(unasserted, (each) => !followsReplay(each), point, situation, begun)
    if (!replayed && (point === undefined || followsReplay(point))) {
      replayed = true
      const answer = replayOf(situation)
      if (answer !== undefined) return answer
    }
    if (!natural && (point === undefined || point.stage === 'state' || point.stage === 'effect')) {
      natural = true
      const answer = naturalAnswer(situation, quick)
      if (answer !== undefined) return answer
    }
    if (unasserted.length > 0) unasserted = askAsserted(unasserted, () => replayed, point, situation, begun)
    if (point !== undefined && index < others) ask(point, () => points.slice(index + 1), situation, begun)
  }
  // Whoever is not known is never taken for nobody, also where the document says that it cannot be.
  if (unknown !== undefined) refuse(unknown)
  return undefined
}

/** Points in their order; of the effect are those from `others` on, which it asks itself. */
type AskedPoints = { readonly points: readonly Point[]; readonly others: number; readonly asserted: readonly Point[] }

const askedOf = new WeakMap<OperationFacts, AskedPoints>()

function askedPoints(facts: OperationFacts): AskedPoints {
  return askedOf.getOrInsertComputed(facts, () => {
    const points = facts.points.filter(({ stage }) => stage !== 'interrupt')
    const asserted = facts.asserted.filter(({ stage }) => stage !== 'effect')
    return { points, others: points.findLastIndex(({ stage }) => stage !== 'effect') + 1, asserted }
  })
}

/** What `never` excludes is asked before what its stage stands before, or at the end: where it is met, it is answered as `internal`. Gives those that wait. */
function askAsserted(asserted: readonly Point[], isDue: (point: Point) => boolean, next: Point | undefined, situation: Situation, begun: () => Situation): readonly Point[] {
  return asserted.filter((point) => {
    if (!isDue(point) || (next !== undefined && !stagePrecedes(point.stage, next.stage))) return true
    ask(point, () => [], situation, begun)
    return false
  })
}

function followsReplay({ stage }: Point): boolean {
  return stage === 'find' || stage === 'permission' || stage === 'match' || stage === 'state' || stage === 'effect'
}

/** Conditions of which all that fail are told, as far as one entry answers them. */
const toldTogether: ReadonlySet<string> = new Set(['invalid', 'guard', 'require', 'duplicate'])

function ask(point: Point, later: () => readonly Point[], situation: Situation, begun: () => Situation): void {
  const met = refusalAt(point, situation, begun)
  if (met === undefined) return
  const further = !toldTogether.has(point.condition) ? [] : later().flatMap((other): readonly Refusal[] => {
    if (other.condition !== point.condition || other.stage !== point.stage || other.stage === 'effect') return []
    const also = attempted(() => refusalAt(other, situation, begun))
    return also === undefined || also.condition === 'internal' ? [] : [also]
  })
  refuse({ ...met, further: [...(met.further ?? []), ...further] })
}

/** A point of the effect is asked here only where `precedence` put it before one that is not: then by trying, and leaving nothing. */
function refusalAt(point: Point, situation: Situation, begun: () => Situation): Refusal | undefined {
  if (point.stage !== 'effect') return refusalsAt(point, situation).find((refusal) => isAt(point, refusal) || refusal.condition === 'internal' || refusal.alone !== undefined)
  const trial = begun()
  let refusal: Refusal | undefined
  try {
    refusal = attempted(() => {
      perform(trial)
      askInvariants(trial.act)
      return undefined
    })
  } catch (error) {
    if (error instanceof Unready) trial.act.tx.rollback()
    throw error
  }
  trial.act.tx.rollback()
  return refusal !== undefined && isAt(point, refusal) ? refusal : undefined
}

/** What refuses, whether it is given or thrown. */
function attempted(check: () => Refusal | undefined): Refusal | undefined {
  try {
    return check()
  } catch (error) {
    return refusedBy(error).refusal
  }
}

function naturalAnswer(situation: Situation, quick: Quick | undefined): Answer | undefined {
  const { operation, act } = situation
  if (operation.action !== 'create' || shown(operation.slots.idempotency)?.kind !== 'natural') return undefined
  const row = naturalRecord(situation)
  if (row === undefined) return undefined
  const record = act.service.keys.recordOfRow(row)
  return answerWith(situation, new Map([...situation.names(), ['this', record], ['old', record]]), quick)
}

function done(situation: Situation, store: Store, quick: Quick | undefined): Answer {
  askFollowed(situation)
  const names = perform(situation)
  askInvariants(situation.act)
  emitEvents(situation.act)
  switch (situation.operation.action) {
    case 'stream':
      return streamAnswer(situation, answerWith(situation, names, quick), store)
    case 'list': {
      const answer = answerWithoutFailing(situation, names, (each) => answerWith(situation, each, quick))
      return situation.leftOut === undefined ? answer : { ...answer, trace: { ...answer.trace, leftOut: situation.leftOut } }
    }
    default:
      return answerWith(situation, names, quick)
  }
}

function answerWith({ act, exchange, operation }: Situation, names: Names, quick: Quick | undefined): Answer {
  const transitions = [...act.transitions]
  // Only for the tag, and looked at anew, since what was found before may have been written.
  const now = operation.slots.conditional.state === 'shown' ? new Situation(act, exchange) : undefined
  const record = quick?.print && names.get('this')
  const row = isRecord(record) ? rowOf(act, record) : undefined
  if (quick?.print !== undefined && row !== undefined) return quick.print(row, transitions, now && shownTag(now))
  const context = answerContext(act, operation, names)
  if (now === undefined) return answerOf(exchange, context, { transitions })
  if (!isSafe(exchange.method)) return answerOf(exchange, context, { transitions }, shownTag(now))
  const { tag, body } = tagged(now, names)
  return answerOf(exchange, context, { transitions }, tag, body)
}

/** Where a record's secret would have been verified, its absence costs the same time. */
function spendTime({ act, operation }: Situation): void {
  const verifies = each(operation.slots.require).some(({ value }) => act.service.world.reading(value).calls.has('verify'))
  if (verifies) verifySecret(act, '', undefined)
}

/** Of a reference that an expression followed to nothing: where in the request it stands. */
function located(situation: Situation, refusal: Refusal): Refusal {
  const { condition, subject, failures } = refusal
  if (condition !== 'dangling' || subject === undefined || failures !== undefined) return refusal
  return danglingInput(situation, subject) ?? refusal
}

export function refusalAnswer(situation: Situation, refusal: Refusal): Answer {
  const { act, operation } = situation
  const { points } = act.service.operation(operation)
  try {
    const names = situation.names()
    return answerRefusal(refusal, points, act.service.facts, shownContext(act, operation, names), { operation: operation.id })
  } catch (error) {
    const { refusal: failed } = refusedBy(error)
    const report = `the answer to \`${refusal.condition}\` could not be made: ${failed.report ?? failed.condition}`
    return { status: 500, headers: [], trace: { operation: operation.id, condition: 'internal', transitions: [], origins: [], report } }
  }
}

/** What is answered where nothing of the exchange could be done: the store failed, or there is too much to do. */
export function answerFailure(service: Service, exchange: Exchange, refusal: Refusal): Answer {
  const { points } = service.operation(exchange.operation)
  const { facts, keys, settings, lending } = service
  const variables = commonNames(facts, settings, lending.clock.now(), exchange)
  return answerRefusal(refusal, points, facts, { typing: facts.typing, host: nowhere, keys, variables, ...(exchange.spoken === undefined ? {} : { spoken: exchange.spoken }) }, { operation: exchange.operation.id })
}

export function answerOverload(service: Service, exchange: Exchange): Answer {
  return answerFailure(service, exchange, { condition: 'overloaded', ...soon })
}

/** Where the records changed again and again under what was waited for. */
export function answerContention(service: Service, exchange: Exchange): Answer {
  return answerFailure(service, exchange, { condition: 'contention', ...soon })
}

/** What the effect was refused with is kept too, though nothing else of it is. */
function keepRefusal(situation: Situation, answer: Answer): void {
  keepAnswer(situation, answer)
  situation.act.tx.commit()
}

