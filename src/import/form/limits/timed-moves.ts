// Reads a time of part 8 after which records change their state by themselves, as a transition of part 3.

import { singularize } from '../../names.ts'
import { draftPlainText, takeLine } from '../draft.ts'
import type { LimitReading } from './limit-reading.ts'
import type { Statement } from '../statement.ts'

/** "drafts are auto-cancelled after 14d": both words are states of one machine, which has no such move yet. */
export function takeTimedMove(text: string, statement: Statement, { draft, words }: LimitReading): boolean {
  const { state, to, count, unit } = words.timedMove.exec(draftPlainText(text))?.groups ?? {}
  const span = unit === undefined ? undefined : words.units[unit.toLowerCase()]
  if (state === undefined || to === undefined || span === undefined) return false
  const [from, target] = [singularize(state.toLowerCase()), to.toLowerCase()]
  const fitting = draft.tables.filter(
    ({ kind, rows }) =>
      kind === 'machine' &&
      rows.some(({ cells }) => cells['from']!.toLowerCase().split(', ').includes(from)) &&
      rows.some(({ cells }) => cells['to']!.toLowerCase() === target),
  )
  const [machine, ...others] = fitting
  if (machine === undefined || others.length > 0) return false
  const named = (wanted: string): string =>
    machine.rows.flatMap(({ cells }) => [...cells['from']!.split(', '), cells['to']!]).find((each) => each.toLowerCase() === wanted)!
  const on = `after ${count} ${span}s`
  const isOther = ({ from: before, on: cause }: { readonly [column: string]: string }): boolean =>
    before!.toLowerCase().split(', ').includes(from) && cause!.startsWith('after ')
  if (machine.rows.some(({ cells }) => isOther(cells))) return false
  const last = machine.rows.findLastIndex(({ cells }) => cells['from']!.toLowerCase().split(', ').includes(from))
  machine.rows.splice(last + 1, 0, { cells: { from: named(from), on, if: '', to: named(target), meaning: '' }, statement })
  takeLine(statement)
  return true
}
