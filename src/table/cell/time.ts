// Reads durations in cells: `24 hours`, `1 day`, or ISO 8601.

import { parseDuration } from '../../base/duration.ts'
import type { Scalar } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { type CellProblem, makePlainScalar, makeCellProblem, makeWordScalar } from './node.ts'

const units = { second: 'S', minute: 'M', hour: 'H', day: 'D', week: 'W' } as const
type Unit = keyof typeof units

const phrasePattern = /^(\d+)\s+(second|minute|hour|day|week)s?$/

/** `PT24H` for `24 hours`, `P1D` for `1 day`: a day stays a day. */
export function toIsoDuration(text: string): string | undefined {
  const [, count, unit] = phrasePattern.exec(text) ?? []
  if (unit === undefined) return undefined
  return `${/^(?:day|week)$/.test(unit) ? 'P' : 'PT'}${count!}${units[unit as Unit]}`
}

export function readTime(cell: Cell): Scalar | CellProblem {
  const iso = toIsoDuration(cell.text)
  if (iso !== undefined) return makeWordScalar(iso, cell)
  if (typeof parseDuration(cell.text) === 'number') return makePlainScalar(cell)
  return makeCellProblem(
    cell,
    'not a duration',
    'A duration is a whole number of seconds, minutes, hours, days or weeks: `90 seconds`, `24 hours`, `1 day`.',
  )
}

/** In words, if it has one unit. */
export function printTime(iso: string): string {
  const [, date, dateUnit, time, timeUnit] = /^P(?:(\d+)([DW])|T(\d+)([HMS]))$/.exec(iso) ?? []
  const unit = (Object.keys(units) as Unit[]).find((name) => units[name] === (dateUnit ?? timeUnit))
  const count = date ?? time
  return unit === undefined || count === undefined ? iso : `${count} ${unit}${count === '1' ? '' : 's'}`
}
