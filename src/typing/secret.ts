// Decides whether a value could reveal a secret: it is one, or contains one.

import type { Type } from '../cel/type.ts'

/** Records are sent as their keys, and views list their members; `seen` ends the search in recursive shapes. */
export function holdsSecret(type: Type, seen: Set<Type> = new Set()): boolean {
  switch (type.kind) {
    case 'secret': return true
    case 'nullable': case 'optional': return holdsSecret(type.of, seen)
    case 'list': return holdsSecret(type.element, seen)
    case 'map': return holdsSecret(type.value, seen)
    case 'object':
      if (seen.has(type)) return false
      seen.add(type)
      return [...type.members.values()].some((member) => holdsSecret(member.type, seen))
    default: return false
  }
}
