// Generates values at the bounds of a schema: a valid value with one part moved to a bound.

import { countCodePoints } from '../base/code-points.ts'
import {
  type Json,
  type JsonNumber,
  toExactDecimal,
  isInteger,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  createJsonObject,
} from '../base/json.ts'
import { addDecimals, makeDecimal } from '../base/decimal.ts'
import { parseTimestamp, printTimestamp } from '../base/time.ts'
import { admits } from './kind.ts'
import type { SchemaPlace } from './place.ts'

/** The whole value, and the keyword whose bound it reaches: `null` or `unicode` if no keyword has one. */
export type BoundaryValue = { readonly keyword: string; readonly pointer: string; readonly value: Json }

/** Longer texts and lists test no more than shorter ones do. */
const maxGenerated = 3000

/** Some of them may be invalid: the caller validates them. */
export function listBoundaryValues(place: SchemaPlace, value: Json, pointer = ''): BoundaryValue[] {
  return [...listEdgesHere(place, value, pointer), ...listEdgesWithin(place, value, pointer)]
}

function listEdgesHere(place: SchemaPlace, value: Json, pointer: string): BoundaryValue[] {
  const edge = (keyword: string, edgeValue: Json): BoundaryValue => ({ keyword, pointer, value: edgeValue })
  const edges = place.values.flatMap(({ keyword, limit }) =>
    keyword === 'enum' ? (limit as readonly Json[]).map((each) => edge(keyword, each)) : [],
  )
  if (admits(place.kinds, 'null') && value !== null) edges.push(edge('null', null))
  if (admits(place.kinds, 'boolean') && typeof value === 'boolean') edges.push(edge('boolean', !value))
  if (typeof value === 'string') edges.push(...listEdgeTexts(place, value).map(([keyword, text]) => edge(keyword, text)))
  if (isJsonNumber(value)) edges.push(...listNumberEdges(place, value).map(([keyword, number]) => edge(keyword, number)))
  if (isJsonArray(value) && value.length > 0) {
    for (const { keyword, limit } of place.array().counts) {
      const count = Number(limit)
      if (count <= maxGenerated / 10)
        edges.push(
          edge(
            keyword,
            Array.from({ length: count }, (_, index) => value[index] ?? value.at(-1)!),
          ),
        )
    }
  }
  return edges
}

/** The same moment with another offset, because a server may lose it. */
function listMomentsWithOffset(place: SchemaPlace, text: string): [string, string][] {
  const ms = place.formats.some(({ name }) => name === 'date-time') ? parseTimestamp(text) : undefined
  return ms === undefined ? [] : [['format', printTimestamp(ms + offsetMinutes * 60_000).replace('Z', '+05:30')]]
}

const offsetMinutes = 330

/** Texts of the place's formats that a careless server refuses or changes. */
function listUnusualTexts({ formats }: SchemaPlace): [string, string][] {
  return formats.flatMap(({ name }) => (unusualByFormat[name] ?? []).map((text): [string, string] => ['format', text]))
}

const unusualByFormat: { readonly [format: string]: readonly string[] } = {
  date: ['2024-02-29', '2000-02-29'],
  'date-time': ['2024-02-29T23:59:59Z', '2000-02-29T00:00:00Z'],
  email: ["first.last+tag_o'neil@sub.example.org"],
}

function listEdgeTexts(place: SchemaPlace, text: string): [string, string][] {
  const isFree = place.formats.length === 0 && place.texts.every(({ keyword }) => keyword !== 'pattern')
  if (!isFree) return [...listMomentsWithOffset(place, text), ...listUnusualTexts(place)]
  const ofLength = (length: number, letter: string): string => Array.from(text.padEnd(length, letter)).slice(0, length).join('')
  const bounds = place.texts.flatMap(({ keyword, limit }): [string, string][] =>
    Number(limit) <= maxGenerated ? [[keyword, ofLength(Number(limit), 'x')]] : [],
  )
  const maxLength = Math.min(...place.texts.filter(({ keyword }) => keyword === 'maxLength').map(({ limit }) => Number(limit)))
  // A bound counts characters, and some take more than one UTF-16 unit.
  const wideCharacters =
    Number.isFinite(maxLength) && maxLength <= maxGenerated ? [['unicode', '😀'.repeat(maxLength)] as [string, string]] : []
  // A server may take an empty text for none, and cut the blanks around a text.
  const isEmptyFree = place.texts.every(({ keyword }) => keyword !== 'minLength')
  const blanks: [string, string][] = [...(isEmptyFree ? [['empty', ''] as [string, string]] : []), ['blanks', ` ${text.slice(0, 40)} `]]
  // Wide characters first: they reach the bound as plain ones do.
  return [...wideCharacters, ...bounds, ...blanks, ['unicode', `é e\u0301 "\\/ 中 ${countCodePoints(text) > 40 ? '' : text}`]]
}

function listNumberEdges(place: SchemaPlace, number: JsonNumber): [string, JsonNumber][] {
  const step = place.numbers.find(({ keyword }) => keyword === 'multipleOf')?.limit as JsonNumber | undefined
  const unit = step ?? (isInteger(number) ? 1 : undefined)
  const valuesBeside = (limit: JsonNumber, isAbove: boolean): JsonNumber[] => {
    if (unit === undefined) return []
    const exact = toExactDecimal(unit)
    return [addDecimals(toExactDecimal(limit), isAbove ? exact : makeDecimal(-exact.digits, exact.scale))]
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

function listEdgesWithin(place: SchemaPlace, value: Json, pointer: string): BoundaryValue[] {
  if (isJsonArray(value)) {
    const itemPlace = value.length === 0 ? undefined : place.array().item(0).place
    return itemPlace === undefined
      ? []
      : listBoundaryValues(itemPlace, value[0]!, `${pointer}/0`).map((edge) => ({ ...edge, value: value.with(0, edge.value) }))
  }
  if (!isJsonObject(value)) return []
  const entries = Object.entries(value)
  const rules = place.object()
  return entries.flatMap(([name, member]): BoundaryValue[] => {
    const memberPlace = rules.members.find((each) => each.name === name)
    const at = `${pointer}/${name}`
    const putBack = (edge: BoundaryValue): BoundaryValue => ({
      ...edge,
      value: createJsonObject(entries.map(([each, original]) => [each, each === name ? edge.value : original] as const)),
    })
    const memberEdges = memberPlace?.place === undefined ? [] : listBoundaryValues(memberPlace.place, member, at).map(putBack)
    return memberPlace?.required === false
      ? [...memberEdges, { keyword: 'absent', pointer: at, value: createJsonObject(entries.filter(([each]) => each !== name)) }]
      : memberEdges
  })
}
