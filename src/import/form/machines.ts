// Reads part 3 of a form: states and transitions, from tables, arrows and sentences.

import { type Columns, type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import { type Resource, type FormResources, ownerIn } from './fields.ts'
import { type FormVerbs, triggerName } from './triggers.ts'
import type { Form, FormSection, Statement } from './statements.ts'
import type { Words } from './words.ts'

type Move = { readonly from: readonly string[]; readonly to: string; readonly trigger: string; readonly guard: string; readonly more: string; readonly statement: Statement }

export type FormMachine = { readonly resource: Resource; readonly moves: Move[]; readonly finals: Map<string, Statement>; readonly field: string; /** The names of its transitions. */ readonly names: Set<string> }

const columns = ['from', 'on', 'if', 'to', 'meaning']

export function readFormMachines(form: Form, resources: FormResources, draft: FormDraft, verbs: FormVerbs, words: Words): readonly FormMachine[] {
  const machines = new Map<Resource, FormMachine>()
  for (const section of form.sections.filter(({ part }) => part === 'states')) {
    let owner = section.level > 2 ? ownerOf(section.title, resources) : undefined
    for (const block of section.blocks) {
      if (block.kind === 'text') {
        const named = ownerOf(block.statement.text, resources)
        if ((block.statement.kind === 'sentence' || /^\S+$/.test(block.statement.text)) && named !== undefined) {
          owner = named
          block.statement.outcome ??= 'prose'
          continue
        }
        const [, before] = ownerPrefix.exec(block.statement.text) ?? []
        const prefixed = before === undefined ? undefined : resources.named(before)
        const isUnknown = before !== undefined && prefixed === undefined && arrow.test(block.statement.text) && !words.final.some((pattern) => pattern.test(block.statement.text.replaceAll('**', '')))
        if (block.statement.kind === 'sentence') owner = isUnknown ? undefined : (prefixed ?? owner)
        const sentence = owner === undefined || block.statement.kind === 'sentence' ? namedWithin(block.statement.text, resources) : undefined
        const of = prefixed ?? sentence ?? owner
        if (sentence !== undefined && block.statement.kind === 'sentence') owner = sentence
        if (of !== undefined) readText(machineOf(machines, of, words), block.statement, words)
      } else {
        const of = owner ?? ownerByStates(block, resources, words)
        if (of !== undefined) readTable(machineOf(machines, of, words), block, words)
        owner ??= of
      }
    }
  }
  const found = [...machines.values()].filter(({ moves }) => moves.length > 0)
  for (const machine of found) dropDrawn(machine)
  for (const machine of found) renameStart(machine, words)
  for (const machine of found) startByDefault(machine)
  for (const machine of found) printMachine(machine, draft, verbs, words)
  return found
}

/** "Webhook delivery: pending -> failed": what a line is about. */
const ownerPrefix = /^[`*]*(?:(?:an?|the|ein|eine|der|die|das) )?([\p{L}_][\p{L}\d_]*(?: [\p{L}_]+)?)[`*]*:\s/iu

/** The one resource whose field lists the states that a table leads to. */
function ownerByStates({ headers, rows }: Extract<FormSection['blocks'][number], { kind: 'table' }>, { all }: FormResources, words: Words): Resource | undefined {
  const at = columnsOf(headers, ['from', 'to'], words)
  const states = rows.flatMap(({ cells }) => (at.to === undefined ? [] : stateNames(cells[at.to] ?? '', words)))
  const owners = all.filter(({ fields }) => stateFields.some((name) => {
    const listed = fields.get(name)?.type.replace(/^one of /, '').split(', ') ?? []
    return states.length > 0 && states.every((each) => listed.includes(each))
  }))
  const withState = all.filter(({ isShape, fields }) => !isShape && stateFields.some((name) => fields.has(name)))
  return owners.length === 1 ? owners[0] : withState.length === 1 && at.from !== undefined && at.to !== undefined ? withState[0] : undefined
}

function ownerOf(text: string, resources: FormResources): Resource | undefined {
  const name = ownerIn(text)
  return name === undefined ? undefined : resources.named(name)
}

/** "A loan moves from …": the resource that a sentence begins with. */
function namedWithin(text: string, resources: FormResources): Resource | undefined {
  const [, name] = /^(?:(?:an?|the|every|each|new|eine?|neue[rs]?|jede[rs]?) )*[`*]*(\w+)/i.exec(text) ?? []
  return name === undefined ? undefined : resources.named(name)
}

const stateFields = ['status', 'state', 'zustand']

/** The machine belongs to the field that says the state: `status` or `state`, or the one whose text refers to part 3. */
function machineOf(machines: Map<Resource, FormMachine>, resource: Resource, words: Words): FormMachine {
  const referring = [...resource.statements].filter(([, { text }]) => words.seeStates.test(text))
  const ending = [...resource.fields.keys()].filter((each) => /_(?:status|state)$|[a-z](?:Status|State)$/.test(each))
  const field = stateFields.find((each) => resource.fields.has(each)) ?? (referring.length === 1 ? referring[0]![0] : ending.length === 1 ? ending[0]! : 'status')
  const machine = machines.get(resource) ?? { resource, moves: [], finals: new Map(), field, names: new Set() }
  machines.set(resource, machine)
  return machine
}

const marks = /[*`"“”]|^_|_$/g

function stateNames(text: string, words: Words): string[] {
  return text.replaceAll(marks, '').split(words.conjunction).flatMap((each) => each.split('|')).map((each) => each.trim()).filter((each) => each !== '')
}

const isState = (text: string): boolean => /^\p{L}[\p{L}\d_-]*$/u.test(text)

/** A state of several words in a cell, `on sale`, as a name. */
function stateName(text: string): string {
  const plain = text.replaceAll(marks, '').trim()
  return /^\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){1,3}$/u.test(plain) ? plain.toLowerCase().replaceAll(' ', '_') : plain
}

/** "new -> open", where nothing leads to `new` and the field does not list it, is where records start. */
function renameStart({ moves, resource, field }: FormMachine, words: Words): void {
  const listed = resource.fields.get(field)?.type.replace(/^one of /, '').split(', ') ?? []
  if (moves.some(({ from }) => from[0] === '(new)')) return
  for (const [index, move] of moves.entries()) {
    const [state] = move.from
    const isStart = move.from.length === 1 && words.newState.test(state!) && !listed.includes(state!) && !moves.some(({ to }) => to === state)
    if (isStart) moves[index] = { ...move, from: ['(new)'] }
  }
}

/** Records start in the state that is the default of the field, where nothing else says it. */
function startByDefault({ moves, resource, field }: FormMachine): void {
  const state = resource.fields.get(field)?.default ?? ''
  const statement = resource.statements.get(field)
  const isState = moves.some(({ from, to }) => to === state || from.includes(state))
  if (statement !== undefined && isState && !moves.some(({ from }) => from[0] === '(new)')) moves.unshift({ from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement })
}

/** A move without a cause, as a diagram has it, is the one with the same ends that has one. */
function dropDrawn({ moves }: FormMachine): void {
  const isSaid = (move: Move): boolean => moves.some((each) => each !== move && each.to === move.to && each.trigger !== '' && move.from.every((from) => each.from.includes(from)))
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

/** "a -> b, c -> d": several moves by one cause, which follows. */
function pairsIn(text: string): { readonly all: readonly { readonly from: string; readonly to: string }[]; readonly rest: string } | undefined {
  const found = /^((?:[`*_]*[A-Za-z][\w-]*[`*_]*\s*(?:->|→|=>)\s*[`*_]*[A-Za-z][\w-]*[`*_]*(?:\s*(?:,|;|\bor\b|\band\b|\boder\b|\bund\b)\s*)?){2,})(.*)$/.exec(text)
  if (found === null) return undefined
  const all = Array.from(found[1]!.replaceAll(marks, '').matchAll(/([A-Za-z][\w-]*)\s*(?:->|→|=>)\s*([A-Za-z][\w-]*)/g), ([, from, to]) => ({ from: from!, to: to! }))
  return { all, rest: found[2]!.replace(/^[\s:,–-]+/, '') }
}

/** "paid and waived are final": whether the text says only that. */
function readFinals(machine: FormMachine, text: string, statement: Statement, words: Words): boolean {
  for (const pattern of words.final) {
    const [, names] = pattern.exec(text) ?? []
    const states = (names === undefined ? [] : stateNames(names.replace(/\.\s.*$|\.$/g, '').replace(words.finalLead, '').replace(new RegExp(`(?<=\\w)\\s+${machine.resource.name}s?$`, 'i'), ''), words)).map((each) => each.toLowerCase() === each || each.toUpperCase() === each ? each : each.toLowerCase())
    if (states.length === 0 || !states.every(isState)) continue
    for (const state of states) machine.finals.set(state, statement)
    return true
  }
  return false
}

function readTable(machine: FormMachine, table: Extract<FormSection['blocks'][number], { kind: 'table' }>, words: Words): void {
  if (readMatrix(machine, table, words)) return
  const at = columnsOf(table.headers, ['from', 'to', 'trigger', 'guard', 'meaning'], words)
  // One column has both ends, "open → closed".
  const ends = table.headers.findIndex((_, index) => table.rows.length > 0 && table.rows.every(({ cells }) => (cells[index] ?? '').split(arrow).length === 2 && (cells[index] ?? '').length < 80))
  if (ends >= 0) {
    const split = columnsOf(['from', 'to', ...table.headers.filter((_, index) => index !== ends)], ['from', 'to', 'trigger', 'guard', 'meaning'], words)
    return readRows(machine, table.rows.map(({ cells, statement }) => ({ cells: [...(cells[ends] ?? '').split(arrow), ...cells.filter((_, index) => index !== ends)], statement })), split, words)
  }
  if (at.from === undefined || at.to === undefined) return
  readRows(machine, table.rows, at, words)
}

function readRows(machine: FormMachine, rows: Extract<FormSection['blocks'][number], { kind: 'table' }>['rows'], at: Columns, words: Words): void {
  for (const { cells, statement } of rows) {
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : draftPlainText(cells[at[name]] ?? ''))
    const isStart = words.start.test(cell('from').replaceAll(marks, ''))
    const from = isStart ? ['(new)'] : stateNames(cell('from'), words).map(stateName)
    const to = stateNames(cell('to'), words).map(stateName)
    if ((words.marks.nothing.test(cell('to').replaceAll(marks, '')) || words.endMark.test(cell('to'))) && words.marks.nothing.test(cell('trigger')) && from.every(isState)) {
      for (const each of from) machine.finals.set(each, statement)
      continue
    }
    const guard = words.marks.nothing.test(cell('guard')) ? '' : cell('guard')
    const move = { trigger: cell('trigger').replace(/^\(([^()]*)\)$/, '$1'), guard, more: cell('meaning'), statement }
    // "open / paused" to "paused / open" are pairs.
    if (to.length > 1 && to.length === from.length) for (const [index, each] of from.entries()) addMove(machine, { ...move, from: [each], to: to[index]! }, words)
    else if (to.length > 1 && from.length === 1 && cell('trigger') === '') for (const each of to) addMove(machine, { ...move, from, to: each }, words)
    else addMove(machine, { ...move, from, to: stateName(cell('to')) }, words)
  }
}

/** A row and a column for each state, with what leads from the one to the other between them. */
function readMatrix(machine: FormMachine, { headers, rows }: Extract<FormSection['blocks'][number], { kind: 'table' }>, words: Words): boolean {
  const plain = (text: string): string => draftPlainText(text).replaceAll(marks, '').trim()
  const targets = headers.slice(1).map(plain)
  const sources = rows.map(({ cells }) => plain(cells[0] ?? ''))
  const isSource = (state: string): boolean => isState(state) || words.start.test(state)
  const shared = targets.filter((each) => sources.includes(each))
  if (targets.length < 2 || !targets.every(isState) || !sources.every(isSource) || shared.length * 2 < targets.length) return false
  for (const { cells, statement } of rows) {
    const source = plain(cells[0] ?? '')
    for (const [index, to] of targets.entries()) {
      const cell = draftPlainText(cells[index + 1] ?? '').trim()
      if (words.marks.nothing.test(cell) || words.marks.no.test(cell)) continue
      addMove(machine, { from: [words.start.test(source) ? '(new)' : source], to, trigger: words.marks.yes.test(cell) ? '' : cell, guard: '', more: '', statement }, words)
    }
    takeLine(statement)
  }
  return true
}

function addMove(machine: FormMachine, move: Move, words: Words): void {
  const isThing = (state: string): boolean => state.toLowerCase() === machine.resource.name.toLowerCase() || words.anyState.test(state)
  if (!isState(move.to) || move.from.length === 0 || move.from.some(isThing) || isThing(move.to) || !move.from.every((each) => each === '(new)' || isState(each))) {
    askQuestion(move.statement, words.ask.ends())
    return
  }
  machine.moves.push(move)
}

const arrow = /\s*(?:-{1,3}>|={1,2}>|→|⇒|➔)\s*/

/** `a --open--> b` and `open: a -> b` as `a -> b: open`. */
function arrowText(text: string, { names, conjunction }: { readonly names: RegExp; readonly conjunction: RegExp }): string {
  const labelled = /^([^>→]*?[^\s>→-])\s*[-=]{1,3}\s*[[(|]?\s*([^\s[\]()|>→-](?:[^[\]()|>→]*[^\s[\]()|>→-])?)\s*[\])|]?\s*[-=]{1,3}>\s*(.+)$/.exec(text)
  if (labelled !== null) return `${labelled[1]!} -> ${labelled[3]!.replace(/\s*(?=[[(]|$)/, `: ${labelled[2]!} `).trim()}`
  const [, name, ends] = /^[`*"]*([A-Za-z][\w-]*)[`*"]*(?::\s*|\s+\()([`*\w"][\w`*",|/ -]*\s*(?:->|→|-->|=>)\s*[`*"\w-]+)\)?\.?$/.exec(text) ?? []
  const [, cause, both] = /^([^:→>`]{3,80}):\s+([^:→>]{1,80}(?:->|→|=>)[^:→>]{1,40})$/u.exec(text) ?? []
  const isEnds = both?.split(arrow).every((side) => side.replace(/\.$/, '').split(conjunction).every((each) => isState(each.replaceAll(marks, '').trim()))) === true
  if (name === undefined && isEnds && cause?.includes(' ') === true) return `${both!.replace(/\.$/, '')}: ${cause}`
  return name === undefined || ends === undefined || names.test(name) ? text : `${ends}: ${name}`
}

function readText(machine: FormMachine, statement: Statement, words: Words, whole: string = statement.text): void {
  if (statement.kind === 'sample') return
  const [first, ...more] = whole.replaceAll(/\*\*/g, '').replace(ownerPrefix, (found, name: string) => (new RegExp(`^${machine.resource.name}s?$`, 'i').test(name.replaceAll(/[\s_]/g, '')) ? '' : found)).split(/(?<=[^\d\s.][.!])\s+(?=\p{Lu})/u)
  const left = more.filter((each) => !readFinals(machine, each, statement, words))
  const text = arrowText(first ?? '', { names: new RegExp(`^${machine.resource.name}s?$`, 'i'), conjunction: words.conjunction })
  if (readFinals(machine, text, statement, words)) return
  const plain = inMoveWords(text, words)
  for (const pattern of words.starts) {
    const [, state] = pattern.exec(plain) ?? []
    if (state !== undefined) return addMove(machine, { from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement }, words)
  }
  const pairs = pairsIn(text)
  if (pairs !== undefined) {
    for (const { from, to } of pairs.all) addMove(machine, { from: [from], to, trigger: pairs.rest, guard: '', more: draftPlainText(left.join(' ')), statement }, words)
    return
  }
  const several = text.split(/[,;]\s+(?:and\s+)?(?=[`*_]*[A-Za-z][\w-]*[`*_]*\s*(?:->|→|=>))/)
  if (several.length > 1 && several.every((each) => each.split(arrow).length === 2)) {
    for (const each of several) readText(machine, statement, words, each)
    return
  }
  const sides = text.split(arrow)
  if (sides.length > 2 && sides.every((each) => isState(each.replaceAll(marks, '').replace(/\.$/, '').trim()) || words.start.test(each.trim()))) {
    const states = sides.map((each) => each.replaceAll(marks, '').replace(/\.$/, '').trim())
    for (const [index, to] of states.entries()) if (index > 0) addMove(machine, { from: [words.start.test(states[index - 1]!) ? '(new)' : states[index - 1]!], to, trigger: '', guard: '', more: '', statement }, words)
    return
  }
  if (sides.length === 2) {
    const [, to, rest = ''] = /^[`*_]*(\p{L}[\p{L}\d_-]*?)[`*_]*(?:\s*[:,(.–]\s*|\s*-\s+|\s+|$)(.*)$/u.exec(sides[1]!.replace(/^(\S+)\s*\(([^()]*)\)\.?$/, '$1: $2').replace(/^([^[]*?)[:\s]*\[([^[\]]*)\]:?\s*(.*)$/, words.inBrackets)) ?? []
    const before = sides[0]!.replaceAll(marks, '').trim()
    const isStart = words.start.test(sides[0]!.trim()) || words.start.test(before) || /^\p{Extended_Pictographic}\u{FE0F}?$/u.test(before)
    if (words.endMark.test(sides[1]!.trim()) && stateNames(before, words).every(isState)) {
      for (const state of stateNames(before, words)) machine.finals.set(state, statement)
      return
    }
    if (to === undefined || (!isStart && !stateNames(before, words).every(isState))) return
    const [, cause = rest, condition = ''] = words.guarded.exec(rest) ?? []
    const [trigger, ...further] = cause.split(/(?<=[`\p{L}]\.)\s+/u)
    const rests = [...(condition === '' ? further : []), ...left]
    addMove(machine, { from: isStart ? ['(new)'] : stateNames(before, words), to, trigger: condition === '' ? (trigger ?? '') : cause, guard: condition.replace(/\.$/, ''), more: draftPlainText(rests.join(' ')), statement }, words)
    return
  }
  const [sentence = '', ...others] = sentencesOfMoves(text, words)
  for (const each of others) readText(machine, statement, words, each)
  for (const pattern of words.moves) {
    const { from, to, trigger: said = '' } = pattern.exec(sentence)?.groups ?? {}
    if (from === undefined || to === undefined) continue
    const [, trigger = said, guard = ''] = words.guarded.exec(said) ?? []
    const more = [words.requirement.test(said) ? '' : draftPlainText(text), ...left].filter((each) => each !== '').map(draftPlainText).join(' ')
    addMove(machine, { from: stateNames(from, words).map((each) => each.replace(words.article, '')), to: to.replaceAll(marks, ''), trigger, guard, more, statement }, words)
    return
  }
}

/** "from a to b when …, and from b to c": a sentence for each move. */
function sentencesOfMoves(text: string, words: Words): string[] {
  const [first = '', ...more] = text.split(words.moveJoin)
  return [first, ...more.map((each) => `${words.itMoves} ${each}`)].flatMap((each) => {
    // "to b or to c" leads to both.
    const plain = inMoveWords(each, words)
    const [, before, one, other, behind] = words.twoTargets.exec(plain) ?? []
    return before === undefined ? [plain] : [`${before}${one}${behind}`, `${before}${other}${behind}`]
  })
}

/** The sentence with the usual verbs, without words that say nothing of its own. */
function inMoveWords(text: string, { moveWords }: Words): string {
  return moveWords.reduce((all, [pattern, by]) => all.replace(pattern, by), text)
}

function printMachine(machine: FormMachine, draft: FormDraft, verbs: FormVerbs, words: Words): void {
  const { resource, moves, field } = machine
  const table = tableOf(draft, 'states', 'machine', columns, `${resource.name}.${field}`)
  const seen = new Set<string>()
  for (const { from, to, trigger, guard, more, statement } of moves) {
    const { on, isWhole, rest } = from[0] === '(new)' ? { on: '', isWhole: trigger === '', rest: '' } : triggerName(trigger, to, verbs.of(resource), words)
    if (on === '' && from[0] !== '(new)') {
      askQuestion(statement, words.ask.noCause())
      continue
    }
    if (trigger === '' && from[0] !== '(new)') askQuestion(statement, words.ask.noCause())
    if (rest !== '') askQuestion(statement, words.ask.causeOf(rest))
    let isRepeated = false
    for (const each of from) {
      const id = `${each} ${on}`
      if (seen.has(id) && (each === '(new)' || guard === '')) {
        askQuestion(statement, words.ask.sameCause())
        isRepeated = true
      }
      seen.add(id)
    }
    if (!isWhole) askQuestion(statement, from[0] === '(new)' ? words.ask.madeBy(draftPlainText(trigger)) : words.ask.causeOf(draftPlainText(trigger)))
    if (words.clock.test(trigger)) askQuestion(statement, words.ask.clock(draftPlainText(trigger)))
    if (guard !== '') askQuestion(statement, words.ask.guard(guard))
    if (more !== '' && words.requirement.test(more)) askQuestion(statement, words.ask.changes(more))
    const meaning = [trigger !== '' && !isWhole ? draftPlainText(trigger) : '', guard === '' ? '' : `If ${guard}`, more].filter((each) => each !== '').join('. ')
    machine.names.add(on)
    table.rows.push({ cells: { from: from.join(', '), on, if: guard === '' && (!isRepeated || from[0] === '(new)') ? '' : 'not shown', to, meaning }, statement })
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
