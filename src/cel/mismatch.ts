// Explains why a value of one type does not fit another: the member at fault, and its type.

import { isAssignable, withoutNull } from './fits.ts'
import { typeText } from './type-text.ts'
import type { Type } from './type.ts'

/** A sentence: `quantity` is string, and int is expected. Undefined if the type fits. `valueName` names the value itself. */
export function describeMismatch(from: Type, to: Type, valueName = 'it'): string | undefined {
  return isAssignable(from, to) ? undefined : describeMismatchWithin(from, to, [], valueName)
}

function describeMismatchWithin(actual: Type, to: Type, path: readonly string[], whole: string): string {
  const expected = withoutNull(to)
  const name = path.length === 0 ? whole : `\`${path.join('.')}\``
  if (actual.kind === 'object' && expected.kind === 'object') {
    for (const [member, { type, optional }] of expected.members) {
      const actualMember = actual.members.get(member)
      const memberPath = [...path, member]
      if (actualMember === undefined && optional !== true) return `\`${memberPath.join('.')}\` is missing`
      if (actualMember === undefined) continue
      if (actualMember.optional === true && optional !== true) return `\`${memberPath.join('.')}\` may be absent`
      if (!isAssignable(actualMember.type, type)) return describeMismatchWithin(actualMember.type, type, memberPath, whole)
    }
  }
  return `${name} is ${typeText(actual)}, and ${typeText(expected)} is expected`
}
