// The `where` of a list, by conjuncts: one that reads the request is shown to whoever asks, since what it lets through answers a question
// of theirs; any other decides, with the document's authority.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { decidingLookUps } from '../../fact/disclosures.ts'
import { mayHide } from '../../fact/veil.ts'
import type { Operation } from '../../model/model.ts'
import { each, shown } from '../../model/slot.ts'
import type { Service } from '../service.ts'

/** `asked` are the conjuncts that may come to what is hidden from whoever asks; a store is asked the others alone. */
export type Where = { readonly decides: readonly Expression[]; readonly asked: readonly Expression[] }

const known = new WeakMap<Operation, Where>()

export function whereOf(service: Service, operation: Operation): Where {
  return known.getOrInsertComputed(operation, () => {
    const said = shown(operation.slots.where)
    const expression = said && service.facts.typing.expression(said)
    if (expression === undefined) return { decides: [], asked: [] }
    const fromRequest = requestNames(service, operation)
    const deciding = decidingLookUps(operation)
    const isAsked = (one: Expression): boolean => {
      const names = reads(one).variables.map(({ name }) => name)
      return names.some((name) => fromRequest.has(name)) && (names.some((name) => deciding.has(name)) || mayHide(service.world, one, (name) => isFound(operation, name)))
    }
    const all = conjuncts(expression)
    // What is not taken apart is asked as it is written.
    return all.some(isAsked) ? { decides: all.filter((one) => !isAsked(one)), asked: all.filter(isAsked) } : { decides: [expression], asked: [] }
  })
}

/** `input`, and the names of `let` that are made of it. */
function requestNames({ facts: { typing } }: Service, { slots }: Operation): ReadonlySet<string> {
  const names = new Set(['input'])
  for (const { name, value } of each(slots.let)) {
    const expression = typing.expression(value)
    if (expression !== undefined && reads(expression).variables.some((read) => names.has(read.name))) names.add(name)
  }
  return names
}

/** The records whose rule was asked when they were found. */
function isFound({ slots }: Operation, name: string): boolean {
  return name === 'this' || name === 'caller' || each(slots.with).some((lookup) => lookup.name === name)
}

function conjuncts(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression]
}
