// What a variation of a request starts from: both editions, the operation and its request, and the change to show.

import type { Operation } from '../../model/model.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Input } from '../../typing/domain.ts'
import type { Change } from '../change.ts'
import type { Edition } from '../edition.ts'
import type { TraceBlock } from './block.ts'

export type VariationContext = {
  readonly old: Edition
  readonly new: Edition
  readonly operation: Operation
  readonly base: TraceBlock
  readonly change: Change
}

export const inputOf = ({ compiled }: Edition, operation: Operation | undefined): Input | undefined =>
  operation && compiled.facts.typing.input(operation)

/** The same operation in the new edition, by its address or its id. */
export function findPairedOperation(newEdition: Edition, { name, id }: Operation): Operation | undefined {
  return newEdition.operations.get(name) ?? [...newEdition.operations.values()].find((each) => each.id === id)
}

export function getDefinitions({ compiled }: Edition): ReadonlyMap<string, Schema> {
  return definitionsOf(compiled.facts.typing.domain)
}

/** A key that no record has. */
export const unknownKey = '00000000-0000-7000-8000-000000000000'
