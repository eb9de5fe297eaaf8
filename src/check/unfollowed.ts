// Finds the reads of a record's expression whose values can change without a write of that record.

import type { Expression } from '../cel/expression.ts'
import { reads } from '../cel/reads.ts'
import type { ResourceInfo, Typing } from '../typing/domain.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { foreignReads } from './foreign.ts'

export type UnfollowedRead = { readonly start: number; readonly end: number; readonly what: string }

/** `outside`: variables beside `this` that are not followed, each with its description. */
export type FollowedBy = { readonly resource: ResourceInfo; readonly typing: Typing; readonly outside: ReadonlyMap<string, string> }

/** The first such read, also through other computed properties of the record. `seen` are properties that were searched. */
export function findUnfollowed(expression: Expression, by: FollowedBy, seen: Set<string> = new Set()): UnfollowedRead | undefined {
  const { resource, typing, outside } = by
  const [other] = foreignReads(expression, typing.domain)
  if (other !== undefined) return { ...other, what: `records of ${other.resource}` }
  const { variables, properties } = reads(expression)
  const variable = variables.find(({ name }) => outside.has(name))
  if (variable !== undefined) return { ...variable, what: outside.get(variable.name)! }
  for (const { resource: of, path: [name = ''], start, end } of properties) {
    const text = of === resource.name ? resource.properties.get(name)?.compute?.expression : undefined
    const inner = text === undefined || seen.has(name) ? undefined : typing.expression(text)
    const found = inner && findUnfollowed(inner, by, seen.add(name))
    if (found !== undefined) return { start, end, what: `${found.what}, through ${quoteName(name)}` }
  }
  return undefined
}
