// Reads the moves of a machine in tables: a row for each, or a row and a column for each state.

import { type Columns, columnsOf, draftPlainText, takeLine } from './draft.ts'
import { type FormMachine, addMove, arrow, isState, marks, stateName, namesOfStates } from './machine.ts'
import { endColumns } from './state-words.ts'
import type { FormTable } from './statement.ts'
import type { Words } from './words.ts'

export function readMoveTable(machine: FormMachine, table: FormTable, words: Words): void {
  if (readMatrix(machine, table, words)) return
  const at = columnsOf(table.headers, ['from', 'to', 'trigger', 'guard', 'meaning'], words)
  // One column has both ends, "open → closed".
  const ends = table.headers.findIndex(
    (_, index) =>
      table.rows.length > 0 &&
      table.rows.every(({ cells }) => (cells[index] ?? '').split(arrow).length === 2 && (cells[index] ?? '').length < 80),
  )
  if (ends >= 0) {
    const split = columnsOf(
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
  const found = at.from !== undefined && at.to !== undefined ? { from: at.from, to: at.to } : endColumns(table, words)
  if (found === undefined) return
  const otherHeaders = table.headers.map((header, index) => (index === found.from || index === found.to ? '' : header))
  const { trigger, guard, meaning, who } = columnsOf(otherHeaders, ['trigger', 'guard', 'meaning', 'who'], words)
  // Without a header for the cause, the first other column contains it.
  const other = table.headers.findIndex((_, index) => ![found.from, found.to, guard, meaning, who].includes(index))
  readRows(
    machine,
    table.rows,
    {
      ...found,
      ...(trigger === undefined && other < 0 ? {} : { trigger: trigger ?? other }),
      ...(guard === undefined ? {} : { guard }),
      ...(meaning === undefined ? {} : { meaning }),
    },
    words,
  )
}

function readRows(machine: FormMachine, rows: FormTable['rows'], at: Columns, words: Words): void {
  for (const { cells, statement } of rows) {
    const cell = (name: keyof typeof at): string => (at[name] === undefined ? '' : draftPlainText(cells[at[name]] ?? ''))
    const isStart = words.start.test(cell('from').replaceAll(marks, ''))
    // "open (start)": records start in this state.
    const [, begun, mark = ''] = isStart
      ? []
      : (/^(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})\s*(\([^()]*\))$/u.exec(cell('from').replaceAll(marks, '')) ?? [])
    const isFirst = begun !== undefined && words.start.test(mark)
    if (isFirst && !machine.moves.some((each) => each.from[0] === '(new)'))
      addMove(machine, { from: ['(new)'], to: stateName(begun), trigger: '', guard: '', more: '', statement }, words)
    const from = isStart ? ['(new)'] : namesOfStates(isFirst ? begun : cell('from'), words).map(stateName)
    const to = namesOfStates(cell('to'), words).map(stateName)
    if (
      (words.marks.nothing.test(cell('to').replaceAll(marks, '')) || words.endMark.test(cell('to'))) &&
      words.marks.nothing.test(cell('trigger')) &&
      from.every(isState)
    ) {
      for (const each of from) machine.finals.set(each, statement)
      continue
    }
    const guard = words.marks.nothing.test(cell('guard')) ? '' : cell('guard')
    const move = { trigger: cell('trigger').replace(/^\(([^()]*)\)$/, '$1'), guard, more: cell('meaning'), statement }
    // "open / paused" to "paused / open" are pairs.
    if (to.length > 1 && to.length === from.length)
      for (const [index, each] of from.entries()) addMove(machine, { ...move, from: [each], to: to[index]! }, words)
    else if (to.length > 1 && from.length === 1 && cell('trigger') === '')
      for (const each of to) addMove(machine, { ...move, from, to: each }, words)
    else addMove(machine, { ...move, from, to: stateName(cell('to')) }, words)
  }
}

/** A row and a column for each state; the cells contain the transitions between them. */
function readMatrix(machine: FormMachine, { headers, rows }: FormTable, words: Words): boolean {
  const plain = (text: string): string => draftPlainText(text).replaceAll(marks, '').trim()
  const targets = headers.slice(1).map(plain)
  const sources = rows.map(({ cells }) => plain(cells[0] ?? ''))
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
  for (const { cells, statement } of rows) {
    const source = plain(cells[0] ?? '')
    for (const [index, to] of targets.entries()) {
      const cell = draftPlainText(cells[index + 1] ?? '').trim()
      if (words.marks.nothing.test(cell) || words.marks.no.test(cell)) continue
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
