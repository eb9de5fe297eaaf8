// Refuses a list whose `where` cannot be computed from the request for any record.

import type { Expression } from '../../cel/expression.ts'
import { type Conjuncts, findFailureOfAll } from '../../cel/never-holds.ts'
import { reads } from '../../cel/reads.ts'
import { type Context, runExpression } from '../../exchange/context.ts'
import type { Failed, Refusal } from '../../exchange/refusal.ts'
import { recordNames } from '../../fact/failing-where.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { RequestState } from '../request-state.ts'
import { makeContext } from '../transaction-context.ts'
import { makeResponseContext } from './response-context.ts'
import { prepareWhere } from './where.ts'

/** A failure that depends on a record leaves out that record instead. */
export function findUncomputableWhere(requestState: RequestState): Refusal | undefined {
  return requestState.once('where', () => findRefusal(requestState))
}

function findRefusal(requestState: RequestState): Refusal | undefined {
  const { transaction, operation } = requestState
  const { byDocument, byCaller } = prepareWhere(transaction.service, operation)
  const names = requestState.names()
  const conjuncts = [
    ...splitConditions(makeContext(transaction, names), byDocument),
    ...(byCaller.length === 0 ? [] : splitConditions(makeResponseContext(transaction, operation, names), byCaller)),
  ]
  const failedPart = findFailureOfAll(conjuncts, recordNames)
  return failedPart && { condition: 'invalid', name: 'where', failures: [findFailedInput(requestState, failedPart)] }
}

function splitConditions(context: Context, conditions: readonly Expression[]): Conjuncts {
  return conditions.map((condition) => ({ condition, value: (part) => runExpression(part, context) }))
}

/** The input that the condition reads, also through `let`, without its value. */
function findFailedInput({ transaction, operation }: RequestState, failedPart: Expression): Failed {
  const lets = listSpecifiedEntries(operation.slots.let)
  const findInputName = (expression: Expression | undefined): string | undefined => {
    const read = expression === undefined ? [] : reads(expression).variables
    const sentName = read.find(({ name, path }) => name === 'input' && path.length > 1)?.path.at(-1)
    return (
      sentName ??
      read
        .map(({ name }) => lets.find((each) => each.name === name))
        .map((found) => found && findInputName(transaction.service.facts.typing.expression(found.value)))
        .find((each) => each !== undefined)
    )
  }
  const property = findInputName(failedPart)
  return { ...(property === undefined ? {} : { property }), keyword: 'type' }
}
