// Reads sentences in which each emphasised name of a move stands before the state that it leads to.

import { type FormMachine, addMove, ownStates } from './machine.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

type Mention = { readonly state: string; readonly isCode: boolean }

/**
 * "The clerk may *suspend* an open file, which makes it `suspended`, and *resume* it, which makes it `open` again." True if each name leads
 * to one state in code, from states that the sentence names, from that of the name before, or from the start.
 */
export function readEmphasisedMoves(machine: FormMachine, whole: string, statement: Statement, words: Words): boolean {
  const known = ownStates(machine)
  const names = Array.from(whole.matchAll(/(?<![*\p{L}])\*(\p{L}[\p{L}-]*)\*(?![*\p{L}])/gu))
  if (names.length === 0 || names.some(([, name]) => known.has(name!.toLowerCase()))) return false
  const begun = machine.moves.length === 1 && machine.moves[0]!.from[0] === '(new)' ? [machine.moves[0]!.to] : []
  const moves: { readonly from: readonly string[]; readonly to: string; readonly trigger: string }[] = []
  for (const [index, { 0: marked, 1: name, index: at }] of names.entries()) {
    const behind = whole.slice(at + marked.length, names[index + 1]?.index)
    const lead = index === 0 ? whole.slice(0, at) : ''
    const all = listMentions(behind, known)
    const end = all.findIndex(({ isCode }) => isCode)
    const before = [...listMentions(lead, known), ...all.slice(0, Math.max(end, 0))].map(({ state }) => state)
    const from = before.length > 0 ? before : index > 0 ? [moves.at(-1)!.to] : begun
    const to = all[end]?.state
    const said = lead + behind.slice(0, to === undefined ? undefined : behind.indexOf(`\`${to}\``))
    if (to === undefined || end < all.length - 1 || from.length === 0 || from.includes(to) || words.noMove.test(said)) return false
    moves.push({ from, to, trigger: name!.toLowerCase() })
  }
  for (const move of moves) addMove(machine, { ...move, guard: '', more: '', statement }, words)
  return true
}

function listMentions(text: string, known: ReadonlySet<string>): Mention[] {
  return Array.from(text.matchAll(/(`?)(?<![\p{L}_-])(\p{L}[\p{L}\d_-]*)/gu), ([, mark, name]) => ({
    state: name!.toLowerCase(),
    isCode: mark === '`',
  })).filter(({ state }) => known.has(state))
}
