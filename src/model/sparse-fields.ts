// Reads the selection of members of an answer: the query parameter, and members that every answer has.

import type { Node } from '../document/node.ts'
import { listOf, record } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { name } from './scalars.ts'
import { type Read, type Shape, makeEmptySlots, key, requiredKey, toReading } from './shape.ts'
import { type Slot, type Word, slotValueOf } from './slot.ts'

const parameter = name('the name of a query parameter')

export const sparseFieldsKeys = {
  parameter: requiredKey(parameter, 'The query parameter by which a request chooses members of the view.'),
  always: key(
    listOf('a list of members', name('the name of a member')),
    'none',
    'Members that every answer has, for any choice of a request.',
  ),
}

export type SparseFields = Read<typeof sparseFieldsKeys>

export const sparseFields: Shape<SparseFields> = choice('the name of a query parameter, or a map with `parameter`', {
  scalar: refine(parameter, (word, node) => toReading(makeSparseFields(word, node))),
  map: record('a choice of members', sparseFieldsKeys),
})

function makeSparseFields(word: Word, node: Node): SparseFields {
  return { ...makeEmptySlots(sparseFieldsKeys, { state: 'unsaid' }, node), parameter: { state: 'shown', value: word, at: node } }
}

/** The query parameter; undefined if requests cannot select members. */
export function findFieldsParameter({ fields }: { readonly fields: Slot<SparseFields> }): Word | undefined {
  const declared = slotValueOf(fields)
  return declared && slotValueOf(declared.parameter)
}

/** Members that every answer has. */
export function listFieldsAlways({ fields }: { readonly fields: Slot<SparseFields> }): readonly Word[] {
  const declared = slotValueOf(fields)
  return (declared && slotValueOf(declared.always)) ?? []
}
