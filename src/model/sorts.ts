// The orders that a request may choose for a list, and their spelling: a list of properties, or a map with the names in the query.

import type { Node } from '../document/node.ts'
import { listOf, mapOf, record } from './maps.ts'
import { name } from './scalars.ts'
import { choice, refine } from './shape-combinators.ts'
import { type Read, type Shape, key, makeEmptySlots, toReading } from './shape.ts'
import { type Slot, type Word, slotValueOf } from './slot.ts'

const word = name('a word of requests')
const parameter = name('the name of a query parameter')

const directionKeys = {
  ascending: key(word, 'none before a name, otherwise `asc`', 'The word for the ascending order.'),
  descending: key(word, '`-` before a name, otherwise `desc`', 'The word for the descending order.'),
}

export const sortKeys = {
  properties: key(listOf('a list of properties', name('the name of a property')), 'none', 'Properties that a request may sort by.'),
  parameter: key(parameter, '`sort`', 'The query parameter that names them.'),
  spelling: key(
    name('a text with `{name}` and `{direction}`, such as `{name}:{direction}`'),
    '`{direction}{name}`',
    'How a request names a property and its direction. One with a comma, such as `{name},{direction}`, is repeated for each property.',
  ),
  direction: key(
    parameter,
    'the direction is in `spelling`',
    'A query parameter of its own for the direction, which applies to all properties that a request names.',
  ),
  words: key(record('the words for the directions', directionKeys), 'those of its keys', 'The words for the directions.'),
  names: key(
    mapOf('a map from properties to names in the query', name('a name in the query')),
    "the properties' own",
    'The name of a property in requests.',
  ),
}

export type Sorts = Read<typeof sortKeys>

export const sorts: Shape<Sorts> = choice('a list of properties, or a map with `properties`', {
  list: refine(sortKeys.properties.shape, (properties, node) => toReading(makeSorts(properties, node))),
  map: record('sort orders', sortKeys),
})

function makeSorts(properties: readonly Word[], node: Node): Sorts {
  return { ...makeEmptySlots(sortKeys, { state: 'unsaid' }, node), properties: { state: 'shown', value: properties, at: node } }
}

/** The properties that a request may sort by, by their names in the document. */
export function sortWords({ sort }: { readonly sort: Slot<Sorts> }): readonly Word[] {
  const declared = slotValueOf(sort)
  return (declared && slotValueOf(declared.properties)) ?? []
}
