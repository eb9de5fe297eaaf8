// The look-ups and computations of an operation, read from its slots once.

import { listMediaTypes } from '../exchange/answer.ts'
import type { ModelIndex } from '../fact/model-index.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Input, ResourceInfo } from '../typing/domain.ts'
import { listKeyMembersInPath } from '../typing/key-in-path.ts'

export type NamedExpression = { readonly name: string; readonly value: ExpressionText }

export type PreparedOperation = {
  readonly lookups: ReadonlyMap<string, { readonly resource: string; readonly by: readonly NamedExpression[] }>
  readonly lets: readonly NamedExpression[]
  readonly by: readonly NamedExpression[]
  /** The media types of the answer, the usual one first; undefined if it has no content. */
  readonly media: readonly string[] | undefined
  /** Members of the key or of a unique whose values come from the path. */
  members(resource: ResourceInfo, input: Input): readonly string[]
}

const variablesOf = new WeakMap<readonly NamedExpression[], ReadonlySet<string>>()

export function prepareOperation(operation: Operation): PreparedOperation {
  const { slots } = operation
  let members: readonly string[] | undefined
  return {
    lookups: new Map(
      listSpecifiedEntries(slots.with).map(({ name, value }) => [
        name,
        { resource: slotValueOf(value.find)?.text ?? '', by: listSpecifiedEntries(value.by) },
      ]),
    ),
    lets: listSpecifiedEntries(slots.let),
    by: listSpecifiedEntries(slots.by),
    media: operation.action === 'stream' ? ['text/event-stream'] : slots.output.state === 'shown' ? listMediaTypes(operation) : undefined,
    members: (resource, input) => (members ??= listKeyMembersInPath(resource, input)),
  }
}

/** The variables that the values of `by` read. */
export function listVariablesRead(by: readonly NamedExpression[], modelIndex: ModelIndex): ReadonlySet<string> {
  return variablesOf.getOrInsertComputed(by, () => new Set(by.flatMap(({ value }) => [...modelIndex.readsOf(value).variables])))
}
