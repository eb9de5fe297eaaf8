// Converts a JSON Patch (RFC 6902) of a record to the merge patch that changes the same.

import { type Json, type JsonObject, equalJson, isJsonObject, createJsonObject } from '../../base/json.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import { type Patched, applyJsonPatch } from '../../exchange/json-patch.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { InputBody, Property, ResourceInfo } from '../../typing/domain.ts'
import { containsSecret } from '../../cel/secret.ts'
import { makeVisibleValues } from '../reading/visible-values.ts'
import type { Row } from '../store.ts'
import type { TransactionContext } from '../transaction-context.ts'

/** The patched document consists of the listed fields that have a value and that the caller may read. */
export function mergePatchOf(
  transaction: TransactionContext,
  row: Row,
  resource: ResourceInfo,
  { writes }: InputBody,
  patch: Json,
): Patched {
  const fields = writes.flatMap(({ property }) => resource.properties.get(property) ?? [])
  const value = makeVisibleValues(transaction, row)
  const document = createJsonObject(
    fields.flatMap((property): (readonly [string, Json])[] => {
      const visibleValue = isPatchable(property) ? value(property.name) : undefined
      if (visibleValue === undefined || (visibleValue === null && !property.nullable)) return []
      const json = convertValueToJson(visibleValue, transaction.service.keys)
      return property === resource.keeper && isJsonObject(json) ? Object.entries(json) : [[property.name, json]]
    }),
  )
  const patched = applyJsonPatch(document, patch)
  if (patched.failures !== undefined) return patched
  if (!isJsonObject(patched.document)) return { failures: [{ pointer: '', keyword: 'type', limit: 'object' }] }
  return { document: compareMembers(document, patched.document, (name) => findMemberType(resource, name)) }
}

/** A name that is not a property of the resource is a member of the property that stores undeclared members. */
function findMemberType({ properties, keeper }: ResourceInfo, name: string): Type | undefined {
  const property = properties.get(name)
  if (property !== undefined && property !== keeper) return property.type
  const valueType = keeper && withoutNull(keeper.type)
  return valueType?.kind === 'map' ? valueType.value : undefined
}

/** False for secrets and for write-only values: a patch must not test or copy them. */
function isPatchable({ type, schema }: Property): boolean {
  return !containsSecret(type) && !(typeof schema === 'object' && schema.writeOnly === true)
}

function compareMembers(before: JsonObject, after: JsonObject, typeOf: (name: string) => Type | undefined): Json {
  const removedNames = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const changedEntries = Object.entries(after).filter(([name, value]) => !Object.hasOwn(before, name) || !equalJson(before[name]!, value))
  return createJsonObject([
    ...removedNames.map((name) => [name, null] as const),
    ...changedEntries.map(([name, value]) => [name, compareValue(before[name], value, typeOf(name))] as const),
  ])
}

/** A merge patch merges the members of objects and maps, and replaces all other values. */
function compareValue(before: Json | undefined, after: Json, type: Type | undefined): Json {
  const objectType = type?.kind === 'nullable' ? type.of : type
  if (!isJsonObject(before) || !isJsonObject(after) || (objectType?.kind !== 'object' && objectType?.kind !== 'map')) return after
  return compareMembers(before, after, (name) => (objectType.kind === 'object' ? objectType.members.get(name)?.type : objectType.value))
}
