// Tells whether the type of an expression already proves that its values have the shape that a schema declares.

import type { Expression } from '../cel/expression.ts'
import { containsDyn, withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import { annotations } from '../schema/within.ts'
import type { Domain, Property } from './domain.ts'

/** A type that was checked against another, which a schema gave. */
export type DeclaredType = { readonly type: Type; readonly schema: Schema }

/**
 * True if the type alone proves the schema: no value has a type known only at run time, and none has undeclared members. Bounds (`maximum`,
 * `maxLength`, `pattern` and similar) are not considered, because types do not have them.
 */
function provesShape(expression: Expression, { type, schema }: DeclaredType, shapes: Shapes): boolean {
  return provesValue(expression, type, schema, { shapes, enclosing: new Set() })
}

const provedProperties = new WeakMap<Property, boolean>()

/** The same proof for a computed property, cached for each property. */
export function provesComputed(property: Property, expression: Expression, { shapes }: Pick<Domain, 'shapes'>): boolean {
  return provedProperties.getOrInsertComputed(property, () => provesShape(expression, property, shapes))
}

/** True if any value of the expression may have a type known only at run time. */
export function isOpenSomewhere(expression: Expression): boolean {
  return listLeaves(expression).some(({ type }) => containsDyn(type))
}

/** The expressions that give the value; where a type is expected, all branches have it. */
function listLeaves(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'conditional':
      return [...listLeaves(expression.then), ...listLeaves(expression.otherwise)]
    case 'bind':
      return listLeaves(expression.body)
    case 'list':
      return expression.items.flatMap(({ value }) => listLeaves(value))
    case 'map':
      return expression.entries.flatMap(({ value }) => listLeaves(value))
    default:
      return [expression]
  }
}

type Shapes = ReadonlyMap<string, { readonly schema: Schema }>

/** `enclosing`: the types around this one; a recursive shape needs no further proof. */
type Search = { readonly shapes: Shapes; readonly enclosing: ReadonlySet<Type> }

function provesValue(expression: Expression, expectedType: Type, schema: Schema, search: Search): boolean {
  const expected = withoutNull(expectedType)
  const resolved = resolve(schema, search)
  const resolvedSchema = typeof resolved === 'boolean' ? {} : resolved
  switch (expression.kind) {
    case 'conditional':
      return provesValue(expression.then, expectedType, schema, search) && provesValue(expression.otherwise, expectedType, schema, search)
    case 'bind':
      return provesValue(expression.body, expectedType, schema, search)
    case 'list':
      if (expected.kind !== 'list' || resolvedSchema.prefixItems !== undefined) break
      return expression.items.every(
        ({ value, optional }) => !optional && provesValue(value, expected.element, resolvedSchema.items ?? true, search),
      )
    case 'map':
      if (expected.kind !== 'object') break
      return expression.entries.every(({ key, value, optional }) => {
        const name = key.kind === 'literal' && typeof key.value === 'string' ? key.value : ''
        const member = expected.members.get(name)
        const memberSchema = resolvedSchema.properties?.[name]
        return member !== undefined && memberSchema !== undefined && !optional && provesValue(value, member.type, memberSchema, search)
      })
  }
  return proves(expression.type, expectedType, schema, search)
}

function proves(actualType: Type, expectedType: Type, schema: Schema, search: Search): boolean {
  const resolved = resolve(schema, search)
  if (resolved === true) return true
  const [actual, expected] = [withoutNull(actualType), withoutNull(expectedType)]
  if (actual.kind === 'null') return true
  if (isOpen(actual) || isOpen(expected)) return false
  const resolvedSchema = typeof resolved === 'boolean' ? {} : resolved
  switch (actual.kind) {
    case 'list':
      return (
        expected.kind === 'list' &&
        resolvedSchema.prefixItems === undefined &&
        proves(actual.element, expected.element, resolvedSchema.items ?? true, search)
      )
    case 'map':
      return (
        expected.kind === 'map' &&
        resolvedSchema.patternProperties === undefined &&
        proves(actual.value, expected.value, resolvedSchema.additionalProperties ?? true, search)
      )
    case 'object':
      return expected.kind === 'object' && (actual.members === expected.members || provesMembers(actual, expected, resolvedSchema, search))
    case 'optional':
      return false
    default:
      return true
  }
}

type ObjectType = Extract<Type, { kind: 'object' }>

function provesMembers(actual: ObjectType, expected: ObjectType, { properties = {} }: SchemaObject, search: Search): boolean {
  if (search.enclosing.has(actual)) return true
  const enclosing = new Set([...search.enclosing, actual])
  const lacksMember = expected.members.entries().some(([name, { optional }]) => optional !== true && !isPresent(actual, name))
  return (
    !lacksMember &&
    [...actual.members].every(([name, member]) => {
      const expectedMember = expected.members.get(name)
      return (
        expectedMember !== undefined &&
        Object.hasOwn(properties, name) &&
        proves(member.type, expectedMember.type, properties[name]!, { ...search, enclosing })
      )
    })
  )
}

function isPresent({ members }: ObjectType, name: string): boolean {
  const member = members.get(name)
  return member !== undefined && member.optional !== true
}

function isOpen({ kind }: Type): boolean {
  return kind === 'dyn' || kind === 'unknown'
}

/** The schema itself, or that of the shape that it names; true if it constrains nothing. */
function resolve(schema: Schema, { shapes }: Search): Schema {
  if (typeof schema === 'boolean') return schema
  const used = Object.keys(schema).filter((keyword) => !annotations.has(keyword))
  if (used.length === 0) return true
  const shape = schema.$ref === undefined || used.length > 1 ? undefined : shapes.get(schema.$ref)
  return shape?.schema ?? schema
}
