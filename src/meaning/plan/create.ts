// The plan of a `create`: what is sent becomes a draft, one statement adds it, and the answer is printed from it.

import type { Value } from '../../cel/value.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Names } from '../act.ts'
import { emitEvents } from '../events/emit.ts'
import { deadlineOf } from '../limits/deadline.ts'
import type { Service } from '../service.ts'
import { askInvariants } from '../writing/invariants.ts'
import { asksOf } from './asks.ts'
import { draftingOf, sentOf } from './drafting.ts'
import { isPlainCreating, rulesOfPlan } from './fit.ts'
import type { Plan } from './plan.ts'
import { repeatsOf } from './repeats.ts'
import { takingOf } from './taking.ts'
import { type Into, addDraft, beginWith, writingOf } from './writing.ts'
import { writtenAnswer } from './written-answer.ts'

export function createPlan(service: Service, into: Into, operation: Operation): Plan | undefined {
  const info = service.facts.typing.domain.resources.get(operation.subject?.text ?? '')
  if (info === undefined || !isPlainCreating(service, operation) || into.store.takesDrafts?.(info.name) !== true) return undefined
  const rules = rulesOfPlan(service, operation)
  const asks = rules && asksOf(service, operation, rules.early)
  const taking = takingOf(service, operation)
  const drafting = draftingOf(service, info, sentOf(service, operation, operation.slots.set, 'body'))
  if (asks === undefined || taking === undefined || drafting === undefined) return undefined
  const answer = writtenAnswer(service, operation, new Map([['this', info]]))
  const repeats = repeatsOf(operation)
  const needsAct = drafting.needsAct || answer.needsAct || repeats !== undefined || causesSomething(service, info)
  /** Whether who calls is asked without the transaction. */
  const isAlone = !needsAct && asks.ofCaller && asks.alone !== undefined

  const writing = writingOf(into)
  return (exchange) => {
    const inTime = deadlineOf(service, exchange)
    inTime()
    const taken = asks.isAcceptable(exchange) ? taking(exchange) : undefined
    if (taken === undefined || (isAlone && asks.alone?.(exchange) === undefined)) return undefined
    return writing((tx) => {
      const act = needsAct || (asks.ofCaller && !isAlone) ? beginWith(service, tx, exchange, taken) : undefined
      if (act !== undefined && !asks.passes(act, exchange)) return undefined
      const repeat = act && repeats?.(act, exchange)
      if (repeat?.isKnown === true) return undefined
      const draft = drafting.make({ taken, now: act?.now ?? service.lending.clock.now(), act, names: () => nothing })
      if (draft === undefined) return undefined
      addDraft(service, tx, draft, act)
      if (act !== undefined) {
        askInvariants(act)
        emitEvents(act)
      }
      const row = act === undefined ? draft : tx.row(draft.resource, draft.key)
      if (row === undefined) return undefined
      const names = (): Names => new Map<string, Value>([['this', service.keys.recordOfRow(row)], ['old', null]])
      const made = answer.of({ row, exchange, act, names })
      inTime()
      repeat?.keep(made)
      return made
    })
  }
}

const nothing: Names = new Map()

/** Whether anything is told of a new record, or of the state that it begins in. */
function causesSomething({ emitted, callbacks }: Service, { name, machines }: ResourceInfo): boolean {
  const entered = machines.map(({ slots }) => `${name}.${shown(slots.initial)?.text}`)
  return [...emitted, ...callbacks].some(({ causes }) => causes.some((cause) => (cause.kind === 'created' ? cause.resource === name : cause.kind === 'entry' && entered.includes(cause.name))))
}
