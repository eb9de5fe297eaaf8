// Part 7: what every refusal looks like, and which comes first.

import type { Node } from '../document/node.ts'
import { choice, listOf, mapOf, oneOrMany, readRecord, recordSchema, refine } from './maps.ts'
import { data, expression, name, plainText, text, word } from './scalars.ts'
import { type Read, type Shape, documentation, expected, key, readValue, shownAs, slotOf } from './shape.ts'
import type { Data, Named, TemplateText } from './slot.ts'
import { template } from './template.ts'

const condition = name('a condition such as `not-found Order`')

export const entryKeys = {
  on: key(oneOrMany('a condition, or a list of them', condition), 'a hole', 'The conditions that it answers.'),
  status: key(expression, 'a hole', 'The status.'),
  type: key(text, 'the entry\'s name', "RFC 9457's type."),
  title: key(text, 'none', 'What is wrong, in a line.'),
  detail: key(text, 'none', 'What is wrong, for this request.'),
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
      return reading.state === 'shown' ? shownAs<Extension>({ kind: 'text', value: reading.value }) : reading
    }
    const reading = data.read(node, reader)
    return reading.state === 'shown' ? shownAs<Extension>({ kind: 'data', value: reading.value }) : reading
  },
  schema: () => ({}),
}

const catalogueEntry: Shape<CatalogueEntry> = {
  words: 'an entry',
  keys: () => entryKeys,
  read(node: Node, reader) {
    if (node.kind !== 'map') return expected('an entry (a map)', node, reader)
    const own = { ...node, entries: node.entries.filter(({ key }) => Object.hasOwn(entryKeys, key.text)) }
    const extensions = node.entries
      .filter(({ key }) => !Object.hasOwn(entryKeys, key.text))
      .map(({ key, value }) => ({ name: key.text, key, slot: slotOf(readValue(extension, value, reader), value) }))
    return shownAs({ ...readRecord('an entry', entryKeys, own, reader), node, extensions })
  },
  schema: (definitions) => ({ ...recordSchema(entryKeys, definitions), additionalProperties: {} }),
}

export const errorsKeys = {
  media: key(name('a media type'), 'a hole where an entry has a body', 'The media type of errors.'),
  body: key(template, 'no body', 'What an error looks like; `error` is in scope.'),
  messages: key(mapOf('a map of keywords to messages', text), 'none', 'What each failed keyword says, for `error.errors`.'),
  precedence: key(
    choice('`standard`, or a list of stages and conditions', {
      scalar: refine(word('standard'), () => shownAs('standard' as const)),
      list: listOf('a list of stages and conditions', condition),
    }),
    'only what data and the stages force',
    'Which of two refusals comes first.',
  ),
  catalogue: key(mapOf('a map of errors', catalogueEntry, '{ on: …, status: … }'), 'a hole', 'The errors, each with the conditions that it answers.'),
}

export type Errors = Read<typeof errorsKeys>
