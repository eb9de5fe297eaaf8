// Defines shapes: the definition of a key of the language, from which it is read, typed, completed in editors and documented.

import { writeHelp } from '../diagnostic/voice.ts'
import { type Help, advise, offerWords, paste, quoteWord } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { MapNode, Node } from '../document/node.ts'
import type { Slot } from './slot.ts'

/** The result of reading: a value, `not shown` at a place, `none`, or a reported mistake. */
export type Reading<T> =
  | { readonly state: 'shown'; readonly value: T }
  | { readonly state: 'gap' | 'none'; readonly at: Node; readonly within?: Node }
  | { readonly state: 'wrong' }

export type JsonSchema = { readonly [keyword: string]: unknown }

export type Shape<T> = {
  /** The expected value, for messages and the reference: `a duration such as PT5S`. */
  readonly words: string
  read(node: Node, reader: Reader): Reading<T>
  /** The schema for editors; `reference` names a recursive shape that is defined once. */
  schema(definitions: SchemaDefinitions): JsonSchema
  /** The allowed keys of a map, for the reference. */
  readonly keys?: () => Keys | undefined
  /** The kind of its leaves, unless they are only words of the language. */
  readonly slot?: SlotKind
  /** True if the words `not shown` and `none` are ordinary text here. */
  readonly literal?: boolean
}

/** The three kinds of slot: CEL, literal text with `${ CEL }` in it, and values that are data. */
export type SlotKind = 'expression' | 'text' | 'data'

/** Shapes that refer to themselves, by name; filled while a schema is printed. */
export type SchemaDefinitions = Map<string, JsonSchema>

export type Reader = {
  report(diagnostic: Diagnostic): void
  /** Repairs a value that YAML cut (`document/expression-cut`), and reports it; returns the node to continue with. */
  repair(node: Node, slot: 'expression' | 'text'): Node
}

/** A key of a map of the language. */
export type Key<T> = {
  readonly shape: Shape<T>
  /** One sentence for the reference and for hover. */
  readonly about: string
  /** The meaning of an omitted key: `none`, `a gap`, or a sentence. */
  readonly absent: string
  /** True if its value cannot be `none`. */
  readonly needed?: true
  /** Set if the key is always refused. */
  readonly refused?: KeyRefusal
  /** True for documentation: removing it changes no behaviour. */
  readonly documentation?: boolean
}

/** The reason why a known key is refused: a `later` edition supports it, or it is `misplaced`; with the alternative. */
export type KeyRefusal = { readonly why: 'later' | 'misplaced'; readonly instead: string | Help }

export type Keys = { readonly [name: string]: Key<unknown> }

/** The result type of a `record` shape: one slot per key, and its map. */
export type Read<K extends Keys> = { readonly [N in keyof K]: Slot<K[N] extends Key<infer T> ? T : never> } & {
  readonly node: MapNode
}

/** A key. `absent`: the meaning of its omission. */
export function key<T>(shape: Shape<T>, absent: string, about: string): Key<T> {
  return { shape, absent, about }
}

/** A key that its map needs, so that its value cannot be `none`. */
export function requiredKey<T>(shape: Shape<T>, about: string, absent = 'a gap'): Key<T> {
  return { shape, absent, about, needed: true }
}

/** A key for people only: descriptions, summaries, contacts. */
export function documentation<T>(shape: Shape<T>, about: string): Key<T> {
  return { shape, about, absent: 'none', documentation: true }
}

/** A key for a later edition: refused now, with `instead`. */
export function later(about: string, replacement: string): Key<never> {
  return { shape: neverShape, about, absent: 'none', refused: { why: 'later', instead: replacement } }
}

/** A key of other languages that this language has elsewhere, or not at all: refused, with `instead`. */
export function misplacedKey(about: string, replacement: string | Help): Key<never> {
  return { shape: neverShape, about, absent: 'none', refused: { why: 'misplaced', instead: replacement } }
}

const neverShape: Shape<never> = { words: 'nothing', read: () => ({ state: 'wrong' }), schema: () => ({ not: {} }) }

/** The unquoted words `not shown` and `none`, which replace a value. */
export function parseAbsenceWord(node: Node): 'gap' | 'none' | undefined {
  if (node.kind !== 'scalar' || node.style !== 'plain') return undefined
  if (node.text === 'not shown') return 'gap'
  return node.text === 'none' ? 'none' : undefined
}

/** Reads a value that may also be `not shown` or `none`. */
export function readValue<T>(shape: Shape<T>, node: Node, reader: Reader): Reading<T> {
  if (!shape.literal) {
    const word = parseAbsenceWord(node)
    if (word !== undefined) return { state: word, at: node }
  }
  return shape.read(node, reader)
}

export function slotOf<T>(reading: Reading<T>, at: Node): Slot<T> {
  return reading.state === 'shown' ? { state: 'shown', value: reading.value, at } : reading
}

export function toReading<T>(value: T): Reading<T> {
  return { state: 'shown', value }
}

export const failedReading: Reading<never> = { state: 'wrong' }

/** Slots for a missing map: all in the same state. `at` is the place of the map. */
export function makeEmptySlots<K extends Keys>(keys: K, slot: Slot<never>, at: Node): Read<K> {
  return { ...makeSlotsInState(keys, slot), node: { kind: 'map', entries: [], span: at.span } } as Read<K>
}

const unsaid: Slot<never> = { state: 'unsaid' }

const unsaidSlots = new WeakMap<Keys, { readonly [name: string]: unknown }>()

/** Empty slots for a map, to be filled. Copying a prototype is much faster than adding keys. */
export function copyBlankSlots(keys: Keys, node: MapNode): { [name: string]: unknown } {
  const slots = unsaidSlots.getOrInsertComputed(keys, () => makeSlotsInState(keys, unsaid))
  return { ...slots, node }
}

function makeSlotsInState(keys: Keys, slot: Slot<never>): { [name: string]: unknown } {
  return { node: undefined, ...Object.fromEntries(Object.keys(keys).map((name) => [name, slot])) }
}

export const unexpectedValueCode = 'document/unexpected-value'

/** Reports that another value was expected here. */
export function reportExpected(words: string, node: Node, reader: Reader, suggestion?: string | Help): Reading<never> {
  const help = suggestion ?? suggestUnquoted(node) ?? suggestBoolean(words, node) ?? suggestKeys(node)
  const written = writeHelp(help ?? offerExpected(words))
  reader.report({
    code: unexpectedValueCode,
    severity: 'error',
    message: `${describeNode(node)} is not allowed here: expected ${words}`,
    // The message lists the words already.
    primary: { span: node.span, text: words.startsWith('one of ') ? 'none of these' : `expected ${words}` },
    others: [],
    ...written,
  })
  return failedReading
}

/** Offers the words that the message lists. */
function offerExpected(words: string): Help {
  const listed = /^(?:one of )?((?:`[\w@./-]+`(?:, | or )?)+)$/.exec(words)?.[1]
  return offerWords([...(listed?.matchAll(/`([^`]+)`/g) ?? [])].map(([, word]) => word!))
}

/** A number or boolean in quotes, which YAML reads as text. */
function suggestUnquoted(node: Node): Help | undefined {
  return node.kind === 'scalar' && node.style !== 'plain' && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(node.text)
    ? advise`Write ${quoteWord(node.text)} without quotes.`
    : undefined
}

/** `yes`, which YAML 1.1 read as true and YAML 1.2 reads as text. */
function suggestBoolean(words: string, node: Node): string | Help | undefined {
  if (node.kind !== 'scalar' || node.style !== 'plain' || !words.includes('`true`')) return undefined
  if (/^(?:yes|y|on)$/i.test(node.text)) return advise`Write ${quoteWord('true')}.`
  return /^(?:no|n|off)$/i.test(node.text) ? advise`Write ${quoteWord('false')}.` : undefined
}

/** `type:string`, perhaps over several lines: YAML reads one word, because no blank follows the colon. */
function suggestKeys(node: Node): string | Help | undefined {
  if (node.kind !== 'scalar' || node.style !== 'plain') return undefined
  const entries = node.text.split(/\s+/).map((word) => /^([A-Za-z$][\w$-]*):([^\s/:].*)$/.exec(word))
  return entries.every((entry) => entry !== null)
    ? advise`If it is a key and its value, put a space after the colon:${paste(`${entries.map((entry) => `${entry[1]}: ${entry[2]}`).join('\n')}`)}`
    : undefined
}

const quotes: { readonly [style: string]: string } = { single: "'", double: '"' }

/** The description of a node in messages. */
export function describeNode(node: Node): string {
  if (node.kind === 'map') return 'a map'
  if (node.kind === 'list') return 'a list'
  if (node.text === '') return node.value === null ? 'nothing' : 'an empty text'
  const quote = quotes[node.style] ?? ''
  return `\`${quote}${abbreviate(node.text)}${quote}\``
}

function abbreviate(text: string): string {
  const line = text.split('\n', 1)[0]!
  if (line.length > 60) return `${line.slice(0, 57)}…`
  return line === text ? line : `${line} …`
}
