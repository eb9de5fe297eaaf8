// Reads `each`, `expect` and `waive`: the rules by which a document generates and requires content, in the front matter or in a part.

import type { MapNode } from '../document/node.ts'
import { listOf, mapOf, record } from './maps.ts'
import { expression, name, plainText } from './scalars.ts'
import { type Read, type Shape, reportExpected, key, toReading } from './shape.ts'

/** YAML with `$(…)`, which is read only after its expansion. */
const tree: Shape<MapNode> = {
  words: 'a map',
  slot: 'data',
  literal: true,
  read: (node, reader) => (node.kind === 'map' ? toReading(node) : reportExpected('a map', node, reader)),
  schema: () => ({ type: 'object' }),
}

const range = name('a kind of declaration and a name for it, such as `operation as o`')

export const eachKeys = {
  of: key(range, 'a mistake', 'The kind of declarations, and their name in the other keys.'),
  where: key(expression, 'all of them', 'A condition in CEL over the declaration and `given`.'),
  fill: key(tree, 'none', 'Slots that it fills where they are unsaid.'),
  add: key(tree, 'none', 'Entries that it makes; in a convention only, over what the adoption names.'),
}

const expectKeys = {
  of: key(range, 'a mistake', 'The kind of declarations, and their name in the other keys.'),
  where: key(expression, 'all of them', 'A condition in CEL over the declaration and `given`.'),
  that: key(expression, 'a mistake', 'The condition for each declaration: CEL over the declaration and `given`.'),
  because: key(plainText, 'none', 'The reason, as the diagnostic shows it.'),
}

export const generativeKeys = {
  each: key(listOf('a list of rules', record('a rule of `each`', eachKeys)), 'none', 'Content for many declarations at once.'),
  expect: key(mapOf('a map of expectations', record('an expectation', expectKeys)), 'none', 'Named conditions on declarations.'),
  waive: key(
    mapOf('a map of expectations to reasons', plainText),
    'none',
    'Expectations that are lifted, as `NAME at SUBJECT`, each with the reason.',
  ),
}

export type Generative = Read<typeof generativeKeys>
export type Each = Read<typeof eachKeys>
export type Expectation = Read<typeof expectKeys>
