// Reads which states of a machine are final, in texts.

import { type FormMachine, asListed, isState, marks, namesOfStates, ownStates } from './machine.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** Reads "paid and waived are final"; true if the text states only that. */
export function readFinals(machine: FormMachine, written: string, statement: Statement, words: Words): boolean {
  const text = written.replaceAll(marks, '').replaceAll(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '')
  const others = words.finalExcept.exec(text)?.groups?.['others']
  const open = others === undefined ? [] : namesOfStates(others, words).map((each) => each.replace(words.article, '').toLowerCase())
  if (open.length > 0 && open.every((each) => ownStates(machine).has(each))) {
    for (const state of ownStates(machine)) if (!open.includes(state)) machine.finals.set(asListed(state, machine), statement)
    return true
  }
  for (const pattern of words.final) {
    const [, names] = pattern.exec(text) ?? []
    const states = (
      names === undefined
        ? []
        : namesOfStates(
            names
              .replace(/\.\s.*$|\.$/g, '')
              .replace(words.finalLead, '')
              .replaceAll(new RegExp(`(?<=\\w)\\s+${machine.resource.name}s?(?=$|,|\\s+(?:${words.joins})\\b)`, 'gi'), ''),
            words,
          ).map((each) => each.replace(words.article, ''))
    ).map((each) => (each.toLowerCase() === each || each.toUpperCase() === each ? each : each.toLowerCase()))
    if (states.length === 0 || !states.every(isState)) continue
    for (const state of states) machine.finals.set(asListed(state, machine), statement)
    return true
  }
  return false
}

/** "It is archived by the studio. This is the end.": the only target of the text's moves. */
export function readEndBehind(machine: FormMachine, text: string, statement: Statement, words: Words): void {
  const targets = new Set(machine.moves.flatMap((move) => (move.statement === statement ? [move.to] : [])))
  if (targets.size === 1 && words.endsThere.test(text.replaceAll(marks, ''))) machine.finals.set([...targets][0]!, statement)
}

/** "Withdrawn also", behind a sentence that says only which states are final. */
export function readAlsoFinal(
  machine: FormMachine,
  text: string,
  statement: Statement,
  words: Words,
  before: Statement | undefined,
): boolean {
  const { one, other } = words.alsoFinal.exec(text)?.groups ?? {}
  const states = namesOfStates(one ?? other ?? '', words).map((each) => each.replace(words.article, '').toLowerCase())
  const isFinal = before !== undefined && [...machine.finals.values()].includes(before)
  if (!isFinal || states.length === 0 || !states.every((each) => ownStates(machine).has(each))) return false
  for (const state of states) machine.finals.set(state, statement)
  return true
}
