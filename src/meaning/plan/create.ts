// The plan of a `create`: what is sent becomes a draft, one statement adds it, and the answer is printed from it.

import { shown } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { begin } from '../begin.ts'
import { deadlineOf } from '../deadline.ts'
import { emitEvents } from '../emit.ts'
import type { Service } from '../service.ts'
import { asksOf } from './asks.ts'
import { bodyOf } from './body.ts'
import { draftAnswer } from './draft-answer.ts'
import { draftingOf, sentOf } from './drafting.ts'
import { isPlainCreating, rulesOfPlan } from './fit.ts'
import type { Plan } from './plan.ts'
import { type Into, addDraft, writingOf } from './writing.ts'

export function createPlan(service: Service, into: Into, operation: Operation): Plan | undefined {
  const info = service.facts.typing.domain.resources.get(operation.subject?.text ?? '')
  if (info === undefined || !isPlainCreating(service, operation) || into.store.takesDrafts?.(info.name) !== true) return undefined
  const rules = rulesOfPlan(service, operation)
  const asks = rules && asksOf(service, operation, rules.early)
  const body = bodyOf(service, operation)
  const sent = sentOf(service, operation, operation.slots.set, 'body')
  const drafting = sent && draftingOf(service, info, sent)
  const answer = draftAnswer(service, operation, info, 'this')
  if (asks === undefined || body === undefined || drafting === undefined || answer === undefined) return undefined
  const tells = causesSomething(service, info)
  /** Whether who calls is asked without the transaction. */
  const isAlone = !tells && asks.ofCaller && asks.alone !== undefined

  const writing = writingOf(into)
  return (exchange) => {
    deadlineOf(service, exchange)()
    const given = asks.isAcceptable(exchange) ? body(exchange) : undefined
    if (given === undefined || (isAlone && asks.alone?.(exchange) === undefined)) return undefined
    return writing((tx) => {
      const now = service.lending.clock.now()
      const act = tells || (asks.ofCaller && !isAlone) ? begin(service, tx, now, exchange) : undefined
      const draft = act === undefined || asks.passes(act, exchange) ? drafting(given, now) : undefined
      if (draft === undefined) return undefined
      addDraft(service, tx, draft, tells ? act : undefined)
      if (tells) emitEvents(act!)
      return answer(draft, [])
    })
  }
}

/** Whether a type of events is told of a new record, or of the state that it begins in. */
function causesSomething({ emitted }: Service, { name, machines }: ResourceInfo): boolean {
  const entered = machines.map(({ slots }) => `${name}.${shown(slots.initial)?.text}`)
  return emitted.some(({ causes }) => causes.some((cause) => (cause.kind === 'created' ? cause.resource === name : cause.kind === 'entry' && entered.includes(cause.name))))
}
