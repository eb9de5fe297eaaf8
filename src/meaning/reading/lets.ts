// Determines which names of `let` affect responses: those that a response expression reads, directly or through other names.

import { reads } from '../../cel/reads.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'
import { prepareWhere } from './where.ts'

const namesByOperation = new WeakMap<Operation, ReadonlySet<string>>()

export function listShownLets(service: Interpreter, operation: Operation): ReadonlySet<string> {
  return namesByOperation.getOrInsertComputed(operation, () => {
    const { typing } = service.facts
    const { output, headers, cache } = operation.slots
    const { expressions, texts } = collectExpressions([output, headers, cache])
    const allExpressions = [
      ...expressions.map((text) => typing.expression(text)),
      ...texts.flatMap((text) => (typing.text(text) ?? []).map((piece) => (piece.kind === 'expression' ? piece.expression : undefined))),
      ...prepareWhere(service, operation).byCaller,
    ]
    const names = new Set(
      allExpressions.flatMap((expression) => (expression === undefined ? [] : reads(expression).variables.map(({ name }) => name))),
    )
    const lets = listSpecifiedEntries(operation.slots.let).toReversed()
    for (const { name, value } of lets) {
      const expression = typing.expression(value)
      if (names.has(name) && expression !== undefined) for (const read of reads(expression).variables) names.add(read.name)
    }
    return new Set(lets.map(({ name }) => name).filter((name) => names.has(name)))
  })
}
