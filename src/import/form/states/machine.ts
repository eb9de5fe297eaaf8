// Represents one machine of a form during reading: its moves, final states and the words for states.

import { askQuestion } from '../draft.ts'
import type { Resource } from '../resource.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export type Move = {
  readonly from: readonly string[]
  readonly to: string
  readonly trigger: string
  readonly guard: string
  readonly more: string
  readonly statement: Statement
  /** The move whose target this one leaves, as a sentence about "it" says: if records end there, both leave the same state. */
  readonly after?: Move
}

/** The names of states in part 3, in the document's form: `in_review`. */
export type StateWords = {
  readonly all: ReadonlySet<string>
  /** The field of a resource that says its state, by its values, and these. */
  fieldOf(resource: Resource): string | undefined
  of(resource: Resource): readonly string[]
  /** The name in capitals, if part 3 writes it in no other way. */
  spell(name: string): string
  /** The text with names of several words written as one. */
  joinNames(text: string): string
}

export type FormMachine = {
  readonly resource: Resource
  readonly moves: Move[]
  readonly finals: Map<string, Statement>
  readonly field: string
  /** The names of its transitions. */
  readonly names: Set<string>
  readonly states: StateWords
}

export const stateFields = ['status', 'state', 'zustand']

export const marks = /[*`"“”]|^_|_$/g

export const arrow = /\s*(?:-{1,3}>|={1,2}>|→|⇒|➔)\s*/

export function namesOfStates(text: string, words: Words): string[] {
  return text
    .replaceAll(marks, '')
    .split(words.conjunction)
    .flatMap((each) => each.split('|'))
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

export const isState = (text: string): boolean => /^\p{L}[\p{L}\d_-]*$/u.test(text)

/** The name for a state of several words in a cell, such as `on sale`. */
export function stateName(text: string): string {
  const plain = text.replaceAll(marks, '').trim()
  return /^\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){1,3}$/u.test(plain) ? plain.toLowerCase().replaceAll(' ', '_') : plain
}

/** The name with the capitals of the field's values. */
export function asListed(state: string, { states, resource, moves }: FormMachine): string {
  // A state has a capital at the beginning of a sentence.
  const listed = [...states.of(resource), ...moves.flatMap(({ from, to }) => [...from, to])]
  return listed.includes(state) ? state : (listed.find((each) => each.toLowerCase() === state.toLowerCase()) ?? states.spell(state))
}

/** "when the office hits `vet`": the only name in code, which is no state and no field; "the same": the cause of the move before. */
function findCauseInCode({ from, to, trigger, statement }: Move, { resource, moves }: FormMachine, words: Words): string {
  const [first = ''] = trigger.split(/[,;.(]/)
  const before = moves.at(-1)
  if (before !== undefined && before.trigger !== '' && words.ditto.test(first.trim())) return before.trigger
  const names = [...new Set(Array.from(statement.text.matchAll(/`([\p{L}][\p{L}\d_-]*)`/gu), ([, name]) => name!))].filter(
    (name) =>
      name !== to &&
      !from.includes(name) &&
      !resource.fields.has(name) &&
      new RegExp(`(?<![\\p{L}\\d_-])${name}(?![\\p{L}\\d_-])`, 'u').test(trigger),
  )
  const isBare = !/\b(?:POST|PUT|PATCH|DELETE|GET)\b|\//.test(trigger) && trigger !== names[0]
  return names.length === 1 && isBare && !words.guarded.test(trigger) ? names[0]! : trigger
}

/** Words beside a move that only say that records end there are no cause of it. */
export function addMove(machine: FormMachine, written: Move, words: Words): void {
  const move: Move = { ...written, from: written.from.map((each) => asListed(each, machine)), to: asListed(written.to, machine) }
  const isThing = (state: string): boolean => state.toLowerCase() === machine.resource.name.toLowerCase() || words.anyState.test(state)
  if (
    !isState(move.to) ||
    move.from.length === 0 ||
    move.from.some(isThing) ||
    isThing(move.to) ||
    !move.from.every((each) => each === '(new)' || isState(each))
  ) {
    askQuestion(move.statement, words.ask.ends())
    return
  }
  const named = move.from[0] === '(new)' ? move.trigger : findCauseInCode(move, machine, words)
  if (named !== move.trigger) return addMove(machine, { ...written, trigger: named }, words)
  if (move.trigger !== '' && move.trigger.replace(words.endsThere, '').trim() === '') {
    machine.finals.set(move.to, move.statement)
    return addMove(machine, { ...written, trigger: '' }, words)
  }
  // The text beside the first state selects one of several.
  const condition = move.from[0] === '(new)' && move.guard === '' ? words.conditionLead.exec(move.trigger)?.[1] : undefined
  machine.moves.push(condition === undefined ? move : { ...move, trigger: '', guard: condition })
}

/** The states that the field lists; otherwise all states that part 3 names. */
export function ownStates({ resource, field, states }: FormMachine): ReadonlySet<string> {
  const type = resource.fields.get(field)?.type ?? ''
  return type.startsWith('one of ')
    ? new Set(
        type
          .slice(7)
          .split(', ')
          .map((each) => each.toLowerCase().replaceAll(' ', '_')),
      )
    : states.all
}
