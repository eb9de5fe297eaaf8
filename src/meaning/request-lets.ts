// Evaluates the names of `let` for one exchange, each once.

import type { Value } from '../cel/value.ts'
import { hiddenValue, unlessHidden } from '../cel/values/hidden.ts'
import { evaluateExpression } from '../exchange/context.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, listSpecifiedEntries } from '../model/slot.ts'
import { tryCompute, unlessRefused } from './attempt.ts'
import type { NamedExpression } from './prepared-operation.ts'
import { listShownLets } from './reading/lets.ts'
import { makeResponseContext } from './reading/response-context.ts'
import { type Names, type TransactionContext, makeContext } from './transaction-context.ts'

/** An exchange; `once` stores a result or a refusal under its name. */
type LetScope = {
  readonly transaction: TransactionContext
  readonly operation: Operation
  names(): Names
  once<T>(name: string, compute: () => T): T
}

/** Adds the names in their order, so that each may read the former ones. A name whose inputs were refused stays undefined. */
export function addLets(scope: LetScope, lets: readonly NamedExpression[], names: Map<string, Value>): void {
  for (const { name, value } of lets) {
    const result = unlessRefused(() => readLet(scope, name, value, names))
    if (result !== undefined) names.set(name, result)
  }
}

/** Refuses if a name reads through a reference of the request to a record that does not exist. */
export function checkLets(scope: LetScope): void {
  const { let: lets } = scope.operation.slots
  if (lets.state !== 'shown') return
  const names = scope.names()
  for (const { name, value } of listSpecifiedEntries(lets)) {
    const attempt = names.has(name) ? undefined : tryCompute(() => readLet(scope, name, value, names))
    if (attempt !== undefined && 'refused' in attempt && attempt.refused.refusal.condition === 'dangling') throw attempt.refused
  }
}

function readLet(scope: LetScope, name: string, value: ExpressionText, names: Names): Value {
  return scope.once(`let ${name}`, () => evaluateLet(scope, name, value, names))
}

/** Evaluates with the caller's permissions if a response expression reads the name. */
function evaluateLet({ transaction, operation }: LetScope, name: string, value: ExpressionText, names: Names): Value {
  if (!listShownLets(transaction.service, operation).has(name)) return evaluateExpression(value, makeContext(transaction, names))
  const visibleValue = unlessHidden(() => evaluateExpression(value, makeResponseContext(transaction, operation, names)))
  return visibleValue === undefined ? hiddenValue : visibleValue
}
