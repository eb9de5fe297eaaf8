// Determines whether a request must have content: an absent body means an object without members, so it must if the schema refuses that.

import type { Schema, SchemaObject } from '../schema/schema.ts'

/** Returns the schema of the shape that `$ref` names. */
type FindSchema = (name: string) => Schema | undefined

/** True if the keywords refuse an object without members; a decoder that refuses it for another reason reports that itself. */
export function needsContent(schema: Schema, findSchema: FindSchema): boolean {
  return refusesEmpty(schema, { findSchema, enclosing: new Set() })
}

/** `enclosing`: the shapes around this one; a recursive shape adds no demand. */
type Search = { readonly findSchema: FindSchema; readonly enclosing: ReadonlySet<string> }

function refusesEmpty(schema: Schema, search: Search): boolean {
  if (typeof schema === 'boolean') return !schema
  if (schema.patch === true) return false
  if (schema.type !== undefined && ![schema.type].flat().includes('object')) return true
  if (schema.enum !== undefined || schema.const !== undefined || (schema.minProperties ?? 0) > 0) return true
  if ((schema.required ?? []).some((name) => !isFilled(schema.properties?.[name], search))) return true
  return refusesBySubschemas(schema, search)
}

function refusesBySubschemas(
  { $ref, allOf = [], anyOf, oneOf, not, if: condition, then = true, else: otherwise = true }: SchemaObject,
  search: Search,
): boolean {
  const refuses = (schema: Schema): boolean => refusesEmpty(schema, search)
  if ($ref !== undefined && refusesByShape($ref, search)) return true
  if (allOf.some(refuses) || (anyOf?.every(refuses) ?? false)) return true
  if (oneOf !== undefined && oneOf.filter((each) => !refuses(each)).length !== 1) return true
  if (not !== undefined && !refuses(not)) return true
  return condition !== undefined && refuses(refuses(condition) ? otherwise : then)
}

function refusesByShape(name: string, { findSchema, enclosing }: Search): boolean {
  const shape = findSchema(name)
  return shape === undefined || (!enclosing.has(name) && refusesEmpty(shape, { findSchema, enclosing: new Set([...enclosing, name]) }))
}

/** True if a missing member gets a value, or a request cannot send it. */
function isFilled(schema: Schema | undefined, search: Search): boolean {
  if (schema === undefined || typeof schema === 'boolean') return false
  if (schema.default !== undefined || schema.generate !== undefined || schema.readOnly === true) return true
  const { $ref } = schema
  if ($ref === undefined || search.enclosing.has($ref)) return false
  return isFilled(search.findSchema($ref), { ...search, enclosing: new Set([...search.enclosing, $ref]) })
}
