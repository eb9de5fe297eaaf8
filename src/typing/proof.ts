// Tells whether the type of an expression already proves that its values have the shape that a schema declares.

import type { Expression } from '../cel/expression.ts'
import { holdsDyn, withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import type { Domain, Property } from './domain.ts'

/** A type that was checked against another, which a schema gave. */
export type Declared = { readonly type: Type; readonly schema: Schema }

/**
 * True if the type alone proves the schema: no value has a type known only at run time, and none has undeclared members. Bounds (`maximum`,
 * `maxLength`, `pattern` and similar) are not considered, because types do not have them.
 */
function provesShape(expression: Expression, { type, schema }: Declared, shapes: Shapes): boolean {
  return provesValue(expression, type, schema, { shapes, within: new Set() })
}

const computed = new WeakMap<Property, boolean>()

/** The same proof for a computed property, cached for each property. */
export function provesComputed(property: Property, expression: Expression, { shapes }: Pick<Domain, 'shapes'>): boolean {
  return computed.getOrInsertComputed(property, () => provesShape(expression, property, shapes))
}

/** True if any value of the expression may have a type known only at run time. */
export function isOpenSomewhere(expression: Expression): boolean {
  return leavesOf(expression).some(({ type }) => holdsDyn(type))
}

/** The expressions that give the value; where a type is expected, all branches have it. */
function leavesOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'conditional':
      return [...leavesOf(expression.then), ...leavesOf(expression.otherwise)]
    case 'bind':
      return leavesOf(expression.body)
    case 'list':
      return expression.items.flatMap(({ value }) => leavesOf(value))
    case 'map':
      return expression.entries.flatMap(({ value }) => leavesOf(value))
    default:
      return [expression]
  }
}

type Shapes = ReadonlyMap<string, { readonly schema: Schema }>

/** `within`: the types around this one; a recursive shape needs no further proof. */
type Look = { readonly shapes: Shapes; readonly within: ReadonlySet<Type> }

function provesValue(expression: Expression, to: Type, schema: Schema, look: Look): boolean {
  const wanted = withoutNull(to)
  const resolved = resolve(schema, look)
  const inner = typeof resolved === 'boolean' ? {} : resolved
  switch (expression.kind) {
    case 'conditional':
      return provesValue(expression.then, to, schema, look) && provesValue(expression.otherwise, to, schema, look)
    case 'bind':
      return provesValue(expression.body, to, schema, look)
    case 'list':
      if (wanted.kind !== 'list' || inner.prefixItems !== undefined) break
      return expression.items.every(({ value, optional }) => !optional && provesValue(value, wanted.element, inner.items ?? true, look))
    case 'map':
      if (wanted.kind !== 'object') break
      return expression.entries.every(({ key, value, optional }) => {
        const name = key.kind === 'literal' && typeof key.value === 'string' ? key.value : ''
        const member = wanted.members.get(name)
        const own = inner.properties?.[name]
        return member !== undefined && own !== undefined && !optional && provesValue(value, member.type, own, look)
      })
  }
  return proves(expression.type, to, schema, look)
}

function proves(from: Type, to: Type, schema: Schema, look: Look): boolean {
  const resolved = resolve(schema, look)
  if (resolved === true) return true
  const [given, wanted] = [withoutNull(from), withoutNull(to)]
  if (given.kind === 'null') return true
  if (isOpen(given) || isOpen(wanted)) return false
  const inner = typeof resolved === 'boolean' ? {} : resolved
  switch (given.kind) {
    case 'list':
      return wanted.kind === 'list' && inner.prefixItems === undefined && proves(given.element, wanted.element, inner.items ?? true, look)
    case 'map':
      return (
        wanted.kind === 'map' &&
        inner.patternProperties === undefined &&
        proves(given.value, wanted.value, inner.additionalProperties ?? true, look)
      )
    case 'object':
      return wanted.kind === 'object' && (given.members === wanted.members || provesMembers(given, wanted, inner, look))
    case 'optional':
      return false
    default:
      return true
  }
}

type ObjectType = Extract<Type, { kind: 'object' }>

function provesMembers(given: ObjectType, wanted: ObjectType, { properties = {} }: SchemaObject, look: Look): boolean {
  if (look.within.has(given)) return true
  const within = new Set([...look.within, given])
  const lacks = wanted.members.entries().some(([name, { optional }]) => optional !== true && !isThere(given, name))
  return !lacks && [...given.members].every(([name, member]) => {
    const other = wanted.members.get(name)
    return other !== undefined && Object.hasOwn(properties, name) && proves(member.type, other.type, properties[name]!, { ...look, within })
  })
}

function isThere({ members }: ObjectType, name: string): boolean {
  const member = members.get(name)
  return member !== undefined && member.optional !== true
}

function isOpen({ kind }: Type): boolean {
  return kind === 'dyn' || kind === 'unknown'
}

/** Annotations, and keywords about the member instead of its value. */
const silent: ReadonlySet<string> = new Set<keyof SchemaObject>([
  'title', 'description', 'examples', 'deprecated', 'default', 'readOnly', 'writeOnly', 'sensitive', 'normalize', 'generate',
])

/** The schema itself, or that of the shape that it names; true if it constrains nothing. */
function resolve(schema: Schema, { shapes }: Look): Schema {
  if (typeof schema === 'boolean') return schema
  const used = Object.keys(schema).filter((keyword) => !silent.has(keyword))
  if (used.length === 0) return true
  const shape = schema.$ref === undefined || used.length > 1 ? undefined : shapes.get(schema.$ref)
  return shape?.schema ?? schema
}
