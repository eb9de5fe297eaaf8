// Reads the moves that a sentence says of states whose names are known.

import type { Words } from './words.ts'

type Mention = { readonly name: string; readonly start: number; readonly end: number }

export type SaidMove = { readonly from: readonly string[]; readonly to: string; readonly trigger: string }

/** Each move that the sentence has only one reading for. */
export function movesIn(sentence: string, states: ReadonlySet<string>, words: Words): readonly SaidMove[] {
  const text = sentence.replaceAll(/[*`"“”]/g, '').replace(/\.$/, '')
  if (words.noMove.test(text)) return []
  const clauses = text.split(words.clauseOfMoves)
  const found = clauses.map((clause) => moveIn(clause, states, words))
  return clauses.length > 1 && found.every((each) => each !== undefined) ? found : [moveIn(text, states, words)].filter((each) => each !== undefined)
}

function moveIn(text: string, states: ReadonlySet<string>, words: Words): SaidMove | undefined {
  const all = mentions(text, states)
  const groups: Mention[][] = []
  for (const each of all) {
    const last = groups.at(-1)
    if (last !== undefined && words.betweenStates.test(text.slice(last.at(-1)!.end, each.start))) last.push(each)
    else groups.push([each])
  }
  if (groups.length !== 2) return undefined
  const [one, other] = groups as [Mention[], Mention[]]
  const [before, between, behind] = [text.slice(0, one[0]!.start), text.slice(one.at(-1)!.end, other[0]!.start), text.slice(other.at(-1)!.end)]
  const isBackwards = words.fromLead.test(between) && !words.fromLead.test(before)
  const [sources, targets] = isBackwards ? [other, one] : [one, other]
  if (targets.length !== 1 || sources.some(({ name }) => name === targets[0]!.name)) return undefined
  const isSaid = isBackwards ? words.becomes.test(before) : words.becomes.test(between) || (words.fromLead.test(before) && words.toLead.test(between))
  if (!isSaid) return undefined
  return { from: sources.map(({ name }) => name), to: targets[0]!.name, trigger: causeIn(before, between, behind, words) }
}

function mentions(text: string, states: ReadonlySet<string>): Mention[] {
  return Array.from(text.matchAll(/(?<![\p{L}_-])[\p{L}][\p{L}\d_-]*/gu), ({ 0: word, index }) => ({ name: word.toLowerCase(), start: index, end: index + word.length })).filter(({ name }) => states.has(name))
}

/** What brings the move about: the clause behind it, before it, or between its states. */
function causeIn(before: string, between: string, behind: string, { causeWord }: Words): string {
  const plain = (text: string): string => text.replaceAll(/^[\s,;:.()–—-]+|[\s,;:.()–—-]+$/g, '')
  const said = [behind, between, before].map((text) => causeWord.exec(text)?.[1]).find((each) => each !== undefined && plain(each) !== '')
  if (said !== undefined) return plain(said)
  return /^\s*[,;:(–—-]/.test(behind) ? plain(behind) : ''
}
