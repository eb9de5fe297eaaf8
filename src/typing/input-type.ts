// The input of a transition or of code: the type that its expressions read, and the types that it accepts.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Node } from '../document/node.ts'
import type { SchemaKeys, SchemaNode } from '../model/schema.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Schema as Compiled } from '../schema/schema.ts'
import type { Domain } from './domain.ts'
import { joinAll, intersectTypes } from './join.ts'
import type { TypingNames } from './names.ts'
import { makeTypingNamesIn } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { typeOf } from './type-of.ts'

export type InputType = {
  readonly schema: Compiled
  /** The type that its expressions read as `input`. */
  readonly type: Type
  /** The accepted types; several if candidates of a transition declare different inputs. */
  readonly acceptedTypes: readonly Type[]
  /** The declarations of `acceptedTypes`, in the same order. */
  readonly declarations: readonly Node[]
  /** True if a value of the right type can be refused: because of its bounds, its form, or an undeclared member. */
  readonly isConstrained: boolean
}

/** Undefined if no input is declared. */
export function typeDeclaredInput(slots: readonly Slot<SchemaNode>[], domain: Domain): InputType | undefined {
  const names = makeTypingNamesIn(domain)
  const schemas = new Map(
    slots.flatMap((slot) => {
      if (slot.state !== 'shown') return []
      const schema = schemaOf(slot.value, names)
      return [[printSchema(schema), { schema, source: slot.value, at: slot.at }] as const]
    }),
  )
  const inputs = [...schemas.values()]
  const [first, ...more] = inputs
  if (first === undefined) return undefined
  return {
    schema: more.length === 0 ? first.schema : { anyOf: inputs.map(({ schema }) => schema) },
    type: joinAll(inputs.map(({ source }) => typeOf(source, names, 'input'))),
    acceptedTypes: inputs.map(({ source }) => typeOf(source, names, 'passed')),
    declarations: inputs.map(({ at }) => at),
    isConstrained: more.length > 0 || constrainsMore(first.source, names, new Set()),
  }
}

function printSchema(schema: Compiled): string {
  return JSON.stringify(schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

/** The type that satisfies all of these inputs. */
export function intersectInputTypes(inputTypes: readonly InputType[]): Type | undefined {
  return inputTypes.length === 0 ? undefined : intersectTypes(inputTypes.map(({ acceptedTypes }) => joinAll(acceptedTypes)))
}

/** True if a value may still be refused at run time, because of its bounds or type. */
export function mayRefuse(inputType: InputType, valueType: Type): boolean {
  return inputType.isConstrained || inputType.acceptedTypes.some((type) => hasDynamicPart(valueType, type))
}

/** Keywords that types express, and annotations; all other keywords constrain the value further. */
const typeKeywords: ReadonlySet<keyof SchemaKeys> = new Set<keyof SchemaKeys>([
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

function constrainsMore({ always, keywords }: SchemaNode, names: TypingNames, visited: ReadonlySet<string>): boolean {
  if (always !== undefined) return !always
  const declared = (Object.keys(keywords) as (keyof SchemaKeys)[]).filter(
    (keyword) => isSlot(keywords[keyword]) && keywords[keyword].state === 'shown',
  )
  if (declared.some((keyword) => !typeKeywords.has(keyword))) return true
  const format = slotValueOf(keywords.format)?.text
  if (format !== undefined && !typedFormats.has(format)) return true
  const values = [...(slotValueOf(keywords.enum) ?? []), ...[slotValueOf(keywords.const) ?? []].flat()]
  if (values.some(({ value }) => value !== null && typeof value !== 'string')) return true
  if (keywords.multipleOf.state === 'shown' && format !== 'decimal') return true
  const name = slotValueOf(keywords.$ref)?.text
  const shape = name === undefined || names.resource(name) || visited.has(name) ? undefined : names.shapes.get(name)?.source
  if (shape !== undefined && constrainsMore(shape, names, new Set([...visited, name!]))) return true
  const items = slotValueOf(keywords.items)
  const subschemas = [...(items === undefined ? [] : [items]), ...listSpecifiedEntries(keywords.properties).map(({ value }) => value)]
  return subschemas.some((node) => constrainsMore(node, names, visited))
}

function isSlot(value: unknown): value is Slot<unknown> {
  return typeof value === 'object' && value !== null && 'state' in value
}

/** True if the type of a part of the value is known only at run time. */
function hasDynamicPart(from: Type, to: Type): boolean {
  const [actual, expected] = [withoutNull(from), withoutNull(to)]
  if (actual.kind === 'dyn') return expected.kind !== 'dyn'
  if (actual.kind === 'list' && expected.kind === 'list') return hasDynamicPart(actual.element, expected.element)
  if (actual.kind === 'map' && expected.kind === 'map') return hasDynamicPart(actual.value, expected.value)
  if (actual.kind !== 'object' || expected.kind !== 'object' || actual.name !== undefined) return false
  return [...actual.members].some(([name, { type }]) => hasDynamicPart(type, expected.members.get(name)?.type ?? type))
}
