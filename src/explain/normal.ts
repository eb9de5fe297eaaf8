// Converts the model's specified slots to plain data, without places, prose and documentation.

import { type Json, type JsonObject, isDecimal, createJsonObject, printJson } from '../base/json.ts'
import { lookupKeys } from '../model/endpoints.ts'
import { type SchemaNode, schemaKeys } from '../model/schema.ts'
import type { Keys } from '../model/shape.ts'
import type { Named, Slot, Template } from '../model/slot.ts'
import { normalizeExpression } from './expression-text.ts'

/** Receives every slot with its JSON pointer, to record origins. */
export type SlotVisitor = (pointer: string, slot: Slot<unknown>) => void

type Slots = { readonly [name: string]: unknown }

/** Omits missing slots and keeps `none` and `not shown`. Documentation keys are not facts. */
export function normalizeSlots(slots: Slots, keys: Keys, visit: SlotVisitor, pointer = ''): JsonObject {
  const entries: [string, Json][] = []
  for (const [name, { documentation, shape }] of Object.entries(keys)) {
    const slot = slots[name] as Slot<unknown> | undefined
    if (slot === undefined || documentation === true) continue
    const value = normalizeSlot(slot, shape.keys?.(), visit, `${pointer}/${escapePointer(name)}`)
    if (value !== undefined) entries.push([name, value])
  }
  return createJsonObject(entries)
}

function normalizeSlot(slot: Slot<unknown>, keys: Keys | undefined, visit: SlotVisitor, pointer: string): Json | undefined {
  if (slot.state !== 'unsaid') visit(pointer, slot)
  switch (slot.state) {
    case 'unsaid':
      return undefined
    case 'none':
      return { state: 'none' }
    case 'gap':
      return { state: 'not shown' }
    case 'wrong':
      return { state: 'wrong' }
    case 'shown':
      return normalizeValue(slot.value, keys, visit, pointer)
  }
}

export function normalizeValue(value: unknown, keys: Keys | undefined, visit: SlotVisitor, pointer: string): Json {
  if (value === null || typeof value !== 'object') return value === undefined ? null : (value as Json)
  if (isDecimal(value)) return value
  if (Array.isArray(value)) return normalizeList(value, keys, visit, pointer)
  if ('keywords' in value) return normalizeSchema(value as SchemaNode, visit, pointer)
  if ('kind' in value) return normalizeKind(value as never, keys, visit, pointer)
  if ('text' in value && 'node' in value) return value.text as string
  if ('value' in value && 'text' in value) return value.value as Json
  if (keys !== undefined && isKeyedMap(value, keys)) return normalizeSlots(value as Slots, keys, visit, pointer)
  return normalizeFields(value, keys, visit, pointer)
}

function normalizeList(values: readonly unknown[], keys: Keys | undefined, visit: SlotVisitor, pointer: string): Json {
  if (!values.every(isNamed) || values.length === 0)
    return values.map((value, index) => normalizeValue(value, keys, visit, `${pointer}/${index}`))
  return createJsonObject(
    values.map(({ name, slot }) => [name, normalizeSlot(slot, keys, visit, `${pointer}/${escapePointer(name)}`) ?? null]),
  )
}

function normalizeSchema({ always, keywords }: SchemaNode, visit: SlotVisitor, pointer: string): Json {
  return always ?? normalizeSlots(keywords, schemaKeys, visit, pointer)
}

type Kind = { readonly kind: string; readonly text?: string; readonly value?: unknown; readonly lookup?: unknown }

function normalizeKind(value: Kind, keys: Keys | undefined, visit: SlotVisitor, pointer: string): Json {
  switch (value.kind) {
    case 'expression':
      return value.text === undefined ? normalizeFields(value, keys, visit, pointer) : normalizeExpression(value.text)
    case 'text':
      return value.text ?? normalizeFields(value, keys, visit, pointer)
    case 'data':
      return value.value as Json
    case 'literal':
    case 'map':
    case 'list':
      return normalizeTemplate(value as Template)
    case 'lookup':
      return normalizeSlots(value.lookup as Slots, lookupKeys, visit, pointer)
    default:
      return normalizeFields(value, keys, visit, pointer)
  }
}

function normalizeTemplate(template: Template): Json {
  switch (template.kind) {
    case 'expression':
      return normalizeExpression(template.text)
    case 'literal':
      return { const: template.value }
    case 'list':
      return template.items.map(normalizeTemplate)
    case 'map':
      return createJsonObject(
        template.entries.map(({ name, value, optional }) => [optional === true ? `?${name}` : name, normalizeTemplate(value)]),
      )
  }
}

const placeMembers: ReadonlySet<string> = new Set(['node', 'at', 'key', 'span'])

/** A variant's own fields, without its places. */
function normalizeFields(value: object, keys: Keys | undefined, visit: SlotVisitor, pointer: string): Json {
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    // A key of the language may have the name of a place: `key` of `idempotency` is a slot.
    if (placeMembers.has(name) && !isSlot(inner)) return []
    const innerPointer = `${pointer}/${escapePointer(name)}`
    const json = isSlot(inner) ? normalizeSlot(inner, keys, visit, innerPointer) : normalizeValue(inner, keys, visit, innerPointer)
    return json === undefined ? [] : [[name, json]]
  })
  return createJsonObject(entries)
}

function isSlot(value: unknown): value is Slot<unknown> {
  return typeof value === 'object' && value !== null && 'state' in value
}

/** True for a map of the language's own keys. */
function isKeyedMap(value: object, keys: Keys): boolean {
  return 'node' in value && Object.keys(keys).every((name) => !(name in value) || isSlot((value as Slots)[name]))
}

function isNamed(value: unknown): value is Named<unknown> {
  return typeof value === 'object' && value !== null && 'name' in value && 'slot' in value
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A template on one line, in YAML's flow style. */
export function printTemplateOnLine(template: Template): string {
  switch (template.kind) {
    case 'expression':
      return normalizeExpression(template.text)
    case 'literal':
      return printJson(template.value)
    case 'list':
      return `[${template.items.map(printTemplateOnLine).join(', ')}]`
    case 'map':
      return `{ ${template.entries.map(({ name, value, optional }) => `${optional === true ? '?' : ''}${name}: ${printTemplateOnLine(value)}`).join(', ')} }`
  }
}
