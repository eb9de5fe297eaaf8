// Decides whether a value could reveal a secret: it is one, or contains one.

import type { Type } from './type.ts'

/** Records are sent as their keys, and views list their members; `visited` ends the search in recursive shapes. */
export function containsSecret(type: Type, visited: Set<Type> = new Set()): boolean {
  switch (type.kind) {
    case 'secret':
      return true
    case 'nullable':
    case 'optional':
      return containsSecret(type.of, visited)
    case 'list':
      return containsSecret(type.element, visited)
    case 'map':
      return containsSecret(type.value, visited)
    case 'object':
      if (visited.has(type)) return false
      visited.add(type)
      return [...type.members.values()].some((member) => containsSecret(member.type, visited))
    default:
      return false
  }
}
