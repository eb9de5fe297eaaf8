// The filters of a list, and their spelling in requests: a list of properties, or a map with the names in the query.

import type { Node } from '../document/node.ts'
import { listOf, mapOf, record } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { name, oneOfWords } from './scalars.ts'
import { type Read, type Shape, makeEmptySlots, key, toReading } from './shape.ts'
import { type Slot, type Word, slotValueOf } from './slot.ts'
import { type Sorts, sortWords } from './sorts.ts'

/** The operators in the order of the reference. */
export const filterOperators = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains', 'any', 'exists'] as const

export type FilterOperator = (typeof filterOperators)[number]

const member = name('the name of a property')
const queryName = name('a name in the query')

export const filterKeys = {
  properties: key(
    listOf('a list of properties', member),
    'none',
    'Properties that a request may filter by; `address.city` is a member of an object.',
  ),
  plain: key(
    name('a name with `{name}`, such as `filter[{name}]`'),
    '`{name}`',
    'The query parameter that compares for equality; `none` where every parameter names its operator.',
  ),
  spelling: key(
    name('a name with `{name}` and `{operator}`, such as `{name}.{operator}`'),
    '`{name}[{operator}]`',
    'The query parameter of any other comparison.',
  ),
  operators: key(
    mapOf('a map from operators to the words of requests', queryName),
    'all, under their own names',
    'The operators that requests may use, and the word for each.',
  ),
  names: key(mapOf('a map from properties to names in the query', queryName), "the properties' own", 'The name of a property in requests.'),
  several: key(
    oneOfWords('commas', 'repeated'),
    'one value',
    'Several values of the plain parameter are alternatives: separated by commas, or each with the name again.',
  ),
}

export type Filters = Read<typeof filterKeys>

const description = 'a list of properties, or a map with `properties`'

export const filters: Shape<Filters> = choice(description, {
  list: refine(filterKeys.properties.shape, (properties, node) => toReading(makeFilters(properties, node))),
  map: record('filters', filterKeys),
})

function makeFilters(properties: readonly Word[], node: Node): Filters {
  return { ...makeEmptySlots(filterKeys, { state: 'unsaid' }, node), properties: { state: 'shown', value: properties, at: node } }
}

/** The properties that filter a list, by their names in the document. */
export function filterWords({ filter }: { readonly filter: Slot<Filters> }): readonly Word[] {
  const declared = slotValueOf(filter)
  return (declared && slotValueOf(declared.properties)) ?? []
}

/** The properties that select or order records of an operation. */
export function listSelectionWords(
  slots: { readonly filter: Slot<Filters>; readonly sort: Slot<Sorts>; readonly order: Slot<readonly Word[]> },
  key: 'filter' | 'sort' | 'order',
): readonly Word[] {
  if (key === 'order') return slotValueOf(slots.order) ?? []
  return key === 'filter' ? filterWords(slots) : sortWords(slots)
}

/** The property at the beginning of a filter's word: `address` of `address.city`. */
export function readRootProperty(word: string): string {
  return word.split('.', 1)[0]!
}
