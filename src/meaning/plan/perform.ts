// The plan of whatever else writes: what is sent is read quickly, what that shows to hold is not asked again, and the rest is asked and done by
// the interpreter's own functions. What is sent of the record is printed from its row.

import type { Operation } from '../../model/model.ts'
import { isRecord } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { Unready } from '../../exchange/unready.ts'
import type { Point, Stage } from '../../fact/fact.ts'
import { type Act, rowOf } from '../act.ts'
import { refusalsAt } from '../checks.ts'
import { shownTag } from '../conditional.ts'
import { deadlineOf } from '../deadline.ts'
import { emitEvents } from '../emit.ts'
import { askInvariants } from '../invariants.ts'
import { perform } from '../perform.ts'
import type { Service } from '../service.ts'
import { Situation } from '../situation.ts'
import { asksOf } from './asks.ts'
import { earlyRules, isPlainPerforming } from './fit.ts'
import type { Plan } from './plan.ts'
import { repeatsOf } from './repeats.ts'
import { takingOf } from './taking.ts'
import { type Into, beginWith, writingOf } from './writing.ts'
import { writtenAnswer } from './written-answer.ts'

export function performPlan(service: Service, into: Into, operation: Operation): Plan | undefined {
  if (!isPlainPerforming(service, operation)) return undefined
  const early = earlyRules(service, operation)
  const asks = early && asksOf(service, operation, early)
  const taking = takingOf(service, operation)
  if (asks === undefined || taking === undefined) return undefined
  const subject = operation.subject?.text ?? ''
  const info = service.facts.typing.domain.resources.get(operation.action === 'transition' ? subject.split('.')[0]! : subject)
  const answer = writtenAnswer(service, operation, new Map(info === undefined ? [] : [['this', info]]))
  const points = service.operation(operation).points.filter(isAsked)
  const repeats = repeatsOf(operation)
  const isConditional = operation.slots.conditional.state === 'shown'

  const writing = writingOf(into)
  /** Whether it was found to wait for something, which it then always does. */
  let waits = false
  return (exchange) => {
    const inTime = deadlineOf(service, exchange)
    inTime()
    const taken = !waits && asks.isAcceptable(exchange) ? taking(exchange) : undefined
    if (taken === undefined) return undefined
    return writing((tx) => {
      const act = beginWith(service, tx, exchange, taken)
      if (!asks.passes(act, exchange)) return undefined
      const repeat = repeats?.(act, exchange)
      if (repeat?.isKnown === true) return undefined
      const situation = new Situation(act, exchange, taken)
      try {
        if (points.some((point) => refusalsAt(point, situation).length > 0)) return undefined
        const names = perform(situation)
        askInvariants(act)
        emitEvents(act)
        const record = answer.shows === undefined ? undefined : names.get(answer.shows)
        const row = isRecord(record) ? rowOf(act, record) : undefined
        if (answer.shows !== undefined && row === undefined) return undefined
        const made = answer.of({ row, exchange, act, names: () => names, tag: isConditional ? tagAfter(act, exchange) : undefined })
        inTime()
        repeat?.keep(made)
        return made
      } catch (error) {
        waits ||= error instanceof Unready
        throw error
      }
    })
  }
}

/** Looked at anew, since what was found before may have been written. */
function tagAfter(act: Act, exchange: Exchange): string | undefined {
  return shownTag(new Situation(act, exchange))
}

const asked: ReadonlySet<Stage> = new Set<Stage>(['find', 'permission', 'match', 'state'])

/** Not what is known of whoever calls and of what was taken, nor what refuses as soon as the action is done. */
function isAsked({ stage, condition, name }: Point): boolean {
  if (!asked.has(stage) || condition === 'guard') return false
  return name !== undefined || (condition !== 'not-found' && condition !== 'gone' && condition !== 'illegal-transition')
}
