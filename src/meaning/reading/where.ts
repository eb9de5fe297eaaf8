// Splits the `where` of a list into conjuncts. One that reads the request uses the caller's permissions, because its result answers the
// caller's question; any other uses the document's permissions.

import type { Expression } from '../../cel/expression.ts'
import { listConjuncts } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import { listDecidingLookUps } from '../../fact/disclosures.ts'
import { mayHide } from '../../fact/hidden-data.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'

/** `byCaller` are conjuncts that may read data hidden from the caller; a store evaluates only those of `byDocument`. */
export type Where = { readonly byDocument: readonly Expression[]; readonly byCaller: readonly Expression[] }

const whereByOperation = new WeakMap<Operation, Where>()

export function prepareWhere(service: Interpreter, operation: Operation): Where {
  return whereByOperation.getOrInsertComputed(operation, () => {
    const declared = slotValueOf(operation.slots.where)
    const expression = declared && service.facts.typing.expression(declared)
    if (expression === undefined) return { byDocument: [], byCaller: [] }
    const fromRequest = listRequestNames(service, operation)
    const deciding = listDecidingLookUps(operation)
    const usesCaller = (condition: Expression): boolean => {
      const names = reads(condition).variables.map(({ name }) => name)
      return (
        names.some((name) => fromRequest.has(name)) &&
        (names.some((name) => deciding.has(name)) || mayHide(service.modelIndex, condition, (name) => isFound(operation, name)))
      )
    }
    const allConjuncts = listConjuncts(expression)
    // A condition without hidden reads stays whole.
    return allConjuncts.some(usesCaller)
      ? { byDocument: allConjuncts.filter((one) => !usesCaller(one)), byCaller: allConjuncts.filter(usesCaller) }
      : { byDocument: [expression], byCaller: [] }
  })
}

/** `input`, and the names of `let` that depend on it. */
function listRequestNames({ facts: { typing } }: Interpreter, { slots }: Operation): ReadonlySet<string> {
  const names = new Set(['input'])
  for (const { name, value } of listSpecifiedEntries(slots.let)) {
    const expression = typing.expression(value)
    if (expression !== undefined && reads(expression).variables.some((read) => names.has(read.name))) names.add(name)
  }
  return names
}

/** Records whose rule was evaluated when they were found. */
function isFound({ slots }: Operation, name: string): boolean {
  return name === 'this' || name === 'caller' || listSpecifiedEntries(slots.with).some((lookup) => lookup.name === name)
}
