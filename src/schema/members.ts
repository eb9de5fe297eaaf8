// The members of a decoded object, in the order of the rules.

import { type Json, type JsonObject, createJsonObject } from '../base/json.ts'
import type { ObjectRules } from './place.ts'

/** True if the object has just these members, in the order of the rules. */
export function isInOrder({ members }: ObjectRules, value: JsonObject, decoded: readonly (Json | undefined)[]): boolean {
  let index = 0
  for (const name in value) {
    while (index < decoded.length && decoded[index] === undefined) index++
    if (members[index++]?.name !== name) return false
  }
  return true
}

export function buildObject(
  { members }: ObjectRules,
  decoded: readonly (Json | undefined)[],
  others: ReadonlyMap<string, Json> | undefined,
): JsonObject {
  const result = createJsonObject()
  for (let index = 0; index < members.length; index++) {
    const member = decoded[index]
    if (member !== undefined) result[members[index]!.name] = member
  }
  for (const [name, other] of others ?? []) result[name] = other
  return result
}
