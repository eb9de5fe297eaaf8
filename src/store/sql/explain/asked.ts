// What an operation asks its database, in the order in which it does.

import type { Randomness } from '../../../base/clock.ts'
import { expressionsSaid } from '../../../fact/expressions.ts'
import type { Facts } from '../../../fact/fact.ts'
import { type OperationContext, contextOfOperation } from '../../../fact/operation-context.ts'
import { saidBeside, saidIn } from '../../../fact/reads.ts'
import { serviceFor } from '../../../meaning/meaning.ts'
import type { Interpreter } from '../../../meaning/service.ts'
import type { Operation } from '../../../model/model.ts'
import { shown } from '../../../model/slot.ts'
import type { About, ExplainedQuery } from './about.ts'
import { answerAsked, rulesAskedFirst } from './answers.ts'
import { callerAsked, lookedUp } from './found.ts'
import { questionsIn } from './questions.ts'
import { writesAsked } from './writes.ts'

/** Each statement once, where it is first. */
export function queriesOf(about: About, operation: Operation): readonly ExplainedQuery[] {
  const once = new Map<string, ExplainedQuery>()
  for (const each of askedBy(about, contextOfOperation(about.world, operation))) once.getOrInsert(each.sql ?? each.what, each)
  return [...once.values()]
}

/** In execution order, where it is constant. */
function askedBy(about: About, found: OperationContext): readonly ExplainedQuery[] {
  const answer = answerAsked(about, found)
  // Queries inside the response's statement, and the conditions of a list, are not separate.
  const beside = new Set([...answer.printed, ...(found.action === 'list' ? [shown(found.operation.slots.where)] : [])].filter((text) => text !== undefined))
  const allExpressions = answer.whole ? expressionsSaid(rulesAskedFirst(found)) : beside.size === 0 ? saidIn(found) : saidBeside(found, beside)
  const looked = answer.asked.some(({ what }) => what.startsWith('read ')) ? [] : lookedUp(about, found)
  const first = [...callerAsked(about, found), ...looked]
  const rest = [...questionsIn(about, found, allExpressions), ...writesAsked(about, found)]
  return found.action === 'read' || found.action === 'list' ? [...first, ...answer.asked, ...rest] : [...first, ...rest, ...answer.asked]
}

/** A service without a world, which only says what it would ask. */
export function explainedService(facts: Facts): Interpreter {
  return serviceFor(facts, { clock: { now: () => 0 }, randomness: always, settings: new Map(), fixtures: false, depth: 32 })
}

/** Nothing is made of it. */
const always: Randomness = { bytes: (count) => new Uint8Array(count) }

/** True if a statement begins, ends or takes back a transaction. */
export function endsTransaction(sql: string): boolean {
  return /^(?:SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT)/.test(sql)
}
