// Finds the reads of a record's expression whose values can change without a write of that record.

import type { Expression } from '../cel/expression.ts'
import { reads } from '../cel/reads.ts'
import type { ResourceInfo, Typing } from '../typing/domain.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { listForeignReads } from './foreign.ts'

export type UnfollowedRead = { readonly start: number; readonly end: number; readonly description: string }

/** `outerVariables`: variables beside `this` that are not followed, each with its description. */
export type ReadContext = { readonly resource: ResourceInfo; readonly typing: Typing; readonly outerVariables: ReadonlyMap<string, string> }

/** The first such read, also through other computed properties of the record. `visited`: the properties that were searched. */
export function findUnfollowed(expression: Expression, context: ReadContext, visited: Set<string> = new Set()): UnfollowedRead | undefined {
  const { resource, typing, outerVariables } = context
  const [foreignRead] = listForeignReads(expression, typing.domain)
  if (foreignRead !== undefined) return { ...foreignRead, description: `records of ${foreignRead.resource}` }
  const { variables, properties } = reads(expression)
  const variable = variables.find(({ name }) => outerVariables.has(name))
  if (variable !== undefined) return { ...variable, description: outerVariables.get(variable.name)! }
  for (const {
    resource: owner,
    path: [name = ''],
    start,
    end,
  } of properties) {
    const text = owner === resource.name ? resource.properties.get(name)?.compute?.expression : undefined
    const computed = text === undefined || visited.has(name) ? undefined : typing.expression(text)
    const nested = computed && findUnfollowed(computed, context, visited.add(name))
    if (nested !== undefined) return { start, end, description: `${nested.description}, through ${quoteName(name)}` }
  }
  return undefined
}
