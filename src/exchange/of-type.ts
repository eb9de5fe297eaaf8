// Tests whether unchecked JSON has a type, before it is passed to an expression of the document.

import { type Json, isInteger, isJsonArray, isJsonNumber, isJsonObject } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import { noKeys } from './names.ts'
import { convertJsonToValue } from './value-json.ts'

/** True if JSON has the type. Ignores bounds, patterns and unlisted members; distinctions that expressions do not make are ignored too. */
export function isOfType(json: Json, type: Type): boolean {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return json === null || isOfType(json, type.of)
    case 'string':
    case 'secret':
      return typeof json === 'string'
    case 'bytes':
      return typeof json === 'string' && json.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(json)
    case 'enum':
      return typeof json === 'string' && (type.written === true || type.values.includes(json))
    case 'bool':
      return typeof json === 'boolean'
    case 'int':
      return isJsonNumber(json) && isInteger(json)
    case 'double':
    case 'decimal':
      return isJsonNumber(json)
    case 'timestamp':
    case 'duration':
      return typeof json === 'string' && typeof convertJsonToValue(json, type, noKeys) === 'object'
    case 'list':
      return isJsonArray(json) && json.every((item) => isOfType(item, type.element))
    case 'map':
      return isJsonObject(json) && Object.values(json).every((member) => isOfType(member, type.value))
    case 'object':
      return (
        isJsonObject(json) &&
        [...type.members].every(([name, member]) => {
          const memberValue = (json as { readonly [name: string]: Json })[name]
          return memberValue === undefined ? member.optional === true : isOfType(memberValue, member.type)
        })
      )
    default:
      return true
  }
}
