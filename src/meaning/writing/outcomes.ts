// Runs the items of a step one by one: a refused item is rolled back alone, and its outcome tells the error.

import { parseJsonText } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { isJson } from '../../exchange/answer.ts'
import { findPointOf, toRefusedRequest } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { answerRefusal } from '../../exchange/refuse.ts'
import { markTransaction, type Names, type TransactionContext } from '../transaction-context.ts'
import { makeResponseContext } from '../reading/response-context.ts'
import { checkInvariants } from './invariants.ts'

/** The maximum depth of a body. */
const maxDepth = 128

/** `status` and `error` are those of part 7, null if the item succeeded. */
export type Outcome = { readonly status: Value; readonly error: Value; readonly result: Value }

/** An item's own invariants: those of the records that it wrote. */
export function runItem(transaction: TransactionContext, names: Names, run: () => Value): Outcome {
  const mark = markTransaction(transaction)
  const savepoint = transaction.tx.savepoint()
  try {
    const result = withOwnWrites(transaction, () => {
      const value = run()
      checkInvariants(transaction)
      return value
    })
    savepoint.release()
    mark.release()
    return { status: null, error: null, result }
  } catch (error) {
    if (error instanceof StoreFailure) throw error
    savepoint.rollBack()
    mark.rollBack()
    return { ...answerItem(transaction, names, error), result: null }
  }
}

/** Invariants of earlier writes are evaluated at the end of the request. */
function withOwnWrites<T>(transaction: TransactionContext, work: () => T): T {
  const earlier = transaction.writtenProperties
  const own: TransactionContext['writtenProperties'] = new Map()
  transaction.writtenProperties = own
  try {
    const value = work()
    for (const [name, each] of own) earlier.set(name, { ...each, names: each.names.union(earlier.get(name)?.names ?? new Set()) })
    return value
  } finally {
    transaction.writtenProperties = earlier
  }
}

export function makeOutcomeValue(outcome: Outcome): Value {
  return new Map(Object.entries(outcome))
}

/** A failure that the document does not expect of an item refuses the whole request. */
function answerItem(transaction: TransactionContext, names: Names, error: unknown): Pick<Outcome, 'status' | 'error'> {
  const { service, exchange } = transaction
  const { refusal } = toRefusedRequest(error)
  if (exchange === undefined) throw error
  const { operation } = exchange
  const { items } = service.operation(operation)
  if (findPointOf(items, refusal) === undefined) throw error
  const { status, headers, body } = answerRefusal(refusal, items, service.facts, makeResponseContext(transaction, operation, names), {
    operation: operation.id,
  })
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? 'application/json'
  return { status: BigInt(status), error: typeof body === 'string' ? decodeBodyValue(body, type, transaction) : null }
}

function decodeBodyValue(body: string, type: string, { service }: TransactionContext): Value {
  if (!isJson(type)) return body
  const parsed = parseJsonText(body, { depth: maxDepth, keepsZeros: true })
  return 'value' in parsed ? convertJsonToValue(parsed.value, { kind: 'dyn' }, service.keys) : body
}
