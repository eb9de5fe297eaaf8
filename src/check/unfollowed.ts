// Finds the reads of a record's expression whose values can change without a write of that record.

import type { Expression } from '../cel/expression.ts'
import { reads } from '../cel/reads.ts'
import type { ResourceInfo, Typing } from '../typing/domain.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { findFollowedReference } from '../fact/followed-times.ts'
import { listForeignReads } from './foreign.ts'

export type UnfollowedRead = { readonly start: number; readonly end: number; readonly description: string }

/**
 * `outerVariables`: variables beside `this` that are not followed, each with its description. `followsReferences`: a write of a record that
 * this one refers to is followed, too.
 */
export type ReadContext = {
  readonly resource: ResourceInfo
  readonly typing: Typing
  readonly outerVariables: ReadonlyMap<string, string>
  readonly followsReferences?: boolean
}

/** The first such read, also through other computed properties of the record. `visited`: the properties that were searched. */
export function findUnfollowed(expression: Expression, context: ReadContext, visited: Set<string> = new Set()): UnfollowedRead | undefined {
  const { resource, typing, outerVariables, followsReferences = false } = context
  const { domain } = typing
  const [foreignRead] = listForeignReads(
    expression,
    domain,
    (part) => followsReferences && findFollowedReference(part, resource, domain) !== undefined,
  )
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
    // Any other record is read through a reference that is followed, and its computed properties read only itself.
    const ownerInfo =
      owner === resource.name ? resource : followsReferences && owner !== undefined ? domain.resources.get(owner) : undefined
    const text = ownerInfo?.properties.get(name)?.compute?.expression
    const key = `${owner}.${name}`
    const computed = text === undefined || visited.has(key) ? undefined : typing.expression(text)
    const ownerContext = ownerInfo === resource ? context : { ...context, resource: ownerInfo!, followsReferences: false }
    const nested = computed && findUnfollowed(computed, ownerContext, visited.add(key))
    if (nested !== undefined) return { start, end, description: `${nested.description}, through ${quoteName(name)}` }
  }
  return undefined
}

/** Values beside the record that change without a write of it. */
const outerVariables = new Map([
  ['now', 'the time'],
  ['settings', 'settings of the operator'],
  ['service', "the service's address"],
])

/** The first read that prevents storing a computed property: a write of the data that it reads does not update the property. */
export function findUnstorable(
  expression: Expression,
  { resource, typing }: Pick<ReadContext, 'resource' | 'typing'>,
  property: string,
): UnfollowedRead | undefined {
  return findUnfollowed(expression, { resource, typing, outerVariables }, new Set([property]))
}
