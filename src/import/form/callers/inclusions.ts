// Reads which callers may do all that others may: "everything a member can do a librarian can do, too".

import { singularize } from '../../names.ts'
import type { Legend } from './legend.ts'
import { draftPlainText } from '../draft.ts'
import type { Form, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

/** A name that is valid in expressions. */
export function makeRoleName(text: string): string {
  return singularize(text.toLowerCase()).replaceAll(/[^\w]+/g, '_')
}

/** The key of the roles that may do everything. */
export const anyRole = '*'

/** By role, the roles that may do all that it may, from sentences of the form; `claimed`: the roles that part 5 lists. */
export function readInclusions(
  { sections }: Form,
  legend: Legend,
  claimed: ReadonlySet<string>,
  words: Words,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const add = (lesser: string, greater: string): void => {
    const [one, other] = [lesser, greater].map((each) => (each === anyRole ? each : makeRoleName(legend.get(each)?.name ?? each)))
    if (one !== other && !(found.get(one!) ?? []).includes(other!)) found.set(one!, [...(found.get(one!) ?? []), other!])
  }
  for (const { part, blocks } of sections) {
    const permitted: string[] = []
    for (const block of blocks) {
      if (block.kind !== 'text') continue
      const text = draftPlainText(block.statement.text)
      const [, name, deeds = ''] = (part === 'authentication' ? words.permission.exec(text) : null) ?? []
      // "write key: + change tickets": also what the item before permits.
      const before = permitted.at(-1)
      if (name !== undefined && before !== undefined && words.furtherDeeds.test(deeds)) add(before, name)
      if (name !== undefined && words.everything.test(deeds.replace(/\.$/, ''))) for (const each of permitted) add(each, name)
      if (name !== undefined) permitted.push(name)
      for (const pattern of words.includes)
        for (const [, lesser, greater] of [pattern.exec(text) ?? []])
          if (lesser !== undefined && greater !== undefined) add(lesser, greater)
      for (const pattern of words.includedBy)
        for (const [, greater, lesser] of [pattern.exec(text) ?? []])
          if (lesser !== undefined && greater !== undefined) add(lesser, greater)
      const all =
        part === 'resources' || part === 'states' ? undefined : words.doesEverything.exec(text.replaceAll('`', ''))?.groups?.['who']
      if (all !== undefined) for (const role of [anyRole, ...claimed]) add(role, all)
      const own = part === 'authentication' || part === 'service' ? readOwnInclusion(block, words) : undefined
      if (own !== undefined) add(own.lesser, own.greater)
    }
  }
  return found
}

/** "**lead** – me and Tom. We can do everything a nurse can do": the name at the beginning of an item is the subject of its sentences. */
function readOwnInclusion({ statement }: FormText, words: Words): { readonly lesser: string; readonly greater: string } | undefined {
  const text = draftPlainText(statement.text).replaceAll('`', '')
  const [, greater, rest] = /^[*_]*(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+)?)[*_]*\s*(?:[–—:(=]|\s-\s)\s*(\S.*)$/su.exec(text) ?? []
  const lesser =
    statement.kind === 'item' && rest !== undefined
      ? words.includesOthers
          .exec(rest)
          ?.slice(1)
          .find((each) => each !== undefined)
      : undefined
  return lesser === undefined || greater === undefined ? undefined : { lesser, greater }
}

/** The callers with those that may do all that one of them may. */
export function withIncluding(who: string, included: ReadonlyMap<string, readonly string[]>): string {
  const names = who.split(', ').filter((each) => each !== '')
  for (const name of names)
    for (const more of [...(included.get(makeRoleName(name)) ?? []), ...(included.get(anyRole) ?? [])])
      if (!names.some((each) => makeRoleName(each) === more)) names.push(more)
  return names.join(', ')
}
