// Reads part 3 of a form: states and transitions, from tables, arrows and sentences.

import { kebabCase } from '../../base/names.ts'
import { type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import { type Resource, type FormResources, ownerIn } from './fields.ts'
import type { Form, FormSection, Statement } from './statements.ts'
import type { Words } from './words.ts'

type Move = { readonly from: readonly string[]; readonly to: string; readonly trigger: string; readonly guard: string; readonly more: string; readonly statement: Statement }

export type FormMachine = { readonly resource: Resource; readonly moves: Move[]; readonly finals: Map<string, Statement>; readonly field: string }

const columns = ['from', 'on', 'if', 'to', 'meaning']

export function readFormMachines(form: Form, resources: FormResources, draft: FormDraft, words: Words): readonly FormMachine[] {
  const machines = new Map<Resource, FormMachine>()
  for (const section of form.sections.filter(({ part }) => part === 'states')) {
    let owner = section.level > 2 ? ownerOf(section.title, resources) : undefined
    for (const block of section.blocks) {
      if (block.kind === 'text') {
        const named = ownerOf(block.statement.text, resources)
        if (block.statement.kind === 'sentence' && named !== undefined) {
          owner = named
          block.statement.outcome ??= 'prose'
          continue
        }
        const [, before] = /^[`*]*(\w+)[`*]*:\s/.exec(block.statement.text) ?? []
        if (before !== undefined && block.statement.kind === 'sentence') owner = resources.named(before)
        const sentence = owner === undefined || block.statement.kind === 'sentence' ? namedWithin(block.statement.text, resources) : undefined
        const of = sentence ?? owner
        if (of !== undefined) readText(machineOf(machines, of), block.statement, words)
      } else if (owner !== undefined) readTable(machineOf(machines, owner), block, words)
    }
  }
  const found = [...machines.values()].filter(({ moves }) => moves.length > 0)
  for (const machine of found) printMachine(machine, draft, words)
  return found
}

function ownerOf(text: string, resources: FormResources): Resource | undefined {
  const name = ownerIn(text)
  return name === undefined ? undefined : resources.named(name)
}

/** "A loan moves from …": the resource that a sentence begins with. */
function namedWithin(text: string, resources: FormResources): Resource | undefined {
  const [, name] = /^(?:an? |the |every |new |ein[e]? )?[`*]*(\w+)/i.exec(text) ?? []
  return name === undefined ? undefined : resources.named(name)
}

/** The machine belongs to the field that says the state: `status`, or the one field that says `state`. */
function machineOf(machines: Map<Resource, FormMachine>, resource: Resource): FormMachine {
  const field = ['status', 'state', 'zustand'].find((each) => resource.fields.has(each)) ?? 'status'
  const machine = machines.get(resource) ?? { resource, moves: [], finals: new Map(), field }
  machines.set(resource, machine)
  return machine
}

const marks = /[*`]|^_|_$/g

function stateNames(text: string, words: Words): string[] {
  return text.replaceAll(marks, '').split(words.conjunction).map((each) => each.trim()).filter((each) => each !== '')
}

const isState = (text: string): boolean => /^[A-Za-z][\w-]*$/.test(text)

function readTable(machine: FormMachine, table: Extract<FormSection['blocks'][number], { kind: 'table' }>, words: Words): void {
  const at = columnsOf(table.headers, ['from', 'to', 'trigger', 'guard', 'meaning'], words)
  if (at.from === undefined || at.to === undefined) return
  for (const { cells, statement } of table.rows) {
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : draftPlainText(cells[at[name]] ?? ''))
    const isStart = words.start.test(cell('from').replaceAll(marks, ''))
    const from = isStart ? ['(new)'] : stateNames(cell('from'), words)
    const to = cell('to').replaceAll(marks, '').trim()
    const guard = words.marks.nothing.test(cell('guard')) ? '' : cell('guard')
    addMove(machine, { from, to, trigger: cell('trigger'), guard, more: cell('meaning'), statement }, words)
  }
}

function addMove(machine: FormMachine, move: Move, words: Words): void {
  if (!isState(move.to) || move.from.length === 0 || !move.from.every((each) => each === '(new)' || isState(each))) {
    askQuestion(move.statement, words.ask.ends())
    return
  }
  machine.moves.push(move)
}

const arrow = /\s*(?:->|→|=>|-->)\s*/

function readText(machine: FormMachine, statement: Statement, words: Words): void {
  const text = statement.text.replaceAll(/\*\*/g, '')
  if (statement.kind === 'sample') return
  for (const pattern of words.final) {
    const [, names] = pattern.exec(text) ?? []
    const states = (names === undefined ? [] : stateNames(names.replace(/\.\s.*$|\.$/g, ''), words)).map((each) => each.toLowerCase() === each || each.toUpperCase() === each ? each : each.toLowerCase())
    if (states.length > 0 && states.every(isState)) {
      for (const state of states) machine.finals.set(state, statement)
      return
    }
  }
  for (const pattern of words.starts) {
    const [, state] = pattern.exec(text) ?? []
    if (state !== undefined) return addMove(machine, { from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement }, words)
  }
  const sides = text.split(arrow)
  if (sides.length === 2) {
    const [, to, rest = ''] = /^[`*_]*([A-Za-z][\w-]*)[`*_]*(?:\s*[:,(.–]\s*|\s+|$)(.*)$/.exec(sides[1]!) ?? []
    const left = sides[0]!.replaceAll(marks, '').trim()
    const isStart = words.start.test(left)
    if (to !== undefined && (isStart || stateNames(left, words).every(isState))) {
      addMove(machine, { from: isStart ? ['(new)'] : stateNames(left, words), to, trigger: words.guarded.exec(rest)?.[1] ?? rest, guard: words.guarded.exec(rest)?.[2]?.replace(/\.$/, '') ?? '', more: words.guarded.test(rest) ? '' : draftPlainText(rest), statement }, words)
    }
    return
  }
  for (const pattern of words.moves) {
    const [, from, to, trigger = ''] = pattern.exec(text) ?? []
    if (from !== undefined && to !== undefined) addMove(machine, { from: stateNames(from, words), to: to.replaceAll(marks, ''), trigger, guard: '', more: draftPlainText(text), statement }, words)
  }
}

/** A trigger as the notation has it: a length of time, or the name of a transition. */
function triggerName(text: string, words: Words): { readonly on: string; readonly isWhole: boolean } {
  const plain = draftPlainText(text).replace(/\.$/, '')
  const [, number, unit] = words.after.exec(plain) ?? []
  if (number !== undefined) return { on: `after ${number} ${words.units[unit!.toLowerCase()]}s`, isWhole: true }
  const [, path] = /^(?:POST\s+)?`?(?:POST\s+)?\/(?:[^\s`]*\/)?([a-z][\w-]*)`?[.,]?$/.exec(plain) ?? []
  const [, word] = path === undefined ? (/^(?:[A-Z]+\d+\s+)?`?([A-Za-z][\w-]*)`?$/.exec(plain) ?? []) : ['', path]
  if (word !== undefined) return { on: word, isWhole: true }
  const short = kebabCase(plain.replace(/[:;(].*$/, '').normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[^\w\s-]/g, ' ').split(/\s+/).slice(0, 6).join(' '))
  return { on: short, isWhole: false }
}

function printMachine(machine: FormMachine, draft: FormDraft, words: Words): void {
  const { resource, moves, field } = machine
  const table = tableOf(draft, 'states', 'machine', columns, `${resource.name}.${field}`)
  const seen = new Set<string>()
  for (const { from, to, trigger, guard, more, statement } of moves) {
    const { on, isWhole } = from[0] === '(new)' ? { on: '', isWhole: trigger === '' } : triggerName(trigger, words)
    if (from[0] !== '(new)' && !/^[A-Za-z]/.test(on)) {
      askQuestion(statement, words.ask.noCause())
      continue
    }
    for (const each of from) {
      const id = `${each} ${on}`
      if (seen.has(id) && (each === '(new)' || guard === '')) {
        askQuestion(statement, words.ask.sameCause())
      }
      seen.add(id)
    }
    if (!isWhole) askQuestion(statement, from[0] === '(new)' ? words.ask.madeBy(draftPlainText(trigger)) : words.ask.causeOf(draftPlainText(trigger)))
    if (words.clock.test(trigger)) askQuestion(statement, words.ask.clock(draftPlainText(trigger)))
    if (guard !== '') askQuestion(statement, words.ask.guard(guard))
    if (more !== '' && more !== draftPlainText(trigger) && words.requirement.test(more)) askQuestion(statement, words.ask.changes(more))
    const meaning = [trigger !== '' && !isWhole ? draftPlainText(trigger) : '', guard === '' ? '' : `If ${guard}`, more === draftPlainText(trigger) ? '' : more].filter((each) => each !== '').join('. ')
    table.rows.push({ cells: { from: from.join(', '), on, if: guard === '' ? '' : 'not shown', to, meaning }, statement })
    takeLine(statement)
  }
  endStates(machine, table.rows, words)
}

function endStates({ moves, finals, resource, field }: FormMachine, rows: { cells: { [column: string]: string }; statement: Statement | undefined }[], words: Words): void {
  const left = new Set(moves.flatMap(({ from }) => from))
  const reached = new Set(moves.map(({ to }) => to))
  for (const state of reached) {
    if (left.has(state)) {
      const said = finals.get(state)
      if (said !== undefined) askQuestion(said, words.ask.noEnd(state))
      continue
    }
    const said = finals.get(state)
    rows.push({ cells: { from: state, on: '', if: '', to: said === undefined ? '(waits)' : '(end)', meaning: '' }, statement: said })
    if (said !== undefined) takeLine(said)
  }
  const listed = resource.fields.get(field)?.type.replace(/^one of /, '').split(/, /)
  const statement = resource.statements.get(field)
  if (listed === undefined || statement === undefined || listed[0] === 'not shown') return
  const known = new Set([...left, ...reached])
  const unknown = listed.filter((each) => !known.has(each))
  const more = [...known].filter((each) => each !== '(new)' && !listed.includes(each))
  if (unknown.length > 0) askQuestion(statement, words.ask.unreached(unknown))
  if (more.length > 0 && resource.fields.get(field)!.type.startsWith('one of')) askQuestion(statement, words.ask.unlisted(more))
}
