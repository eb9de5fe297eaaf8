// Lists the members of a body by its schema, with their values, and replaces the value of one member.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Definitions, resolveSchema } from './values.ts'

export type MemberSite = { readonly path: readonly (string | number)[]; readonly schema: Schema; readonly isPresent: boolean }

const maxDepth = 6

export function listMembersIn(
  schema: Schema,
  definitions: Definitions,
  body: Json | undefined,
  path: readonly (string | number)[] = [],
): readonly MemberSite[] {
  if (path.length > maxDepth) return []
  const resolved = resolveSchema(schema, definitions)
  const alternatives = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.allOf ?? [])].flatMap((each) =>
    listMembersIn(each, definitions, body, path),
  )
  const members = Object.entries(resolved.properties ?? {}).flatMap(([name, inner]): readonly MemberSite[] => {
    if (typeof inner === 'object' && inner.readOnly === true) return []
    const value = isJsonObject(body) ? (body as { [name: string]: Json })[name] : undefined
    return [
      { path: [...path, name], schema: inner, isPresent: value !== undefined },
      ...listMembersIn(inner, definitions, value, [...path, name]),
    ]
  })
  const items =
    resolved.items === undefined || !isJsonArray(body) || body.length === 0
      ? []
      : [
          { path: [...path, 0], schema: resolved.items, isPresent: true },
          ...listMembersIn(resolved.items, definitions, body[0], [...path, 0]),
        ]
  return [...members, ...items, ...alternatives]
}

/** Undefined removes the member. */
export function withValue(body: Json | undefined, [first, ...rest]: readonly (string | number)[], value: Json | undefined): Json {
  if (first === undefined) return value ?? null
  if (typeof first === 'number') {
    const items = isJsonArray(body) ? body : []
    return items.map((item, index) => (index === first ? withValue(item, rest, value) : item))
  }
  const object: { [name: string]: Json } = isJsonObject(body) ? { ...(body as { [name: string]: Json }) } : {}
  if (rest.length === 0 && value === undefined) delete object[first]
  else object[first] = rest.length === 0 ? value! : withValue(object[first], rest, value)
  return object
}
