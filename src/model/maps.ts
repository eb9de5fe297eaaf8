// Shapes of maps and lists: records with known keys, maps of named elements, and lists.

import { type Help, advise, paste, remove } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, notBuilt, quoteName, reportUnknownKey } from '../diagnostic/voice.ts'
import type { MapNode, Node, Scalar } from '../document/node.ts'
import {
  type JsonSchema,
  type Key,
  type KeyRefusal,
  type Keys,
  type Read,
  type Reader,
  type Reading,
  type SchemaDefinitions,
  type Shape,
  type SlotKind,
  copyBlankSlots,
  parseAbsenceWord,
  readValue,
  reportExpected,
  toReading,
  slotOf,
} from './shape.ts'
import type { Named } from './slot.ts'

/** Names of keys that another reader handles. */
export type NamePattern = { test(name: string): boolean }

/** A map with known keys: `description` names it in messages (`an endpoint`). Unknown keys are reported with a suggestion. */
export function record<K extends Keys>(description: string, keys: K): Shape<Read<K>> {
  return {
    words: description,
    keys: () => keys,
    read: (node, reader) =>
      node.kind === 'map'
        ? toReading(readRecord(description, keys, node, reader))
        : reportExpected(`${description} (a map)`, node, reader, asKey(keys, node)),
    schema: (definitions) => defineSchema(nameDefinition(description), definitions, () => makeRecordSchema(keys, definitions)),
  }
}

/** A word as shorthand for a map: `cursor` for `{ style: cursor }`. */
function asKey(keys: Keys, node: Node): string | Help | undefined {
  if (node.kind !== 'scalar') return undefined
  const matchingKeys = listKeyNames(keys).filter((name) => {
    const { enum: words } = keys[name]!.shape.schema(new Map())
    return Array.isArray(words) && words.includes(node.text)
  })
  return matchingKeys.length === 1 ? advise`Write it under its key:${paste(`{ ${matchingKeys[0]!}: ${node.text} }`)}` : undefined
}

/** `an event type` is defined as `event-type`. */
const nameDefinition = (description: string): string =>
  description
    .replace(/^(a|an|the) /, '')
    .replaceAll('`', '')
    .replaceAll(/[^\w-]+/g, '-')

/** A schema that is printed once, under a name; the name is reserved first, because the schema may contain itself. */
export function defineSchema(name: string, definitions: SchemaDefinitions, build: () => JsonSchema): JsonSchema {
  if (!definitions.has(name)) {
    definitions.set(name, {})
    definitions.set(name, build())
  }
  return { $ref: `#/$defs/${name}` }
}

/** Reads the known keys of a map; names that match `otherReadersNames` are left to another reader. */
export function readRecord<K extends Keys>(
  description: string,
  keys: K,
  node: MapNode,
  reader: Reader,
  otherReadersNames?: NamePattern,
): Read<K> {
  const slots = copyBlankSlots(keys, node)
  const withoutBlank: Scalar[] = []
  for (const { key: scalar, value } of node.entries) {
    const declaredKey = Object.hasOwn(keys, scalar.text) ? keys[scalar.text]! : undefined
    if (declaredKey === undefined) {
      if (lacksBlank(scalar, keys)) {
        withoutBlank.push(scalar)
        slots[scalar.text.slice(0, scalar.text.indexOf(':'))] = { state: 'wrong' }
      } else if (!otherReadersNames?.test(scalar.text))
        reader.report(reportUnknownKey('document/unknown-key', scalar.text, description, scalar.span, listKeyNames(keys)))
    } else if (declaredKey.refused !== undefined) {
      reader.report(reportRefusedKey(scalar, description, declaredKey.refused))
      slots[scalar.text] = { state: 'wrong' }
    } else {
      slots[scalar.text] = slotOf(readKey(declaredKey, value, reader), value)
    }
  }
  if (withoutBlank.length > 0) reader.report(reportMissingBlank(withoutBlank, description))
  return slots as Read<K>
}

function readKey<T>({ shape, needed }: Key<T>, value: Node, reader: Reader): Reading<T> {
  if (needed !== true || shape.literal === true || parseAbsenceWord(value) !== 'none') return readValue(shape, value, reader)
  const quoteHint = /\bname\b/.test(shape.words) ? ' Put a name in quotes: `"none"`.' : ''
  return reportExpected(shape.words, value, reader, `Write it, or \`not shown\` while it is not decided.${quoteHint}`)
}

/** `type:string` in braces, which YAML reads as a name, because no space follows the colon. */
function lacksBlank({ text, style }: Scalar, keys: Keys): boolean {
  const colon = text.indexOf(':')
  return style === 'plain' && colon > 0 && Object.hasOwn(keys, text.slice(0, colon))
}

/** Reports the missing space once per map. */
function reportMissingBlank([first, ...rest]: readonly Scalar[], description: string): Diagnostic {
  const { text, span } = first!
  const others = rest.map((each) => ({ span: each.span, text: 'nor here' }))
  const corrected = [first!, ...rest].map((each) => each.text.replace(':', ': ')).join(', ')
  return createDiagnostic(
    'error',
    'document/unknown-key',
    `${quoteName(text)} is not a key of ${description}: its colon needs a space after it`,
    { span, text: 'not yet a key and a value' },
    { others, help: advise`Write${paste(corrected)}` },
  )
}

/** The allowed keys, for suggestions. */
const listKeyNames = (keys: Keys): string[] => Object.keys(keys).filter((name) => keys[name]!.refused === undefined)

function reportRefusedKey(key: Scalar, description: string, { why: kind, instead: replacement }: KeyRefusal): Diagnostic {
  if (kind === 'later') return notBuilt('document/not-supported', key.text, key.span, replacement)
  return createDiagnostic(
    'error',
    'document/misplaced-key',
    `${quoteName(key.text)} does not belong in ${description}`,
    { span: key.span, text: 'does not belong here' },
    { help: replacement },
  )
}

/** The schema of a map with these keys, in place. */
export function makeRecordSchema(keys: Keys, definitions: SchemaDefinitions): JsonSchema {
  const properties: { [name: string]: JsonSchema } = {}
  for (const [name, { shape, about, refused, needed }] of Object.entries(keys)) {
    if (refused === undefined)
      properties[name] = { description: about, ...orGap(shape, definitions, needed === true ? ['not shown'] : undefined) }
  }
  return { type: 'object', properties, additionalProperties: false }
}

/** A shape's schema, or the words that replace a value. */
export function orGap(shape: Shape<unknown>, definitions: SchemaDefinitions, words: readonly string[] = ['not shown', 'none']): JsonSchema {
  const baseSchema = shape.schema(definitions)
  const isText = Object.keys(baseSchema).length === 1 && Array.isArray(baseSchema['type']) && baseSchema['type'].includes('string')
  if (shape.literal || isText) return baseSchema
  return Array.isArray(baseSchema['enum'])
    ? { ...baseSchema, enum: [...baseSchema['enum'], ...words] }
    : { anyOf: [baseSchema, { enum: words }] }
}

/** The reference describes a map or list by its items. */
export function describeItems(...shapes: readonly (Shape<unknown> | undefined)[]): { keys: () => Keys | undefined; slot?: SlotKind } {
  const slot = shapes.find((shape) => shape?.slot !== undefined)?.slot
  return {
    // Evaluated lazily, because a shape may contain itself.
    keys: () => shapes.map((shape) => shape?.keys?.()).find((keys) => keys !== undefined),
    ...(slot === undefined ? {} : { slot }),
  }
}

/** A map whose keys are names from the author. `placeholder` stands for an element in help texts. */
export function mapOf<T>(words: string, shape: Shape<T>, placeholder = '…'): Shape<readonly Named<T>[]> {
  return {
    words,
    ...describeItems(shape),
    read: (node, reader) =>
      node.kind === 'map' ? toReading(readNamed(shape, node, reader)) : reportExpected(words, node, reader, asMap(node, placeholder)),
    schema: (definitions) => ({ type: 'object', additionalProperties: orGap(shape, definitions) }),
  }
}

/** A name, a list of names, or a list of elements with names, as the map that it represents. */
function asMap(node: Node, placeholder: string): string | Help | undefined {
  if (node.kind === 'scalar')
    return isPlainName(node.text)
      ? advise`It is a key of a map; write its content under it:${paste(`{ ${node.text}: ${placeholder} }`)}`
      : undefined
  if (node.kind !== 'list' || node.items.length === 0) return undefined
  const names = node.items.map((item) => {
    if (item.kind === 'scalar') return item.text
    const [first, ...more] = item.kind === 'map' ? item.entries : []
    const name = item.kind === 'map' ? item.entries.find(({ key }) => key.text === 'name')?.value : undefined
    if (name?.kind === 'scalar') return name.text
    return more.length === 0 ? first?.key.text : undefined
  })
  // Existing values stay unchanged.
  const lines = names.flatMap((name, index) =>
    name === undefined || !isPlainName(name) ? [] : [`${name}: ${node.items[index]!.kind === 'scalar' ? placeholder : '…'}`],
  )
  return lines.length === names.length
    ? advise`Each is a key of a map; write its content under it:${paste(`${lines.join('\n')}`)}`
    : undefined
}

/** Names that need no quotes as a key. */
function isPlainName(text: string): boolean {
  return /^[^\s:#,[\]{}"'&*!|>%@`-][^\s:#,[\]{}]*$/.test(text)
}

export function readNamed<T>(shape: Shape<T>, node: MapNode, reader: Reader, skip?: NamePattern): Named<T>[] {
  const elements: Named<T>[] = []
  for (const { key, value } of node.entries) {
    if (skip?.test(key.text)) continue
    elements.push({ name: key.text, key, slot: slotOf(readValue(shape, value, reader), value) })
  }
  return elements
}

/** A list. One item that is `not shown` makes the whole list a gap, because its content is unknown. */
export function listOf<T>(words: string, shape: Shape<T>): Shape<readonly T[]> {
  return {
    words,
    ...describeItems(shape),
    read: (node, reader) =>
      node.kind === 'list'
        ? readItems(shape, node.items, reader)
        : reportExpected(
            words,
            node,
            reader,
            isItem(shape, node) && node.text !== 'true' && node.text !== 'false'
              ? `A list${node.text.includes(',') ? '' : ' of one'} is written \`[${node.text}]\`.`
              : undefined,
          ),
    schema: (definitions) => ({ type: 'array', items: orGap(shape, definitions) }),
  }
}

/** A list item that is given without its list. */
function isItem(shape: Shape<unknown>, node: Node): node is Scalar {
  return (
    node.kind === 'scalar' && node.text !== '' && shape.read(node, { report: () => undefined, repair: (each) => each }).state === 'shown'
  )
}

function readItems<T>(shape: Shape<T>, items: readonly Node[], reader: Reader): Reading<readonly T[]> {
  const values: T[] = []
  let gap: Reading<never> | undefined
  for (const item of items) {
    const reading = readValue(shape, item, reader)
    if (reading.state === 'shown') values.push(reading.value)
    else if (reading.state === 'gap') gap ??= reading
    else if (reading.state === 'none')
      reportExpected(shape.words, item, reader, advise`Put it in quotes where it is a name:${paste('"none"')}`)
  }
  return gap ?? toReading(values)
}

/** One value or a list of values; `isNonEmpty`: the list must not be empty. */
export function oneOrMany<T>(words: string, shape: Shape<T>, isNonEmpty = false): Shape<readonly T[]> {
  const listShape = listOf(words, shape)
  return {
    words,
    ...describeItems(shape),
    read(node, reader) {
      if (node.kind === 'list')
        return node.items.length > 0 || !isNonEmpty
          ? listShape.read(node, reader)
          : reportExpected(`${words}, at least one`, node, reader, advise`Name one, or ${remove('leave the key out')}.`)
      const reading = readValue(shape, node, reader)
      return reading.state === 'shown' ? toReading([reading.value]) : reading
    },
    schema: (definitions) => ({
      anyOf: [shape.schema(definitions), { ...listShape.schema(definitions), ...(isNonEmpty ? { minItems: 1 } : {}) }],
    }),
  }
}
