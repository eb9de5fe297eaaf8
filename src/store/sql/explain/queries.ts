// Lists the queries of an operation, in their order.

import type { Randomness } from '../../../base/clock.ts'
import { collectExpressions } from '../../../fact/expressions.ts'
import type { Facts } from '../../../fact/fact.ts'
import { type OperationContext, makeOperationContext } from '../../../fact/operation-context.ts'
import { collectOtherExpressions, collectAllExpressions } from '../../../fact/reads.ts'
import { buildInterpreter } from '../../../meaning/meaning.ts'
import type { Interpreter } from '../../../meaning/service.ts'
import type { Operation } from '../../../model/model.ts'
import { slotValueOf } from '../../../model/slot.ts'
import type { ExplainContext, ExplainedQuery } from './about.ts'
import { explainAnswer, listRulesBeforeReads } from './answers.ts'
import { explainCaller, explainLookUps } from './look-ups.ts'
import { explainQueries } from './expression-queries.ts'
import { explainWrites } from './writes.ts'

/** Each statement once, at its first occurrence. */
export function listOperationQueries(about: ExplainContext, operation: Operation): readonly ExplainedQuery[] {
  const once = new Map<string, ExplainedQuery>()
  for (const each of listQueriesInOrder(about, makeOperationContext(about.modelIndex, operation)))
    once.getOrInsert(each.sql ?? each.what, each)
  return [...once.values()]
}

/** In execution order, where it is constant. */
function listQueriesInOrder(about: ExplainContext, operationContext: OperationContext): readonly ExplainedQuery[] {
  const answer = explainAnswer(about, operationContext)
  // Queries inside the response's statement, and the conditions of a list, are not separate.
  const concurrent = new Set(
    [...answer.printed, ...(operationContext.action === 'list' ? [slotValueOf(operationContext.operation.slots.where)] : [])].filter(
      (text) => text !== undefined,
    ),
  )
  const computed = concurrent.size === 0 ? collectAllExpressions(operationContext) : collectOtherExpressions(operationContext, concurrent)
  const allExpressions = answer.whole ? collectExpressions(listRulesBeforeReads(operationContext)) : computed
  const looked = answer.queries.some(({ what }) => what.startsWith('read ')) ? [] : explainLookUps(about, operationContext)
  const first = [...explainCaller(about, operationContext), ...looked]
  const rest = [...explainQueries(about, operationContext, allExpressions), ...explainWrites(about, operationContext)]
  return operationContext.action === 'read' || operationContext.action === 'list'
    ? [...first, ...answer.queries, ...rest]
    : [...first, ...rest, ...answer.queries]
}

/** A service without an environment, for explanation only. */
export function makeExplainedService(facts: Facts): Interpreter {
  return buildInterpreter(facts, { clock: { now: () => 0 }, randomness: zeroBytes, settings: new Map(), fixtures: false, depth: 32 })
}

/** Unreachable for values that are stored. */
const zeroBytes: Randomness = { bytes: (count) => new Uint8Array(count) }

/** True if a statement begins, ends or rolls back a transaction. */
export function endsTransaction(sql: string): boolean {
  return /^(?:SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT)/.test(sql)
}
