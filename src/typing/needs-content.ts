// Determines whether a request must have content: an absent body means an object without members, so it must if the schema refuses that.

import type { Schema, SchemaObject } from '../schema/schema.ts'

/** Returns the schema of the shape that `$ref` names. */
type SchemaNamed = (name: string) => Schema | undefined

/** True if the keywords refuse an object without members; a decoder that refuses it for another reason reports that itself. */
export function needsContent(schema: Schema, named: SchemaNamed): boolean {
  return refusesEmpty(schema, { named, within: new Set() })
}

/** `within`: the shapes around this one; a recursive shape adds no demand. */
type Look = { readonly named: SchemaNamed; readonly within: ReadonlySet<string> }

function refusesEmpty(schema: Schema, look: Look): boolean {
  if (typeof schema === 'boolean') return !schema
  if (schema.patch === true) return false
  if (schema.type !== undefined && ![schema.type].flat().includes('object')) return true
  if (schema.enum !== undefined || schema.const !== undefined || (schema.minProperties ?? 0) > 0) return true
  if ((schema.required ?? []).some((name) => !isFilled(schema.properties?.[name], look))) return true
  return refusedByOthers(schema, look)
}

function refusedByOthers(
  { $ref, allOf = [], anyOf, oneOf, not, if: condition, then = true, else: otherwise = true }: SchemaObject,
  look: Look,
): boolean {
  const refuses = (schema: Schema): boolean => refusesEmpty(schema, look)
  if ($ref !== undefined && refusedByShape($ref, look)) return true
  if (allOf.some(refuses) || (anyOf?.every(refuses) ?? false)) return true
  if (oneOf !== undefined && oneOf.filter((each) => !refuses(each)).length !== 1) return true
  if (not !== undefined && !refuses(not)) return true
  return condition !== undefined && refuses(refuses(condition) ? otherwise : then)
}

function refusedByShape(name: string, { named, within }: Look): boolean {
  const shape = named(name)
  return shape === undefined || (!within.has(name) && refusesEmpty(shape, { named, within: new Set([...within, name]) }))
}

/** True if a missing member gets a value, or a request cannot send it. */
function isFilled(schema: Schema | undefined, look: Look): boolean {
  if (schema === undefined || typeof schema === 'boolean') return false
  if (schema.default !== undefined || schema.generate !== undefined || schema.readOnly === true) return true
  const { $ref } = schema
  if ($ref === undefined || look.within.has($ref)) return false
  return isFilled(look.named($ref), { ...look, within: new Set([...look.within, $ref]) })
}
