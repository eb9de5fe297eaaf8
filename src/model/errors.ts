// Part 7: the representation and the precedence of refusals.

import type { Node } from '../document/node.ts'
import { listOf, mapOf, oneOrMany, readRecord, makeRecordSchema } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { data, expression, name, plainText, text, oneOfWords } from './scalars.ts'
import { type Read, type Shape, documentation, reportExpected, key, requiredKey, readValue, toReading, slotOf } from './shape.ts'
import type { Data, Named, TemplateText } from './slot.ts'
import { template } from './template.ts'

const condition = name('a condition such as `not-found Order`')

export const entryKeys = {
  on: requiredKey(oneOrMany('a condition, or a list of them', condition), 'The conditions that it answers.'),
  status: requiredKey(expression, 'The status.'),
  type: key(text, "the entry's name", "RFC 9457's type."),
  title: key(text, 'none', 'A one-line summary of the error.'),
  detail: key(text, 'none', 'An explanation for this request.'),
  body: key(template, "the service's", 'Its own body.'),
  headers: key(mapOf('a map of headers', text), 'none', 'Its own headers.'),
  media: key(name('a media type'), "the service's", 'Its own media type.'),
  description: documentation(plainText, 'When it is met.'),
}

/** An extension member (RFC 9457, section 3.2): text with `${ CEL }`, or a value. */
type Extension = { readonly kind: 'text'; readonly value: TemplateText } | { readonly kind: 'data'; readonly value: Data }

export type CatalogueEntry = Read<typeof entryKeys> & { readonly extensions: readonly Named<Extension>[] }

const extension: Shape<Extension> = {
  words: 'text or a value',
  literal: true,
  read(node, reader) {
    if (node.kind === 'scalar' && typeof node.value === 'string') {
      const reading = readValue(text, node, reader)
      return reading.state === 'shown' ? toReading<Extension>({ kind: 'text', value: reading.value }) : reading
    }
    const reading = data.read(node, reader)
    return reading.state === 'shown' ? toReading<Extension>({ kind: 'data', value: reading.value }) : reading
  },
  schema: () => ({}),
}

const catalogueEntry: Shape<CatalogueEntry> = {
  words: 'an entry',
  keys: () => entryKeys,
  read(node: Node, reader) {
    if (node.kind !== 'map') return reportExpected('an entry (a map)', node, reader)
    const entryNode = { ...node, entries: node.entries.filter(({ key }) => Object.hasOwn(entryKeys, key.text)) }
    const extensions = node.entries
      .filter(({ key }) => !Object.hasOwn(entryKeys, key.text))
      .map(({ key, value }) => ({ name: key.text, key, slot: slotOf(readValue(extension, value, reader), value) }))
    return toReading({ ...readRecord('an entry', entryKeys, entryNode, reader), node, extensions })
  },
  schema: (definitions) => ({ ...makeRecordSchema(entryKeys, definitions), additionalProperties: {} }),
}

export const errorsKeys = {
  media: key(name('a media type'), 'a gap where an entry has a body', 'The media type of errors.'),
  body: key(template, 'no body', 'The body of errors; it reads `error`.'),
  messages: key(mapOf('a map of keywords to messages', text), 'none', 'The text for each failed keyword, for `error.errors`.'),
  precedence: key(
    choice('`standard`, or a list of stages and conditions', {
      scalar: refine(oneOfWords('standard'), () => toReading('standard' as const)),
      list: listOf('a list of stages and conditions', condition),
    }),
    'only what data and the stages force',
    'The order of refusals.',
  ),
  catalogue: key(
    mapOf('a map of errors', catalogueEntry, '{ on: …, status: … }'),
    'a gap',
    'The errors, each with the conditions that it answers.',
  ),
}

export type Errors = Read<typeof errorsKeys>
