// Shapes of maps and lists: records with known keys, maps of named things, lists, and choices by the kind of value.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic, notBuilt, quoteName, unknownKey } from '../diagnostic/voice.ts'
import type { MapNode, Node, Scalar } from '../document/node.ts'
import { quotedForm } from '../document/quote.ts'
import {
  type JsonSchema, type Key, type KeyRefusal, type Keys, type Read, type Reader, type Reading, type SchemaDefinitions, type Shape, type SlotKind,
  blankSlots, plainWord, readValue, reportExpected, toReading, slotOf, unexpected,
} from './shape.ts'
import type { ExpressionText, Named } from './slot.ts'

/** Names of keys that another reader handles. */
export type NamePattern = { test(name: string): boolean }

/** A map with known keys: `what` names it in messages (`an endpoint`). Unknown keys are reported with a suggestion. */
export function record<K extends Keys>(what: string, keys: K, ): Shape<Read<K>> {
  return {
    words: what,
    keys: () => keys,
    read: (node, reader) => (node.kind === 'map' ? toReading(readRecord(what, keys, node, reader)) : reportExpected(`${what} (a map)`, node, reader, asKey(keys, node))),
    schema: (definitions) => defineSchema(definitionName(what), definitions, () => recordSchema(keys, definitions)),
  }
}

/** A word as shorthand for a map: `cursor` for `{ style: cursor }`. */
function asKey(keys: Keys, node: Node): string | undefined {
  if (node.kind !== 'scalar') return undefined
  const takers = namesOf(keys).filter((name) => {
    const { enum: words } = keys[name]!.shape.schema(new Map())
    return Array.isArray(words) && words.includes(node.text)
  })
  return takers.length === 1 ? `Write it under its key:\n\n{ ${takers[0]!}: ${node.text} }` : undefined
}

/** `an event type` is defined as `event-type`. */
const definitionName = (what: string): string => what.replace(/^(a|an|the) /, '').replaceAll('`', '').replaceAll(/[^\w-]+/g, '-')

/** A schema that is printed once, under a name; the name is reserved first, because the schema may contain itself. */
export function defineSchema(name: string, definitions: SchemaDefinitions, make: () => JsonSchema): JsonSchema {
  if (!definitions.has(name)) {
    definitions.set(name, {})
    definitions.set(name, make())
  }
  return { $ref: `#/$defs/${name}` }
}

/** Reads the known keys of a map; names that match `extra` are left to another reader. */
export function readRecord<K extends Keys>(what: string, keys: K, node: MapNode, reader: Reader, extra?: NamePattern): Read<K> {
  const slots = blankSlots(keys, node)
  const stuck: Scalar[] = []
  for (const { key: scalar, value } of node.entries) {
    const declaredKey = Object.hasOwn(keys, scalar.text) ? keys[scalar.text]! : undefined
    if (declaredKey === undefined) {
      if (isStuck(scalar, keys)) {
        stuck.push(scalar)
        slots[scalar.text.slice(0, scalar.text.indexOf(':'))] = { state: 'wrong' }
      } else if (!extra?.test(scalar.text)) reader.report(unknownKey('document/unknown-key', scalar.text, what, scalar.span, namesOf(keys)))
    } else if (declaredKey.refused !== undefined) {
      reader.report(refusedKey(scalar, what, declaredKey.refused))
      slots[scalar.text] = { state: 'wrong' }
    } else {
      slots[scalar.text] = slotOf(readKey(declaredKey, value, reader), value)
    }
  }
  if (stuck.length > 0) reader.report(stuckColon(stuck, what))
  return slots as Read<K>
}

function readKey<T>({ shape, needed }: Key<T>, value: Node, reader: Reader): Reading<T> {
  if (needed !== true || shape.literal === true || plainWord(value) !== 'none') return readValue(shape, value, reader)
  const quoted = /\bname\b/.test(shape.words) ? ' A name stands in quotes: `"none"`.' : ''
  return reportExpected(shape.words, value, reader, `Write it, or \`not shown\` while it is not decided.${quoted}`)
}

/** `type:string` in braces, which YAML reads as a name, because no space follows the colon. */
function isStuck({ text, style }: Scalar, keys: Keys): boolean {
  const colon = text.indexOf(':')
  return style === 'plain' && colon > 0 && Object.hasOwn(keys, text.slice(0, colon))
}

/** Reports the missing space once per map. */
function stuckColon([first, ...rest]: readonly Scalar[], what: string): Diagnostic {
  const { text, span } = first!
  const others = rest.map((each) => ({ span: each.span, text: 'nor here' }))
  const written = [first!, ...rest].map((each) => each.text.replace(':', ': ')).join(', ')
  return diagnostic(
    'error',
    'document/unknown-key',
    `${quoteName(text)} is not a key of ${what}: its colon needs a space after it`,
    { span, text: 'not yet a key and a value' },
    { others, help: `Write\n\n${written}` },
  )
}

/** The allowed keys, for suggestions. */
const namesOf = (keys: Keys): string[] => Object.keys(keys).filter((name) => keys[name]!.refused === undefined)

function refusedKey(key: Scalar, what: string, { why, instead }: KeyRefusal): Diagnostic {
  if (why === 'later') return notBuilt('document/not-supported', key.text, key.span, instead)
  return diagnostic(
    'error',
    'document/misplaced-key',
    `${quoteName(key.text)} does not belong in ${what}`,
    { span: key.span, text: 'does not belong here' },
    { help: instead },
  )
}

/** The schema of a map with these keys, in place. */
export function recordSchema(keys: Keys, definitions: SchemaDefinitions): JsonSchema {
  const properties: { [name: string]: JsonSchema } = {}
  for (const [name, { shape, about, refused, needed }] of Object.entries(keys)) {
    if (refused === undefined) properties[name] = { description: about, ...orGap(shape, definitions, needed === true ? ['not shown'] : undefined) }
  }
  return { type: 'object', properties, additionalProperties: false }
}

/** A shape's schema, or the words that replace a value. */
export function orGap(shape: Shape<unknown>, definitions: SchemaDefinitions, words: readonly string[] = ['not shown', 'none']): JsonSchema {
  const own = shape.schema(definitions)
  const isText = Object.keys(own).length === 1 && Array.isArray(own['type']) && own['type'].includes('string')
  if (shape.literal || isText) return own
  return Array.isArray(own['enum']) ? { ...own, enum: [...own['enum'], ...words] } : { anyOf: [own, { enum: words }] }
}

/** The reference describes a map or list by its items. */
function referenceOf(...shapes: readonly (Shape<unknown> | undefined)[]): { keys: () => Keys | undefined; slot?: SlotKind } {
  const slot = shapes.find((shape) => shape?.slot !== undefined)?.slot
  return {
    // Evaluated lazily, because a shape may contain itself.
    keys: () => shapes.map((shape) => shape?.keys?.()).find((keys) => keys !== undefined),
    ...(slot === undefined ? {} : { slot }),
  }
}

/** A map whose keys are names from the author. `such` describes such a name, for help. */
export function mapOf<T>(words: string, shape: Shape<T>, such = '…'): Shape<readonly Named<T>[]> {
  return {
    words,
    ...referenceOf(shape),
    read: (node, reader) => (node.kind === 'map' ? toReading(readNamed(shape, node, reader)) : reportExpected(words, node, reader, asMap(node, such))),
    schema: (definitions) => ({ type: 'object', additionalProperties: orGap(shape, definitions) }),
  }
}

/** A name, a list of names, or a list of elements with names, as the map that it represents. */
function asMap(node: Node, such: string): string | undefined {
  if (node.kind === 'scalar') return isPlainName(node.text) ? `It is a key of a map; write its content under it:\n\n{ ${node.text}: ${such} }` : undefined
  if (node.kind !== 'list' || node.items.length === 0) return undefined
  const names = node.items.map((item) => {
    if (item.kind === 'scalar') return item.text
    const [only, ...more] = item.kind === 'map' ? item.entries : []
    const name = item.kind === 'map' ? item.entries.find(({ key }) => key.text === 'name')?.value : undefined
    return name?.kind === 'scalar' ? name.text : more.length === 0 ? only?.key.text : undefined
  })
  // Existing values stay unchanged.
  const lines = names.flatMap((name, index) => (name === undefined || !isPlainName(name) ? [] : [`${name}: ${node.items[index]!.kind === 'scalar' ? such : '…'}`]))
  return lines.length === names.length ? `Each is a key of a map; write its content under it:\n\n${lines.join('\n')}` : undefined
}

/** Names that need no quotes as a key. */
function isPlainName(text: string): boolean {
  return /^[^\s:#,[\]{}"'&*!|>%@`-][^\s:#,[\]{}]*$/.test(text)
}

export function readNamed<T>(shape: Shape<T>, node: MapNode, reader: Reader, skip?: NamePattern): Named<T>[] {
  const found: Named<T>[] = []
  for (const { key, value } of node.entries) {
    if (skip?.test(key.text)) continue
    found.push({ name: key.text, key, slot: slotOf(readValue(shape, value, reader), value) })
  }
  return found
}

/** A list. One item that is `not shown` makes the whole list a gap, because its content is unknown. */
export function listOf<T>(words: string, shape: Shape<T>): Shape<readonly T[]> {
  return {
    words,
    ...referenceOf(shape),
    read: (node, reader) =>
      node.kind === 'list'
        ? readItems(shape, node.items, reader)
        : reportExpected(words, node, reader, isItem(shape, node) ? `A list of one is written \`[${node.text}]\`.` : undefined),
    schema: (definitions) => ({ type: 'array', items: orGap(shape, definitions) }),
  }
}

/** A list item that is given without its list. */
function isItem(shape: Shape<unknown>, node: Node): node is Scalar {
  return node.kind === 'scalar' && node.text !== '' && shape.read(node, { report: () => undefined, mend: (each) => each }).state === 'shown'
}

function readItems<T>(shape: Shape<T>, items: readonly Node[], reader: Reader): Reading<readonly T[]> {
  const values: T[] = []
  let gap: Reading<never> | undefined
  for (const item of items) {
    const reading = readValue(shape, item, reader)
    if (reading.state === 'shown') values.push(reading.value)
    else if (reading.state === 'gap') gap ??= reading
    else if (reading.state === 'none') reportExpected(shape.words, item, reader, 'Put it in quotes where it is a name:\n\n"none"')
  }
  return gap ?? toReading(values)
}

/** One value or a list of values; `filled`: the list must not be empty. */
export function oneOrMany<T>(words: string, shape: Shape<T>, filled = false): Shape<readonly T[]> {
  const many = listOf(words, shape)
  return {
    words,
    ...referenceOf(shape),
    read(node, reader) {
      if (node.kind === 'list')
        return node.items.length > 0 || !filled ? many.read(node, reader) : reportExpected(`${words}, at least one`, node, reader, 'Name one, or leave the key out.')
      const reading = readValue(shape, node, reader)
      return reading.state === 'shown' ? toReading([reading.value]) : reading
    },
    schema: (definitions) => ({ anyOf: [shape.schema(definitions), { ...many.schema(definitions), ...(filled ? { minItems: 1 } : {}) }] }),
  }
}

/** The same shape; `instead` suggests what to write for another kind of value, perhaps as YAML. */
export function withHelp<T>(shape: Shape<T>, instead: (node: Scalar) => string | undefined): Shape<T> {
  return {
    ...shape,
    read: (node, reader) => shape.read(node, {
      ...reader,
      report(problem) {
        const isOwn = node.kind === 'scalar' && problem.code === unexpected && problem.primary.span === node.span
        const help = isOwn ? instead(node) : undefined
        reader.report(help === undefined ? problem : { ...problem, help })
      },
    }),
  }
}

/** A map of named conditions, by which part 7 answers for them. */
export function conditionsOf(shape: Shape<ExpressionText>): Shape<readonly Named<ExpressionText>[]> {
  return withHelp(mapOf('a map of named conditions', shape), ({ text }) =>
    text.trim() === '' ? undefined : `Give it a name, by which part 7 can answer for it:\n\n{ a-name: ${quotedForm(text, { flow: true, indent: '' }, 'expression')} }`)
}

/** Chooses a shape by the kind of node: a single value, a map or a list. */
export function choice<A = never, B = never, C = never>(
  words: string,
  of: { readonly scalar?: Shape<A>; readonly map?: Shape<B>; readonly list?: Shape<C> },
): Shape<A | B | C> {
  return {
    words,
    ...referenceOf(of.map, of.list, of.scalar),
    read(node, reader): Reading<A | B | C> {
      const shape: Shape<A> | Shape<B> | Shape<C> | undefined = of[node.kind]
      return shape === undefined ? reportExpected(words, node, reader) : readAs<A | B | C>(words, shape, node, reader)
    },
    schema: (definitions) => ({
      anyOf: [of.scalar, of.map, of.list].flatMap((shape) => (shape === undefined ? [] : [shape.schema(definitions)])),
    }),
  }
}

/** If one of several shapes refuses a value as a whole, the message lists the words of all of them. */
function readAs<T>(words: string, shape: Shape<T>, node: Node, reader: Reader): Reading<T> {
  return shape.read(node, {
    ...reader,
    report: (problem) =>
      problem.code === unexpected && problem.primary.span === node.span && problem.primary.text === `expected ${shape.words}`
        ? void reportExpected(words, node, reader, problem.help)
        : reader.report(problem),
  })
}

/** A shape that may contain itself, with a name under which its schema is defined once. */
export function lazy<T>(name: string, words: string, make: () => Shape<T>): Shape<T> {
  let made: Shape<T> | undefined
  const shape = (): Shape<T> => (made ??= make())
  let asking = false
  return {
    words,
    keys() {
      // A recursive shape lists only its own keys.
      if (asking) return undefined
      asking = true
      const keys = shape().keys?.()
      asking = false
      return keys
    },
    read: (node, reader) => shape().read(node, reader),
    schema: (definitions) => defineSchema(name, definitions, () => shape().schema(definitions)),
  }
}

/** Reads with one shape and converts the result, or reports a mistake and returns `wrong`. */
export function refine<A, B>(shape: Shape<A>, make: (value: A, node: Node, reader: Reader) => Reading<B>): Shape<B> {
  return {
    ...shape,
    read(node, reader) {
      const reading = shape.read(node, reader)
      return reading.state === 'shown' ? make(reading.value, node, reader) : reading
    },
  }
}
