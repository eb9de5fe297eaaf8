// What a transition or code takes as its input: what its expressions read, and what may be given.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Node } from '../document/node.ts'
import type { Schema, SchemaNode } from '../model/schema.ts'
import { type Slot, each, shown } from '../model/slot.ts'
import type { Schema as Compiled } from '../schema/schema.ts'
import type { Domain } from './domain.ts'
import { join, meet } from './join.ts'
import type { Names } from './names.ts'
import { namesIn } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { typeOf } from './type-of.ts'

export type Taken = {
  readonly schema: Compiled
  /** What its expressions read as `input`. */
  readonly type: Type
  /** What may be given is one of these; more than one where several candidates of a transition say what it is. */
  readonly given: readonly Type[]
  /** Where each of them is said. */
  readonly at: readonly Node[]
  /** Whether a value that fits by its type can be refused: for its bounds, its form, a member too many. */
  readonly bounded: boolean
}

/** Undefined where nothing says what is taken. */
export function takenBy(slots: readonly Slot<SchemaNode>[], domain: Domain): Taken | undefined {
  const names = namesIn(domain)
  const schemas = new Map(slots.flatMap((slot) => {
    if (slot.state !== 'shown') return []
    const schema = schemaOf(slot.value, names)
    return [[printed(schema), { schema, source: slot.value, at: slot.at }] as const]
  }))
  const all = [...schemas.values()]
  const [first, ...more] = all
  if (first === undefined) return undefined
  return {
    schema: more.length === 0 ? first.schema : { anyOf: all.map(({ schema }) => schema) },
    type: join(all.map(({ source }) => typeOf(source, names, 'input'))),
    given: all.map(({ source }) => typeOf(source, names, 'given')),
    at: all.map(({ at }) => at),
    bounded: more.length > 0 || saysMore(first.source, names, new Set()),
  }
}

function printed(schema: Compiled): string {
  return JSON.stringify(schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

/** What is expected of what is given to all of these, whichever of them it then is. */
export function expectedBy(all: readonly Taken[]): Type | undefined {
  return all.length === 0 ? undefined : meet(all.map(({ given }) => join(given)))
}

/** Whether what is given may be refused all the same: only its value tells whether it keeps the bounds, or of which type it is. */
export function mayRefuse(taken: Taken, given: Type): boolean {
  return taken.bounded || taken.given.some((type) => isLeftOpen(given, type))
}

/** What the types say, and remarks; anything else asks of the value. */
const typed: ReadonlySet<keyof Schema> = new Set<keyof Schema>([
  'type', 'properties', 'required', 'items', '$ref', 'enum', 'const', 'format', 'multipleOf', 'default', 'generate', 'readOnly', 'writeOnly', 'sensitive', 'secret',
  'title', 'description', 'examples', 'deprecated', '$comment', '$renamedFrom',
])
/** Formats that are types, or say how a number is kept. */
const typedFormats = new Set(['date-time', 'duration', 'decimal', 'int64'])

function saysMore({ always, keywords }: SchemaNode, names: Names, seen: ReadonlySet<string>): boolean {
  if (always !== undefined) return !always
  const said = (Object.keys(keywords) as (keyof Schema)[]).filter((word) => isSlot(keywords[word]) && keywords[word].state === 'shown')
  if (said.some((word) => !typed.has(word))) return true
  const format = shown(keywords.format)?.text
  if (format !== undefined && !typedFormats.has(format)) return true
  const values = [...(shown(keywords.enum) ?? []), ...[shown(keywords.const) ?? []].flat()]
  if (values.some(({ value }) => value !== null && typeof value !== 'string')) return true
  if (keywords.multipleOf.state === 'shown' && format !== 'decimal') return true
  const name = shown(keywords.$ref)?.text
  const shape = name === undefined || names.resource(name) || seen.has(name) ? undefined : names.shapes.get(name)?.source
  if (shape !== undefined && saysMore(shape, names, new Set([...seen, name!]))) return true
  const items = shown(keywords.items)
  const inner = [...(items === undefined ? [] : [items]), ...each(keywords.properties).map(({ value }) => value)]
  return inner.some((node) => saysMore(node, names, seen))
}

function isSlot(value: unknown): value is Slot<unknown> {
  return typeof value === 'object' && value !== null && 'state' in value
}

/** Whether some of it is of a type that is known only when it runs. */
function isLeftOpen(from: Type, to: Type): boolean {
  const [given, wanted] = [withoutNull(from), withoutNull(to)]
  if (given.kind === 'dyn') return wanted.kind !== 'dyn'
  if (given.kind === 'list' && wanted.kind === 'list') return isLeftOpen(given.element, wanted.element)
  if (given.kind === 'map' && wanted.kind === 'map') return isLeftOpen(given.value, wanted.value)
  if (given.kind !== 'object' || wanted.kind !== 'object' || given.name !== undefined) return false
  return [...given.members].some(([name, { type }]) => isLeftOpen(type, wanted.members.get(name)?.type ?? type))
}
