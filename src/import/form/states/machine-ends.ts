// Completes the machines of a form once all moves are read: where records start, where they end, and which moves say nothing new.

import { askQuestion, takeLine } from '../draft.ts'
import { type FormMachine, type Move, marks } from './machine.ts'
import type { Resource } from '../resource.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** `texts`: by resource, the texts about its states. */
export function completeMachines(machines: readonly FormMachine[], texts: ReadonlyMap<Resource, readonly Statement[]>, words: Words): void {
  for (const machine of machines) shareFinals(machine, machines)
  for (const machine of machines) leaveBefore(machine)
  for (const machine of machines) dropForeign(machine, machines, words)
  for (const machine of machines) {
    dropDrawn(machine)
    renameStart(machine, words)
    startByDefault(machine)
    startByMention(machine, texts.get(machine.resource) ?? [], words)
  }
}

/** "`denied` and `retired` are sinks": one sentence may be about the states of several resources, if one of them has not all. */
function shareFinals({ finals, moves }: FormMachine, all: readonly FormMachine[]): void {
  const isOwn = (state: string): boolean => moves.some(({ from, to }) => to === state || from.includes(state))
  for (const [state, statement] of finals) {
    const said = [...finals].flatMap(([each, by]) => (by === statement ? [each] : []))
    if (said.length > 1 && said.every(isOwn)) continue
    const fitting = all.filter(({ moves }) => moves.some(({ to }) => to === state))
    for (const each of fitting) if (!each.finals.has(state)) each.finals.set(state, statement)
  }
}

/** "It becomes used when …. It becomes void when …. Both are final": the second move leaves the state before the first. */
function leaveBefore({ moves, finals }: FormMachine): void {
  for (const [index, move] of moves.entries()) {
    let { after } = move
    while (after?.after !== undefined && finals.has(after.to)) after = after.after
    if (after === undefined || move.after === undefined || !finals.has(move.after.to)) continue
    moves[index] = { ...move, from: finals.has(after.to) ? after.from : [after.to] }
  }
}

/** Drops a move from a state of another resource: its sentence states when this resource starts, not its former state. */
function dropForeign({ moves }: FormMachine, all: readonly FormMachine[], words: Words): void {
  const own = new Set(moves.map(({ to }) => to))
  for (const move of moves.filter(({ statement }) => statement.kind === 'sentence')) {
    const isForeign = move.from.every(
      (state) =>
        state !== '(new)' && !own.has(state) && all.some((each) => each.moves !== moves && each.moves.some(({ to }) => to === state)),
    )
    if (!isForeign) continue
    moves.splice(moves.indexOf(move), 1)
    askQuestion(move.statement, words.ask.ends())
  }
}

/** "new -> open": if nothing leads to `new`, and the field does not list it, records start there. */
function renameStart({ moves, resource, field }: FormMachine, words: Words): void {
  const listed =
    resource.fields
      .get(field)
      ?.type.replace(/^one of /, '')
      .split(', ') ?? []
  if (moves.some(({ from }) => from[0] === '(new)')) return
  for (const [index, move] of moves.entries()) {
    const [state] = move.from
    const isStart =
      move.from.length === 1 && words.newState.test(state!) && !listed.includes(state!) && !moves.some(({ to }) => to === state)
    if (isStart) moves[index] = { ...move, from: ['(new)'] }
  }
}

/** Records start in the default of the field, if nothing else states the start. */
function startByDefault({ moves, resource, field }: FormMachine): void {
  const state = resource.fields.get(field)?.default ?? ''
  const statement = resource.statements.get(field)
  const isState = moves.some(({ from, to }) => to === state || from.includes(state))
  if (statement !== undefined && isState && !moves.some(({ from }) => from[0] === '(new)'))
    moves.unshift({ from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement })
}

/** Records start in the only state without a move to it, if a text before all moves describes only that state. */
function startByMention(machine: FormMachine, texts: readonly Statement[], words: Words): void {
  const { moves, states } = machine
  const first = Math.min(...moves.map(({ statement }) => statement.line))
  const open = new Set(moves.flatMap(({ from }) => from).filter((state) => !moves.some(({ to }) => to === state)))
  const [state] = open
  if (state === undefined || open.size > 1 || moves.some(({ from }) => from[0] === '(new)')) return
  const about = texts.filter(({ line, text }) => {
    const named = new Set(
      states
        .joinNames(text)
        .replaceAll(marks, '')
        .toLowerCase()
        .split(/[^\p{L}\d_-]+/u)
        .filter((word) => states.all.has(word)),
    )
    return line < first && named.size === 1 && named.has(state.toLowerCase()) && !words.noMove.test(text)
  })
  if (about.length === 1) moves.unshift({ from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement: about[0]! })
  if (about.length === 1) takeLine(about[0]!)
}

/** Drops a move without a cause, as in a diagram, if a move with the same states has a cause. */
function dropDrawn({ moves }: FormMachine): void {
  const isSaid = (move: Move): boolean =>
    moves.some((each) => each !== move && each.to === move.to && each.trigger !== '' && move.from.every((from) => each.from.includes(from)))
  for (const move of moves.filter((each) => each.trigger === '' && each.from[0] !== '(new)' && isSaid(each))) {
    moves.splice(moves.indexOf(move), 1)
    takeLine(move.statement)
  }
  const starts = moves.filter(({ from }) => from[0] === '(new)')
  for (const move of starts.slice(1)) {
    if (move.to !== starts[0]!.to || move.trigger !== '' || move.guard !== '') continue
    moves.splice(moves.indexOf(move), 1)
    takeLine(move.statement)
  }
}
