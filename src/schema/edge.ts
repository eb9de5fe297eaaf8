// Generates values at the bounds of a schema: a valid value with one part moved to a bound.

import { codePointLength } from '../base/code-points.ts'
import { type Json, type JsonNumber, exactly, isInteger, isJsonArray, isJsonNumber, isJsonObject, jsonObject } from '../base/json.ts'
import { addDecimals, decimal } from '../base/decimal.ts'
import { admits } from './kind.ts'
import type { SchemaPlace } from './place.ts'

/** The whole value, and the keyword whose bound it reaches: `null` or `unicode` if no keyword has one. */
export type BoundaryValue = { readonly keyword: string; readonly pointer: string; readonly value: Json }

type Way = { readonly keyword: string; readonly pointer: string; readonly value: Json }

/** Longer texts and lists test no more than shorter ones do. */
const maxGenerated = 3000

/** Some of them may be invalid: the caller validates them. */
export function edgesOf(place: SchemaPlace, value: Json, pointer = ''): BoundaryValue[] {
  return [...here(place, value, pointer), ...edgesWithin(place, value, pointer)]
}

function here(place: SchemaPlace, value: Json, pointer: string): Way[] {
  const edge = (keyword: string, other: Json): Way => ({ keyword, pointer, value: other })
  const ways = place.values.flatMap(({ keyword, limit }) =>
    keyword === 'enum' ? (limit as readonly Json[]).map((each) => edge(keyword, each)) : [],
  )
  if (admits(place.kinds, 'null') && value !== null) ways.push(edge('null', null))
  if (admits(place.kinds, 'boolean') && typeof value === 'boolean') ways.push(edge('boolean', !value))
  if (typeof value === 'string') ways.push(...texts(place, value).map(([keyword, text]) => edge(keyword, text)))
  if (isJsonNumber(value)) ways.push(...numbers(place, value).map(([keyword, number]) => edge(keyword, number)))
  if (isJsonArray(value) && value.length > 0) {
    for (const { keyword, limit } of place.array().counts) {
      const count = Number(limit)
      if (count <= maxGenerated / 10) ways.push(edge(keyword, Array.from({ length: count }, (_, index) => value[index] ?? value.at(-1)!)))
    }
  }
  return ways
}

function texts(place: SchemaPlace, text: string): [string, string][] {
  const isFree = place.formats.length === 0 && place.texts.every(({ keyword }) => keyword !== 'pattern')
  if (!isFree) return []
  const sized = (length: number, letter: string): string => Array.from(text.padEnd(length, letter)).slice(0, length).join('')
  const bounds = place.texts.flatMap(({ keyword, limit }): [string, string][] =>
    Number(limit) <= maxGenerated ? [[keyword, sized(Number(limit), 'x')]] : [],
  )
  const most = Math.min(...place.texts.filter(({ keyword }) => keyword === 'maxLength').map(({ limit }) => Number(limit)))
  // A bound counts characters, and some take more than one UTF-16 unit.
  const wide = Number.isFinite(most) && most <= maxGenerated ? [['unicode', '😀'.repeat(most)] as [string, string]] : []
  return [...bounds, ...wide, ['unicode', `é e\u0301 "\\/ 中 ${codePointLength(text) > 40 ? '' : text}`]]
}

function numbers(place: SchemaPlace, number: JsonNumber): [string, JsonNumber][] {
  const step = place.numbers.find(({ keyword }) => keyword === 'multipleOf')?.limit as JsonNumber | undefined
  const unit = step ?? (isInteger(number) ? 1 : undefined)
  const valuesBeside = (limit: JsonNumber, up: boolean): JsonNumber[] => {
    if (unit === undefined) return []
    const exact = exactly(unit)
    return [addDecimals(exactly(limit), up ? exact : decimal(-exact.digits, exact.scale))]
  }
  const bounds = place.numbers.flatMap(({ keyword, limit }): [string, JsonNumber][] => {
    const bound = limit as JsonNumber
    if (keyword === 'minimum' || keyword === 'maximum') return [[keyword, bound]]
    if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum')
      return valuesBeside(bound, keyword === 'exclusiveMinimum').map((each) => [keyword, each])
    return keyword === 'multipleOf' ? valuesBeside(number, true).map((each) => [keyword, each]) : []
  })
  // Beyond the exact range of a double.
  const large: [string, JsonNumber][] =
    place.number.kind === 'int64' || place.number.kind === 'any' ? [['large', 9_007_199_254_740_993n]] : []
  return [...bounds, ...large]
}

function edgesWithin(place: SchemaPlace, value: Json, pointer: string): BoundaryValue[] {
  if (isJsonArray(value)) {
    const own = value.length === 0 ? undefined : place.array().item(0).place
    return own === undefined ? [] : edgesOf(own, value[0]!, `${pointer}/0`).map((edge) => ({ ...edge, value: value.with(0, edge.value) }))
  }
  if (!isJsonObject(value)) return []
  const entries = Object.entries(value)
  const rules = place.object()
  const members = entries.flatMap(([name, member]): BoundaryValue[] => {
    const own = rules.members.find((each) => each.name === name)
    const at = `${pointer}/${name}`
    const put = (edge: BoundaryValue): BoundaryValue => ({
      ...edge,
      value: jsonObject(entries.map(([each, original]) => [each, each === name ? edge.value : original] as const)),
    })
    const inside = own?.place === undefined ? [] : edgesOf(own.place, member, at).map(put)
    return own?.required === false
      ? [...inside, { keyword: 'absent', pointer: at, value: jsonObject(entries.filter(([each]) => each !== name)) }]
      : inside
  })
  return members
}
