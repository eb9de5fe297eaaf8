// Explains why a value of one type does not fit another: the member at fault, and its type.

import { fits, withoutNull } from './fits.ts'
import { typeText } from './type-text.ts'
import type { Type } from './type.ts'

/** A sentence: `quantity` is string, and int is expected. Undefined if the type fits. `whole` names the value itself. */
export function describeMismatch(from: Type, to: Type, whole = 'it'): string | undefined {
  return fits(from, to) ? undefined : mismatchWithin(from, to, [], whole)
}

function mismatchWithin(actual: Type, to: Type, path: readonly string[], whole: string): string {
  const wanted = withoutNull(to)
  const name = path.length === 0 ? whole : `\`${path.join('.')}\``
  if (actual.kind === 'object' && wanted.kind === 'object') {
    for (const [member, { type, optional }] of wanted.members) {
      const own = actual.members.get(member)
      const inner = [...path, member]
      if (own === undefined && optional !== true) return `\`${inner.join('.')}\` is not there`
      if (own === undefined) continue
      if (own.optional === true && optional !== true) return `\`${inner.join('.')}\` may be absent`
      if (!fits(own.type, type)) return mismatchWithin(own.type, type, inner, whole)
    }
  }
  return `${name} is ${typeText(actual)}, and ${typeText(wanted)} is expected`
}
