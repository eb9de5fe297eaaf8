// Resolves a clause with the name of a type, or with a mark, that the form declares.

import type { KnownTypes } from './known-types.ts'

/** Marks the argument, as in `str(n)`, in the meaning of a declared type. */
export const argumentMark = '§'

/** The declared meaning, and the argument of `str(80)`. */
export function findAlias(clause: string, { aliases }: KnownTypes): { readonly meaning: string; readonly argument?: string } | undefined {
  const exact = aliases.get(clause) ?? aliases.get(clause.toLowerCase())
  if (exact !== undefined) return { meaning: exact }
  const [, name, argument] = /^([A-Za-z]+)\((.*)\)$/.exec(clause) ?? []
  const meaning = name === undefined ? undefined : aliases.get(`${name.toLowerCase()}()`)
  return meaning === undefined ? undefined : { meaning, argument: argument! }
}
