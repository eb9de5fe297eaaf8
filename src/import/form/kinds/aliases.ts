// Resolves a clause with the name of a type, or with a mark, that the form declares.

import type { KnownTypes } from './known-types.ts'

/** Marks the argument, as in `str(n)`, in the meaning of a declared type. */
export const argumentMark = '§'

/** "Text, length between min and max" of `AN(min..max)`: the meaning with a mark for each name of an argument. */
export function markArguments(meaning: string, names: string): string {
  return splitArgument(names).reduce(
    (text, name, index, all) =>
      text.replaceAll(
        new RegExp(String.raw`(?<![A-Za-z\d])${RegExp.escape(name)}(?![A-Za-z\d])`, 'g'),
        `${argumentMark}${all.length > 1 ? index + 1 : ''}`,
      ),
    meaning,
  )
}

/** The meaning for an argument: `1..70` has two values. */
export function fillArgument(meaning: string, argument: string): string {
  const values = splitArgument(argument)
  return meaning.replaceAll(new RegExp(`${argumentMark}([12]?)`, 'g'), (mark, index: string) =>
    index === '' ? argument : (values[Number(index) - 1] ?? mark),
  )
}

function splitArgument(argument: string): string[] {
  return argument.split(/\s*(?:\.\.|-|,)\s*/).filter((each) => each !== '')
}

/** The declared meaning, and the argument of `str(80)`. */
export function findAlias(clause: string, { aliases }: KnownTypes): { readonly meaning: string; readonly argument?: string } | undefined {
  const exact = aliases.get(clause) ?? aliases.get(clause.toLowerCase())
  if (exact !== undefined) return { meaning: exact }
  const [, name, argument] = /^([A-Za-z]+)\((.*)\)$/.exec(clause) ?? []
  const meaning = name === undefined ? undefined : aliases.get(`${name.toLowerCase()}()`)
  return meaning === undefined ? undefined : { meaning, argument: argument! }
}
