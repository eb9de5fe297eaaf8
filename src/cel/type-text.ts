// Prints a type for a message, in the words of CEL and of the document.

import type { Type } from './type.ts'

export function typeText(type: Type): string {
  switch (type.kind) {
    case 'enum':
      return type.written ? 'string' : `one of ${listNames(type.values.map((value) => JSON.stringify(value)))}`
    case 'secret':
      return type.credential ? 'credential' : 'secret'
    case 'list':
      return `list(${typeText(type.element)})`
    case 'map':
      return `map(${typeText(type.key)}, ${typeText(type.value)})`
    case 'object':
      return type.name ?? 'object'
    case 'record':
      return type.resource
    case 'query':
      return `list(${type.resource})`
    case 'nullable':
      return `${typeText(type.of)} or null`
    case 'optional':
      return `optional(${typeText(type.of)})`
    case 'decimal':
      return type.scale === undefined ? 'decimal' : `decimal(${type.scale})`
    default:
      return type.kind
  }
}

/** A longer list ends with the number of further names. */
const maxListed = 12

export function listNames(names: readonly string[]): string {
  return names.length <= maxListed ? names.join(', ') : `${names.slice(0, maxListed).join(', ')} and ${names.length - maxListed} more`
}
