// Reads items below a line that names the state from which they lead: "While it is open:" above "we close it (`close`) → closed".

import { type StateWords, arrow, marks, namesOfStates, stateName } from './machine.ts'
import type { FormText } from '../statement.ts'
import type { Words } from '../words.ts'

/** The item as an arrow from the states in its label; the unchanged text if the item names its own states, or leads to no state. */
export function withLabelState({ label, statement }: FormText, own: ReadonlySet<string>, states: StateWords, words: Words): string {
  const { text } = statement
  const from = statement.kind === 'item' ? statesOfLabel(label, own, states, words) : []
  if (from.length === 0) return text
  const move = readTarget(states.joinNames(text.replaceAll(/\*\*|__/g, '')), own, words)
  return move === undefined || from.includes(move.to) ? text : `${from.join(', ')} -> ${move.to}: ${move.cause}`
}

/** The only state that a short line before a list names, or several that it lists. */
function statesOfLabel(label: string, own: ReadonlySet<string>, states: StateWords, { conjunction, betweenStates }: Words): string[] {
  const plain = states.joinNames(label).replaceAll(marks, '').replaceAll('*', '')
  if (!/:\s*$/.test(plain) || arrow.test(plain) || plain.split(/\s+/).length > 10) return []
  const found = Array.from(plain.matchAll(/[\p{L}][\p{L}\d_-]*/gu), ({ 0: word, index }) => ({ word: word.toLowerCase(), index })).filter(
    ({ word }) => own.has(word),
  )
  const areListed = found.every(
    ({ index }, at) => at === 0 || betweenStates.test(plain.slice(found[at - 1]!.index + found[at - 1]!.word.length, index)),
  )
  return areListed && !conjunction.test(` ${found[0]?.word ?? ''} `.trim()) ? [...new Set(found.map(({ word }) => word))] : []
}

/** "they cancel → cancelled (by mail)", "cancelled: they cancel", "they cancel, and it is cancelled": the target and its cause. */
function readTarget(text: string, own: ReadonlySet<string>, words: Words): { readonly to: string; readonly cause: string } | undefined {
  const isOwn = (name: string): boolean => own.has(stateName(name).toLowerCase())
  const sides = text.split(arrow)
  if (sides.length === 2) {
    const [left = '', right = ''] = sides
    if (namesOfStates(left, words).every(isOwn) && left.trim() !== '') return undefined
    const [, to, rest = ''] = /^[*_`"“]*([\p{L}][\p{L}\d_-]*)[*_`"”]*[\s:,;.–—-]*(.*)$/u.exec(right.trim()) ?? []
    return to === undefined || !isOwn(to) ? undefined : { to: to.toLowerCase(), cause: joinCause(left, rest) }
  }
  if (sides.length > 1) return undefined
  const [, first, behind] =
    new RegExp(
      String.raw`^(?:${words.toWord}\s+)?[*_\x60"“]*([\p{L}][\p{L}\d_-]*)[*_\x60"”]*\s*(?:[:–—,(]|\s-\s|\s(?=(?:${words.moveCause.source})\s))\s*(\S.*?)\)?\.?$`,
      'iu',
    ).exec(text) ?? []
  if (first !== undefined && isOwn(first)) return { to: first.toLowerCase(), cause: behind! }
  const [, before, last] = /^(\S.*?)\s*(?:[:–—=]|\s-\s)\s*[*_`"“]*([\p{L}][\p{L}\d_-]*)[*_`"”]*\.?$/u.exec(text) ?? []
  return last !== undefined && isOwn(last) ? { to: last.toLowerCase(), cause: before! } : undefined
}

function joinCause(left: string, rest: string): string {
  return [left, rest]
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join(' ')
}
