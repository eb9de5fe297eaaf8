// Why a value of one type does not fit where another is expected: the member at fault, and what it is.

import { fits, withoutNull } from './fits.ts'
import { typeText } from './type-text.ts'
import type { Type } from './type.ts'

/** The members that lead to it, and the sentence: `quantity` is string, and int is expected. Undefined where it fits. */
export type Misfit = { readonly path: readonly string[]; readonly kind: 'lacking' | 'optional' | 'type'; readonly text: string }

export function misfit(from: Type, to: Type, whole = 'it'): Misfit | undefined {
  return fits(from, to) ? undefined : within(from, to, [], whole)
}

function within(from: Type, to: Type, path: readonly string[], whole: string): Misfit {
  const [given, wanted] = [from, withoutNull(to)]
  const name = path.length === 0 ? whole : `\`${path.join('.')}\``
  if (given.kind === 'object' && wanted.kind === 'object') {
    for (const [member, { type, optional }] of wanted.members) {
      const own = given.members.get(member)
      const inner = [...path, member]
      if (own === undefined && optional !== true) return { path: inner, kind: 'lacking', text: `\`${inner.join('.')}\` is not there` }
      if (own === undefined) continue
      if (own.optional === true && optional !== true) return { path: inner, kind: 'optional', text: `\`${inner.join('.')}\` may be absent` }
      if (!fits(own.type, type)) return within(own.type, type, inner, whole)
    }
  }
  return { path, kind: 'type', text: `${name} is ${typeText(given)}, and ${typeText(wanted)} is expected` }
}
