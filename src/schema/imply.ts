// Whether what one place asks of a string, a number or a count follows from what another asks.

import { type Json, type JsonNumber, compareNumbers, isInteger, isMultiple } from '../base/json.ts'
import type { Check } from './checks.ts'
import { numberFormats } from './format.ts'
import { admits } from './kind.ts'
import type { Place } from './place.ts'

/** A keyword that does not follow, with what each side says of it. */
export type Loose = { readonly keyword: string; readonly from?: Json; readonly to: Json }

function said(checks: readonly Check<never>[], keyword: string): Json[] {
  return checks.filter((check) => check.keyword === keyword).map(({ limit }) => limit)
}

/** Bounds of a length or a count: `least` and `most` are the keywords. */
export function looseCounts<T>(from: readonly Check<T>[], to: readonly Check<T>[], least: string, most: string, floor = 0): Loose[] {
  const own = { least: Math.max(floor, ...said(from, least).map(Number)), most: Math.min(...said(from, most).map(Number)) }
  return to.flatMap(({ keyword, limit }): Loose[] => {
    if (keyword === least && own.least < Number(limit)) return [{ keyword, to: limit, ...(own.least > 0 ? { from: own.least } : {}) }]
    if (keyword === most && own.most > Number(limit)) return [{ keyword, to: limit, ...(Number.isFinite(own.most) ? { from: own.most } : {}) }]
    return []
  })
}

/** Formats whose texts all have another format too. */
const narrower: ReadonlyMap<string, string> = new Map([['uri', 'uri-reference'], ['ipv4', 'hostname']])

export function looseTexts(from: Place, to: Place): Loose[] {
  const patterns = said(from.texts, 'pattern')
  const formats = from.formats.map(({ name }) => name)
  return [
    ...looseCounts(from.texts, to.texts, 'minLength', 'maxLength'),
    ...said(to.texts, 'pattern').filter((pattern) => !patterns.includes(pattern)).map((pattern) => ({ keyword: 'pattern', to: pattern })),
    ...to.formats
      .filter(({ name }) => name !== 'password' && !formats.some((each) => each === name || narrower.get(each) === name))
      .map(({ name }) => ({ keyword: 'format', to: name, ...(formats[0] === undefined ? {} : { from: formats[0] }) })),
  ]
}

/** Bounds as a number's schemas say them; an exclusive bound of integers is a bound one further in. */
type Bounds = { readonly low?: Bound; readonly high?: Bound }
type Bound = { readonly at: JsonNumber; readonly open: boolean }

const safe = Number.MAX_SAFE_INTEGER

function boundsOf(place: Place): Bounds {
  const whole = !admits(place.kinds, 'number')
  const inner = (limit: Json, step: number): Bound => {
    const at = limit as JsonNumber
    return whole && typeof at === 'number' && isInteger(at) ? { at: at + step, open: false } : { at, open: true }
  }
  const closed = (limit: Json): Bound => ({ at: limit as JsonNumber, open: false })
  const formats = said(place.numbers, 'format').map((name) => numberFormats.get(name as string))
  const ranges = [...formats, ...(place.number.kind === 'integer' ? [{ least: BigInt(-safe), greatest: BigInt(safe) }] : [])]
  const lows = [
    ...said(place.numbers, 'minimum').map(closed),
    ...said(place.numbers, 'exclusiveMinimum').map((limit) => inner(limit, 1)),
    ...ranges.flatMap((range) => (range?.least === undefined ? [] : [closed(range.least)])),
  ]
  const highs = [
    ...said(place.numbers, 'maximum').map(closed),
    ...said(place.numbers, 'exclusiveMaximum').map((limit) => inner(limit, -1)),
    ...ranges.flatMap((range) => (range?.greatest === undefined ? [] : [closed(range.greatest)])),
  ]
  const tightest = (bounds: Bound[], side: 1 | -1): Bound | undefined =>
    bounds.toSorted((a, b) => compareNumbers(b.at, a.at) * side || Number(b.open) - Number(a.open))[0]
  const [low, high] = [tightest(lows, 1), tightest(highs, -1)]
  return { ...(low && { low }), ...(high && { high }) }
}

export function looseNumbers(from: Place, to: Place): Loose[] {
  const [own, asked] = [boundsOf(from), boundsOf(to)]
  const within = (bound: Bound | undefined, limit: Bound, side: 1 | -1): boolean => {
    const order = bound === undefined ? -1 : compareNumbers(bound.at, limit.at) * side
    return order > 0 || (order === 0 && (bound!.open || !limit.open))
  }
  const told = (keyword: string, limit: Bound, bound: Bound | undefined): Loose => ({ keyword, to: limit.at, ...(bound && { from: bound.at }) })
  const units = said(from.numbers, 'multipleOf') as JsonNumber[]
  const whole = !admits(from.kinds, 'number')
  return [
    ...(asked.low && !within(own.low, asked.low, 1) ? [told(asked.low.open ? 'exclusiveMinimum' : 'minimum', asked.low, own.low)] : []),
    ...(asked.high && !within(own.high, asked.high, -1) ? [told(asked.high.open ? 'exclusiveMaximum' : 'maximum', asked.high, own.high)] : []),
    ...(said(to.numbers, 'multipleOf') as JsonNumber[])
      .filter((unit) => !units.some((each) => isMultiple(each, unit)) && !(whole && isMultiple(1, unit)))
      .map((unit) => ({ keyword: 'multipleOf', to: unit, ...(units[0] === undefined ? {} : { from: units[0] }) })),
  ]
}
