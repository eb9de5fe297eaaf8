// Reads the language's JSON Schema 2020-12, with the additional keywords of stored properties.

import { advise, offerNames, paste, quoteEntry } from '../diagnostic/help.ts'
import { findNearest } from '../base/nearest.ts'
import type { Node } from '../document/node.ts'
import { disclosesIn } from './discloses.ts'
import { listOf, mapOf, oneOrMany, record } from './maps.ts'
import { choice, withHelp, lazy, refine } from './shape-combinators.ts'
import { boolean, data, expression, integer, name, number, plainText, oneOfWords, scalarShape } from './scalars.ts'
import { type Read, type Shape, documentation, makeEmptySlots, reportExpected, key, requiredKey, misplacedKey, toReading } from './shape.ts'

/** A schema: its keywords, or the literal `true` (anything) or `false` (nothing). */
export interface SchemaNode {
  readonly always?: boolean
  readonly keywords: SchemaKeys
  readonly node: Node
}

export const schema: Shape<SchemaNode> = lazy('schema-or-boolean', 'a schema', () =>
  withHelp(
    choice('a schema', {
      scalar: refine(boolean, (always, node) =>
        toReading({ always, keywords: makeEmptySlots(schemaKeys, { state: 'unsaid' }, node), node }),
      ),
      map: refine(record('a schema', schemaKeys), (keywords, node) => toReading({ keywords, node })),
    }),
    ({ text }) => (typeNames.some((name) => name === text) ? advise`Write${paste(`{ type: ${text} }`)}` : undefined),
  ),
)

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const
const regularExpression: Shape<string> = scalarShape('a regular expression', { type: ['string', 'number', 'boolean'] }, ({ text }) =>
  toReading(text),
)

/** Formats of text that other languages have as types. */
const formats = new Map(
  ['date-time', 'date', 'time', 'duration', 'uuid', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'byte', 'time-zone'].map((format) => [
    format,
    format,
  ]),
)
for (const [other, format] of [
  ['datetime', 'date-time'],
  ['timestamp', 'date-time'],
  ['url', 'uri'],
  ['guid', 'uuid'],
  ['mail', 'email'],
] as const)
  formats.set(other, format)

const types = withHelp(oneOfWords(...typeNames), ({ text }) =>
  formats.has(text) ? advise`It is a format of text:${paste(`type: string\nformat: ${formats.get(text)!}`)}` : undefined,
)
const schemas = listOf('a list of schemas', schema)
const count = integer(0, 'a count')
const names = listOf('a list of names', name('the name of a property'))

const discriminator = record('a discriminator', {
  propertyName: requiredKey(name('the name of a property'), 'The property whose value chooses the alternative.'),
  mapping: key(mapOf('a map of values to shapes', name('the name of a shape')), 'the names of the shapes', 'The shape for each value.'),
})

export const generators = ['uuidv7', 'uuidv4', 'sequence', 'now', 'now-on-update'] as const

/** Other common names of the generators. */
const otherGenerators: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:uuid|guid)(?:v?\d)?$/i, ['uuidv7', 'uuidv4']],
  [/^(?:auto-?_?)?(?:increment|number|incremented)$|^(?:big)?serial$|^identity$|^counter$/i, ['sequence']],
  [/updat|modif|chang|touch/i, ['now-on-update']],
  [/^now|creat|insert|timestamp|^today$/i, ['now']],
]

/** One of the words, or CEL; a single unknown word gets its own message, not that of an unknown variable. */
const generate = refine(expression, (text, node, reader) => {
  const trimmed = text.text.trim()
  const isWord =
    /^[A-Za-z]\w*(?:-[A-Za-z]\w*)*$/.test(trimmed) && !['this', 'service', 'true', 'false', 'null', ...generators].includes(trimmed)
  if (!isWord) return toReading(text)
  const suggestions = otherGenerators.find(([pattern]) => pattern.test(trimmed))?.[1] ?? findNearest(trimmed, generators)
  return reportExpected(
    `one of ${generators.map((word) => `\`${word}\``).join(', ')}, or an expression`,
    node,
    reader,
    suggestions.length > 0 ? offerNames(suggestions) : undefined,
  )
})

const refuseKeyword = (word: string, replacement: string) =>
  misplacedKey(`JSON Schema's \`${word}\`, which the dialect leaves out.`, replacement)
const writeOut = 'Write the members out, or use `allOf` with `additionalProperties`.'
const nameShapes = 'A shape is named by its key under `$defs` of part 2, and `$ref` gives that name.'

export const schemaKeys = {
  type: key(oneOrMany('a JSON type, or a list of them', types), 'any type', "JSON Schema's `type`."),
  enum: key(listOf('a list of values', data), 'none', 'The values that it can have.'),
  const: key(data, 'none', 'The one value that it can have.'),
  format: key(name('a format'), 'none', 'A format, asserted; `decimal` and `int64` also define the stored form.'),
  minLength: key(count, 'none', 'Code points at least.'),
  maxLength: key(count, 'none', 'Code points at most.'),
  pattern: key(regularExpression, 'none', 'A regular expression that runs in linear time (RE2).'),
  minimum: key(number, 'none', 'The least value.'),
  maximum: key(number, 'none', 'The greatest value.'),
  exclusiveMinimum: key(number, 'none', 'It must be greater.'),
  exclusiveMaximum: key(number, 'none', 'It must be less.'),
  multipleOf: key(number, 'none', 'It must be a whole multiple; `0.01` makes an exact decimal.'),
  items: key(schema, 'anything', 'The schema of each item.'),
  prefixItems: key(schemas, 'none', 'The schemas of the first items.'),
  contains: key(schema, 'none', 'The schema of at least one item.'),
  minContains: key(count, '1', 'How many items `contains` asks for.'),
  maxContains: key(count, 'none', 'How many it allows.'),
  minItems: key(count, 'none', 'Items at least.'),
  maxItems: key(count, 'none', 'Items at most.'),
  uniqueItems: key(boolean, 'none', 'No two items are equal.'),
  properties: key(mapOf('a map of properties', schema), 'none', 'Its members.'),
  required: key(
    withHelp(names, ({ text }) =>
      text === 'true' || text === 'false'
        ? 'It is a list of names beside `properties`, such as `required: [title, note]`. List this property there if it must be there.'
        : undefined,
    ),
    'none',
    'Members that must be there.',
  ),
  additionalProperties: key(schema, 'accepted and dropped', 'The schema of undeclared members, or whether they are allowed.'),
  patternProperties: key(mapOf('a map of patterns', schema), 'none', 'Members by the pattern of their name.'),
  propertyNames: key(schema, 'none', "What members' names are."),
  minProperties: key(count, 'none', 'Members at least.'),
  maxProperties: key(count, 'none', 'Members at most.'),
  dependentRequired: key(mapOf('a map of names', names), 'none', 'Members that another member asks for.'),
  dependentSchemas: key(mapOf('a map of schemas', schema), 'none', 'Schemas that apply if a member is present.'),
  allOf: key(schemas, 'none', 'All of these hold.'),
  anyOf: key(schemas, 'none', 'At least one of these holds.'),
  oneOf: key(schemas, 'none', 'Exactly one of these holds.'),
  not: key(schema, 'none', 'This does not hold.'),
  if: key(schema, 'none', 'Chooses between `then` and `else`.'),
  then: key(schema, 'none', 'Holds where `if` does.'),
  else: key(schema, 'none', 'Holds where `if` does not.'),
  discriminator: key(discriminator, 'none', "OpenAPI's: which alternative of `oneOf` it is."),
  $ref: key(
    name('the name of a resource or shape'),
    'none',
    'A resource (then the value is a reference to its record) or a shape of `$defs`.',
  ),
  default: key(data, 'none', 'Fills what a request leaves out.'),
  readOnly: key(boolean, 'false', 'Never taken from a request.'),
  writeOnly: key(boolean, 'false', 'Never sent.'),
  title: documentation(plainText, 'Its name for people.'),
  description: documentation(plainText, 'A description.'),
  contentEncoding: documentation(name('an encoding'), 'How text holds bytes, such as `base64`.'),
  contentMediaType: documentation(name('a media type'), 'The media type of the bytes.'),
  contentSchema: documentation(schema, 'The schema of the decoded bytes.'),
  examples: documentation(listOf('a list of values', data), 'Values that it can have.'),
  $comment: documentation(plainText, 'A note to the next author.'),
  deprecated: documentation(boolean, 'It will go away.'),
  onDelete: key(
    oneOfWords('restrict', 'cascade', 'set-null'),
    'a gap if the referenced record can be deleted',
    'The effect on this record when the referenced one is deleted.',
  ),
  inverse: key(name('a reference such as `Payment.order`'), 'none', 'The records that refer to this one by that property; not stored.'),
  immutable: key(boolean, 'false', 'Written once, when the record is created.'),
  generate: key(generate, 'none', '`uuidv7`, `uuidv4`, `sequence`, `now`, `now-on-update`, or CEL.'),
  normalize: key(expression, 'none', 'CEL over `value`, before validation.'),
  fold: key(boolean, 'false', 'Comparisons ignore case; a folded column is stored beside it.'),
  compute: key(expression, 'none', 'Its value, from other properties.'),
  stored: key(boolean, 'false', 'The computed value is kept, and recomputed in the write that changes it.'),
  discloses: disclosesIn('`compute` shows'),
  secret: key(oneOfWords('argon2id'), 'none', 'Kept hashed; only `verify` takes it.'),
  sensitive: key(boolean, 'false', 'Never in an error, an event, a log or a default view.'),
  $renamedFrom: key(name('the name it had'), 'none', 'Its former name, so that the data stays.'),
  unevaluatedProperties: refuseKeyword('unevaluatedProperties', writeOut),
  unevaluatedItems: refuseKeyword('unevaluatedItems', writeOut),
  $vocabulary: refuseKeyword('$vocabulary', 'The dialect of the language is always JSON Schema 2020-12.'),
  $id: refuseKeyword('$id', nameShapes),
  $schema: refuseKeyword('$schema', 'The dialect of the language is always JSON Schema 2020-12.'),
  $defs: refuseKeyword('$defs', nameShapes),
  $anchor: refuseKeyword('$anchor', nameShapes),
  $dynamicAnchor: refuseKeyword('$dynamicAnchor', nameShapes),
  $dynamicRef: refuseKeyword('$dynamicRef', nameShapes),
  definitions: refuseKeyword('definitions', nameShapes),
  nullable: misplacedKey("OpenAPI 3.0's `nullable`.", advise`Null is a type: write ${quoteEntry("type: [string, 'null']")}.`),
  example: misplacedKey("OpenAPI's `example`.", 'Write `examples: [ … ]`.'),
}

export type SchemaKeys = Read<typeof schemaKeys>
