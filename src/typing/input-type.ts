// The input of a transition or of code: the type that its expressions read, and the type that may be given.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Node } from '../document/node.ts'
import type { SchemaKeys, SchemaNode } from '../model/schema.ts'
import { type Slot, specifiedEntries, slotValue } from '../model/slot.ts'
import type { Schema as Compiled } from '../schema/schema.ts'
import type { Domain } from './domain.ts'
import { joinAll, meet } from './join.ts'
import type { TypingNames } from './names.ts'
import { namesIn } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { typeOf } from './type-of.ts'

export type InputType = {
  readonly schema: Compiled
  /** What its expressions read as `input`. */
  readonly type: Type
  /** The accepted types; several if candidates of a transition declare different inputs. */
  readonly given: readonly Type[]
  /** The declarations of `given`, in the same order. */
  readonly at: readonly Node[]
  /** True if a value of the right type can be refused: because of its bounds, its form, or an undeclared member. */
  readonly bounded: boolean
}

/** Undefined if no input is declared. */
export function declaredInputType(slots: readonly Slot<SchemaNode>[], domain: Domain): InputType | undefined {
  const names = namesIn(domain)
  const schemas = new Map(slots.flatMap((slot) => {
    if (slot.state !== 'shown') return []
    const schema = schemaOf(slot.value, names)
    return [[print(schema), { schema, source: slot.value, at: slot.at }] as const]
  }))
  const all = [...schemas.values()]
  const [first, ...more] = all
  if (first === undefined) return undefined
  return {
    schema: more.length === 0 ? first.schema : { anyOf: all.map(({ schema }) => schema) },
    type: joinAll(all.map(({ source }) => typeOf(source, names, 'input'))),
    given: all.map(({ source }) => typeOf(source, names, 'given')),
    at: all.map(({ at }) => at),
    bounded: more.length > 0 || constrainsMore(first.source, names, new Set()),
  }
}

function print(schema: Compiled): string {
  return JSON.stringify(schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

/** The type that satisfies all of these inputs. */
export function expectedBy(all: readonly InputType[]): Type | undefined {
  return all.length === 0 ? undefined : meet(all.map(({ given }) => joinAll(given)))
}

/** True if a value may still be refused at run time, because of its bounds or type. */
export function mayRefuse(taken: InputType, given: Type): boolean {
  return taken.bounded || taken.given.some((type) => isLeftOpen(given, type))
}

/** Keywords that types express, and annotations; all other keywords constrain the value further. */
const typed: ReadonlySet<keyof SchemaKeys> = new Set<keyof SchemaKeys>([
  'type',
  'properties',
  'required',
  'items',
  '$ref',
  'enum',
  'const',
  'format',
  'multipleOf',
  'default',
  'generate',
  'readOnly',
  'writeOnly',
  'sensitive',
  'secret',
  'title',
  'description',
  'examples',
  'deprecated',
  '$comment',
  '$renamedFrom',
])
/** Formats that types express, or that select how a number is stored. */
const typedFormats = new Set(['date-time', 'duration', 'decimal', 'int64'])

function constrainsMore({ always, keywords }: SchemaNode, names: TypingNames, seen: ReadonlySet<string>): boolean {
  if (always !== undefined) return !always
  const declared = (Object.keys(keywords) as (keyof SchemaKeys)[]).filter(
    (word) => isSlot(keywords[word]) && keywords[word].state === 'shown',
  )
  if (declared.some((word) => !typed.has(word))) return true
  const format = slotValue(keywords.format)?.text
  if (format !== undefined && !typedFormats.has(format)) return true
  const values = [...(slotValue(keywords.enum) ?? []), ...[slotValue(keywords.const) ?? []].flat()]
  if (values.some(({ value }) => value !== null && typeof value !== 'string')) return true
  if (keywords.multipleOf.state === 'shown' && format !== 'decimal') return true
  const name = slotValue(keywords.$ref)?.text
  const shape = name === undefined || names.resource(name) || seen.has(name) ? undefined : names.shapes.get(name)?.source
  if (shape !== undefined && constrainsMore(shape, names, new Set([...seen, name!]))) return true
  const items = slotValue(keywords.items)
  const inner = [...(items === undefined ? [] : [items]), ...specifiedEntries(keywords.properties).map(({ value }) => value)]
  return inner.some((node) => constrainsMore(node, names, seen))
}

function isSlot(value: unknown): value is Slot<unknown> {
  return typeof value === 'object' && value !== null && 'state' in value
}

/** True if the type of a part of the value is known only at run time. */
function isLeftOpen(from: Type, to: Type): boolean {
  const [given, wanted] = [withoutNull(from), withoutNull(to)]
  if (given.kind === 'dyn') return wanted.kind !== 'dyn'
  if (given.kind === 'list' && wanted.kind === 'list') return isLeftOpen(given.element, wanted.element)
  if (given.kind === 'map' && wanted.kind === 'map') return isLeftOpen(given.value, wanted.value)
  if (given.kind !== 'object' || wanted.kind !== 'object' || given.name !== undefined) return false
  return [...given.members].some(([name, { type }]) => isLeftOpen(type, wanted.members.get(name)?.type ?? type))
}
