// Answers an exchange by its head alone, if the first conditions that may refuse it need no content: the caller and the limits.

import type { Awaitable } from '../base/awaitable.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import { refuse, toRefusedRequest } from '../exchange/refusal.ts'
import type { Point } from '../fact/fact.ts'
import { collectExpressions } from '../fact/expressions.ts'
import type { Operation } from '../model/model.ts'
import type { Access } from './access.ts'
import { answerRequestRefusal } from './answer-refusal.ts'
import { beginTransaction } from './begin.ts'
import { checkPoint } from './checks.ts'
import { withLimitHeaders } from './limits/headers.ts'
import type { Interpreter } from './service.ts'
import { RequestState } from './request-state.ts'
import type { Store } from './store.ts'
import { Unready } from '../exchange/unready.ts'

const pointsByOperation = new WeakMap<Operation, readonly Point[]>()

/** Undefined if no check refuses yet. Counts of limits stay on the exchange, so that it is counted once. */
export function answerHead(service: Interpreter, access: Access, exchange: Exchange): Awaitable<Answer | undefined> {
  const points = pointsByOperation.getOrInsertComputed(exchange.operation, () => listHeadPoints(service, exchange.operation))
  return points.length === 0 ? undefined : access.read((store) => checkHead(service, store, exchange, points))
}

function checkHead(service: Interpreter, store: Store, exchange: Exchange, points: readonly Point[]): Answer | undefined {
  const tx = store.begin()
  try {
    const requestState = new RequestState(beginTransaction(service, tx, service.environment.clock.now(), { exchange }), exchange)
    try {
      if (requestState.transaction.callerRefusal?.condition === 'unavailable') refuse(requestState.transaction.callerRefusal)
      for (const point of points) for (const refusal of checkPoint(point, requestState)) refuse(refusal)
      return undefined
    } catch (error) {
      if (error instanceof Unready) return undefined
      return withLimitHeaders(service, exchange, answerRequestRefusal(requestState, toRefusedRequest(error).refusal))
    }
  } finally {
    tx.rollback()
  }
}

/** The checks before the first that reads the body, if their responses do not read it either. */
function listHeadPoints(service: Interpreter, operation: Operation): readonly Point[] {
  const { points, asserted } = service.operation(operation)
  const end = points.findIndex((point) => (point.stage !== 'address' && point.stage !== 'caller') || readsInput(service, point))
  return asserted.length > 0 ? [] : points.slice(0, end < 0 ? points.length : end)
}

function readsInput({ modelIndex, facts }: Interpreter, { answer }: Point): boolean {
  if (answer.kind !== 'entry') return false
  const { body, messages } = facts.model.errors.value
  const { expressions, texts } = collectExpressions([answer.entry.slots, body, messages])
  return [...expressions.map((text) => modelIndex.readsOf(text)), ...texts.flatMap((text) => modelIndex.readingOfText(text))].some(
    ({ variables }) => variables.has('input'),
  )
}
