// Reads the moves of a machine in tables: a row for each, or a row and a column for each state.

import { type Columns, mapColumns, draftPlainText, takeLine } from '../draft.ts'
import { type FormMachine, addMove, arrow, isState, marks, stateName, namesOfStates } from './machine.ts'
import { endColumns } from './state-words.ts'
import { type FormVerb, isFormOf } from './triggers.ts'
import type { FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

export function readMoveTable(machine: FormMachine, table: FormTable, verbs: readonly FormVerb[], words: Words): void {
  if (readMatrix(machine, table, words)) return
  const at = mapColumns(table.headers, ['from', 'to', 'trigger', 'guard', 'meaning'], words)
  // One column has both ends, "open → closed".
  const ends = table.headers.findIndex(
    (_, index) =>
      table.rows.length > 0 &&
      table.rows.every(({ cells }) => (cells[index] ?? '').split(arrow).length === 2 && (cells[index] ?? '').length < 80),
  )
  if (ends >= 0) {
    const split = mapColumns(
      ['from', 'to', ...table.headers.filter((_, index) => index !== ends)],
      ['from', 'to', 'trigger', 'guard', 'meaning'],
      words,
    )
    return readRows(
      machine,
      table.rows.map(({ cells, statement }) => ({
        cells: [
          ...(cells[ends] ?? '').split(arrow).map((side, index) => (index === 0 && side.trim() === '' ? '(new)' : side)),
          ...cells.filter((_, index) => index !== ends),
        ],
        statement,
      })),
      split,
      words,
    )
  }
  if (readFollowers(machine, table, words)) return
  const found = at.from !== undefined && at.to !== undefined ? { from: at.from, to: at.to } : endColumns(table, words)
  if (found === undefined) return
  const otherHeaders = table.headers.map((header, index) => (index === found.from || index === found.to ? '' : header))
  const { trigger, guard, meaning, who } = mapColumns(otherHeaders, ['trigger', 'guard', 'meaning', 'who'], words)
  const cause = findCauseColumn(table, { named: trigger, taken: [found.from, found.to], others: [guard, meaning, who] }, verbs, words)
  readRows(
    machine,
    table.rows,
    {
      ...found,
      ...(cause === undefined ? {} : { trigger: cause }),
      ...(guard === undefined || guard === cause ? {} : { guard }),
      ...(meaning === undefined || meaning === cause ? {} : { meaning }),
    },
    words,
  )
}

/** The number of a row, such as `T1`, `3.2` or `(4)`. */
const rowNumber = /^\W*[A-Z]{0,4}[-.–]?\d+(?:[.-]\d+)*[a-z]?\W*$/i

/**
 * The column of causes: the one whose cells name the endpoints of the resource, otherwise the one that its header names, otherwise the first
 * other column. Numbers of rows are no causes.
 */
function findCauseColumn(
  { headers, rows }: FormTable,
  {
    named,
    taken,
    others,
  }: { readonly named: number | undefined; readonly taken: readonly number[]; readonly others: readonly (number | undefined)[] },
  verbs: readonly FormVerb[],
  words: Words,
): number | undefined {
  const cellsOf = (index: number): string[] => rows.map(({ cells }) => draftPlainText(cells[index] ?? '')).filter((cell) => cell !== '')
  const isNumbers = (index: number): boolean =>
    rows.length > 1 && cellsOf(index).length > 0 && cellsOf(index).every((cell) => rowNumber.test(cell))
  const columns = headers.map((_, index) => index).filter((index) => !taken.includes(index) && !isNumbers(index))
  const namesVerb = (cell: string): boolean =>
    cell.split(/[^\p{L}\d’'-]+/u).some((word) => verbs.some(({ verb }) => isFormOf(word, verb, words)))
  const fits = (index: number): number => cellsOf(index).filter(namesVerb).length
  const own = named !== undefined && columns.includes(named) ? named : undefined
  const best = columns.reduce((one, other) => (fits(other) > fits(one) ? other : one), own ?? columns[0] ?? -1)
  if (best >= 0 && fits(best) > 1 && (own === undefined || fits(own) === 0)) return best
  return own ?? columns.find((index) => !others.includes(index))
}

/** A row for each state, with the states after it and their causes: `GRANTED (grant), REFUSED (refuse)`. */
function readFollowers(machine: FormMachine, { headers, rows }: FormTable, words: Words): boolean {
  const follower = /^([\p{L}][\p{L}\d_-]*)\s*\(([^()]+)\)$/u
  const listed = (cell: string): (RegExpExecArray | null)[] =>
    cell
      .replaceAll(marks, '')
      .split(/\s*[,;]\s*(?![^()]*\))/)
      .map((each) => follower.exec(each.trim()))
  const states = rows.map(({ cells }) => stateName(cells[0] ?? ''))
  const column = headers.findIndex((_, index) => {
    const cells = rows.map(({ cells: all }) => (all[index] ?? '').trim()).filter((cell) => !words.marks.nothing.test(cell))
    return (
      index > 0 &&
      cells.length > 1 &&
      cells.every((cell) => listed(cell).every((each) => each !== null && states.includes(stateName(each[1]!))))
    )
  })
  if (column < 0 || !states.every(isState)) return false
  for (const [index, { cells, statement }] of rows.entries()) {
    const from = states[index]!
    const beside = cells.filter((_, at) => at !== 0 && at !== column).join('. ')
    if (words.start.test(beside.split(/\s*[.;,(]/)[0] ?? '') || words.startState.test(beside))
      addMove(machine, { from: ['(new)'], to: from, trigger: '', guard: '', more: '', statement }, words)
    const cell = (cells[column] ?? '').trim()
    if (words.marks.nothing.test(cell)) machine.finals.set(from, statement)
    else
      for (const each of listed(cell))
        addMove(machine, { from: [from], to: stateName(each![1]!), trigger: each![2]!, guard: '', more: '', statement }, words)
  }
  return true
}

/** "any", "all states except A and B": the other states of the table; undefined if a final one among them may be meant or not. */
function listAnyStates(cell: string, to: string, rows: FormTable['rows'], at: Columns, words: Words): string[] | undefined {
  const [, isOpen, excepted = ''] = words.anyFrom.exec(cell) ?? []
  if (!words.anyFrom.test(cell)) return undefined
  const namesAt = (column: number | undefined): string[] =>
    rows.flatMap(({ cells }) =>
      column === undefined || words.anyFrom.test(draftPlainText(cells[column] ?? ''))
        ? []
        : namesOfStates(cells[column] ?? '', words).map(stateName),
    )
  const left = new Set(namesAt(at.from).filter(isState))
  const except = namesOfStates(excepted, words).map(stateName)
  const others = [...new Set([...left, ...namesAt(at.to).filter(isState)])].filter((each) => each !== to && !except.includes(each))
  const open = others.filter((each) => left.has(each) && !words.start.test(each))
  return isOpen !== undefined || open.length === others.length ? open : undefined
}

function readRows(machine: FormMachine, rows: FormTable['rows'], at: Columns, words: Words): void {
  for (const [index, { cells, statement }] of rows.entries()) {
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : draftPlainText(cells[at[name]] ?? ''))
    // The first row has no state above it that an empty cell could repeat.
    const isStart =
      [cell('from'), cell('from').replaceAll(marks, '')].some((each) => words.start.test(each)) ||
      (index === 0 && rows.length > 1 && cell('from') === '')
    // "open (start)": records start in this state.
    const [, begun, mark = ''] = isStart
      ? []
      : (/^(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})\s*(\([^()]*\))$/u.exec(cell('from').replaceAll(marks, '')) ?? [])
    const isFirst = begun !== undefined && words.start.test(mark)
    if (isFirst && !machine.moves.some((each) => each.from[0] === '(new)'))
      addMove(machine, { from: ['(new)'], to: stateName(begun), trigger: '', guard: '', more: '', statement }, words)
    const any = isStart ? undefined : listAnyStates(cell('from').replaceAll(marks, ''), stateName(cell('to')), rows, at, words)
    const from = isStart ? ['(new)'] : (any ?? namesOfStates(isFirst ? begun : cell('from'), words).map(stateName))
    const to = namesOfStates(cell('to'), words).map(stateName)
    if (
      (words.marks.nothing.test(cell('to').replaceAll(marks, '')) || words.endMark.test(cell('to'))) &&
      (words.marks.nothing.test(cell('trigger')) || words.endMark.test(cell('trigger'))) &&
      from.every(isState)
    ) {
      for (const each of from) machine.finals.set(each, statement)
      continue
    }
    const remarks = [at.guard, at.meaning].map((index) => readRemark(index === undefined ? '' : draftPlainText(cells[index] ?? ''), words))
    for (const target of remarks.some(({ isFinal }) => isFinal) ? to : []) if (isState(target)) machine.finals.set(target, statement)
    const guard = words.marks.nothing.test(remarks[0]!.text) ? '' : remarks[0]!.text
    const isOpen = words.clock.test(cell('trigger')) || (cell('trigger') !== '' && words.marks.nothing.test(cell('trigger')))
    const duration = isOpen ? cells.map(draftPlainText).find((each) => words.after.test(each)) : undefined
    const move = { trigger: (duration ?? cell('trigger')).replace(/^\(([^()]*)\)$/, '$1'), guard, more: remarks[1]!.text, statement }
    // "open / paused" to "paused / open" are pairs.
    if (to.length > 1 && to.length === from.length)
      for (const [pair, each] of from.entries()) addMove(machine, { ...move, from: [each], to: to[pair]! }, words)
    else if (to.length > 1 && from.length === 1 && cell('trigger') === '')
      for (const each of to) addMove(machine, { ...move, from, to: each }, words)
    else addMove(machine, { ...move, from, to: stateName(cell('to')) }, words)
  }
}

/** "No access; final state": what a remark says of the state that its row leads to, and the rest of it. */
function readRemark(text: string, { finalRemark, firstRemark }: Words): { readonly text: string; readonly isFinal: boolean } {
  const clauses = text.split(/\s*[;.,]\s+|\.$/).filter((each) => each !== '')
  const left = clauses.filter((each) => !finalRemark.test(each) && !firstRemark.test(each))
  return { text: left.length === clauses.length ? text : left.join('; '), isFinal: clauses.some((each) => finalRemark.test(each)) }
}

/** A row and a column for each state; the cells contain the transitions between them. */
function readMatrix(machine: FormMachine, { headers, rows }: FormTable, words: Words): boolean {
  const plain = (text: string): string => draftPlainText(text).replaceAll(marks, '').trim()
  const heads = headers.slice(1).map((header) => readHead(plain(header), words))
  const leads = rows.map(({ cells }) => readHead(plain(cells[0] ?? ''), words))
  const targets = heads.map(({ state }) => state)
  const sources = leads.map(({ state }) => state)
  const isSource = (state: string): boolean => isState(state) || words.start.test(state)
  const shared = targets.filter((each) => sources.includes(each))
  if (
    targets.length < 2 ||
    !targets.every(isState) ||
    !sources.every(isSource) ||
    (shared.length * 2 < targets.length &&
      (shared.length === 0 ||
        (plain(headers[0] ?? '') !== '' && !new RegExp(`${words.fromWord}\\W+${words.toWord}`, 'iu').test(plain(headers[0] ?? '')))))
  )
    return false
  // Each state has a row, so that one without moves is final.
  const isWhole = targets.every((each) => sources.includes(each))
  for (const [row, { cells, statement }] of rows.entries()) {
    const { state: source, isFirst, isFinal } = leads[row]!
    if (isFirst) addMove(machine, { from: ['(new)'], to: source, trigger: '', guard: '', more: '', statement }, words)
    if (isFinal) machine.finals.set(source, statement)
    const isDash = (cell: string): boolean => cell !== '' && (words.marks.nothing.test(cell) || words.marks.no.test(cell))
    if (isWhole && isState(source) && targets.every((_, index) => isDash(draftPlainText(cells[index + 1] ?? '').trim())))
      machine.finals.set(source, statement)
    for (const [index, to] of targets.entries()) {
      const cell = draftPlainText(cells[index + 1] ?? '').trim()
      if (words.marks.nothing.test(cell) || words.marks.no.test(cell)) continue
      // A mark where a state meets itself.
      if (source === to && words.endWord.test(cell.replaceAll(/[()[\]]/g, ''))) {
        machine.finals.set(to, statement)
        continue
      }
      addMove(
        machine,
        {
          from: [words.start.test(source) ? '(new)' : source],
          to,
          trigger: words.marks.yes.test(cell) ? '' : cell,
          guard: '',
          more: '',
          statement,
        },
        words,
      )
    }
    takeLine(statement)
  }
  return true
}

/** The state that a row or column of a matrix is for, with what a mark in parentheses says of it: `REMOVED (final)`, `(start)`. */
function readHead(text: string, words: Words): { readonly state: string; readonly isFirst: boolean; readonly isFinal: boolean } {
  const [, state = '', mark = ''] = /^([^()]*?)\s*\(([^()]+)\)$/.exec(text) ?? []
  const isFirst = words.start.test(mark)
  const isFinal = words.endWord.test(mark)
  if (mark === '' || (!isFirst && !isFinal)) return { state: text, isFirst: false, isFinal: false }
  return state === '' ? { state: mark, isFirst: false, isFinal: false } : { state, isFirst, isFinal }
}
