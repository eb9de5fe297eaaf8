// Reads endpoints in data or in literals of code, such as `GET /boats: { who: [clerk], status: 200 }`, as lines of text.

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../../../base/json.ts'
import { readSourceData } from '../../read-data.ts'
import { withoutFence } from '../code/fence-lines.ts'
import { readCodeLiterals } from '../code/code-literals.ts'
import { matchColumn } from '../draft.ts'
import type { Words } from '../words.ts'

const request = /^(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(\/\S*)$/i
const method = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/i

type Line = { readonly text: string; readonly line: number }

/** `table`: if all endpoints name their callers; otherwise `items`, as those of a list. */
export type EndpointsOfData =
  | { readonly items: readonly Line[] }
  | { readonly table: { readonly headers: readonly string[]; readonly rows: readonly (Line & { readonly cells: readonly string[] })[] } }

/** Each endpoint with its callers and its status; undefined for other data, such as samples. */
export function readEndpointData(text: string, words: Words): EndpointsOfData | undefined {
  const body = withoutFence(text)
  if (!/\//.test(body) || !/[:{[]/.test(body)) return undefined
  const literals = readCodeLiterals(body).map(({ value }) => value)
  const data = literals.length > 0 ? literals : [readSourceData(body).value].filter((each) => each !== undefined)
  const found = data.flatMap(findEndpoints)
  if (found.length < 2) return undefined
  const lines = text.split(/\r\n|\n|\r/)
  let from = 0
  const all = found.map(({ verb, path, said }) => {
    const at = lines.findIndex((each, index) => index >= from && each.includes(path))
    from = Math.max(at, from)
    const request = `${verb.toUpperCase()} ${path}`
    const members = listFurtherMembers(said, words)
    return {
      text: [request, ...listClauses(said, words)].join(' – '),
      line: Math.max(at, 0),
      cells: [
        request,
        ...(['who', 'status', undefined] as const).map((column) =>
          members
            .filter((each) => each.column === column)
            .map((each) => (column === undefined ? `${each.key}: ${each.text}` : each.text))
            .join('; '),
        ),
      ],
    }
  })
  return all.every(({ cells }) => cells[1] !== '')
    ? {
        table: {
          headers: (['endpoint', 'who', 'status', 'meaning'] as const).map((column) => words.headers[column][0]!),
          rows: all,
        },
      }
    : { items: all }
}

type Column = 'who' | 'status' | undefined

function listFurtherMembers(
  said: Json | undefined,
  words: Words,
): readonly { readonly column: Column; readonly key: string; readonly text: string }[] {
  if (said === undefined || said === null || !isJsonObject(said)) return []
  return Object.entries(said as JsonObject).map(([key, value]) => ({
    column: matchColumn(key.replaceAll(/[_-]/g, ' '), ['who', 'status'], words),
    key,
    text: spellData(value),
  }))
}

type Found = { readonly verb: string; readonly path: string; readonly said: Json | undefined }

function findEndpoints(data: Json): Found[] {
  if (data === null || typeof data !== 'object' || isJsonNumber(data)) return []
  if (isJsonArray(data)) {
    const all = data.map(readListedEndpoint)
    return all.every((each) => each !== undefined) ? all : []
  }
  const entries = Object.entries(data as JsonObject)
  const all = entries.map(([key, value]): readonly Found[] => {
    const [, verb, path] = request.exec(key) ?? []
    if (verb !== undefined) return [{ verb, path: path!, said: value }]
    // `/boats: { get: …, post: … }`
    const verbs = key.startsWith('/') && value !== null && isJsonObject(value) ? Object.entries(value) : []
    return verbs.every(([name]) => method.test(name)) ? verbs.map(([name, said]) => ({ verb: name, path: key, said })) : []
  })
  if (all.every((each) => each.length > 0)) return all.flat()
  // A name around all endpoints.
  return entries.length === 1 ? findEndpoints(entries[0]![1]) : []
}

/** `{ method: GET, path: /boats }`, `{ endpoint: "GET /boats" }` or `[GET, /boats]`, with further members. */
function readListedEndpoint(item: Json): Found | undefined {
  if (item !== null && isJsonArray(item)) return inOrder(item)
  if (item === null || !isJsonObject(item)) return undefined
  const texts = Object.entries(item as JsonObject).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : []))
  const whole = texts.map(([key, value]) => [key, request.exec(value)] as const).find(([, found]) => found !== null)
  const verb = texts.find(([, value]) => method.test(value))
  const path = texts.find(([, value]) => /^\/\S*$/.test(value))
  const rest = (used: readonly string[]): Json =>
    Object.fromEntries(Object.entries(item as JsonObject).filter(([key]) => !used.includes(key))) as JsonObject
  if (whole !== undefined) return { verb: whole[1]![1]!, path: whole[1]![2]!, said: rest([whole[0]]) }
  return verb === undefined || path === undefined ? undefined : { verb: verb[1], path: path[1], said: rest([verb[0], path[0]]) }
}

function inOrder([first, second, ...more]: readonly Json[]): Found | undefined {
  if (typeof first !== 'string') return undefined
  const [, verb, path] = request.exec(first) ?? []
  if (verb !== undefined) return { verb, path: path!, said: [...(second === undefined ? [] : [second]), ...more] }
  return method.test(first) && typeof second === 'string' && second.startsWith('/') ? { verb: first, path: second, said: more } : undefined
}

/** The callers, the status, and then the other members. */
function listClauses(said: Json | undefined, words: Words): string[] {
  if (said === undefined || said === null) return []
  if (isJsonArray(said)) return said.flatMap((each) => (each === null ? [] : [spellData(each)]))
  if (!isJsonObject(said)) return [spellData(said)]
  const members = listFurtherMembers(said, words)
  return [
    ...members.filter(({ column }) => column === 'who'),
    ...members.filter(({ column }) => column === 'status'),
    ...members.filter(({ column }) => column === undefined),
  ].map(({ column, key, text }) => (column === undefined ? `${key}: ${text}` : text))
}

/** A value in the words of a cell: lists with commas. */
export function spellData(value: Json): string {
  if (value !== null && isJsonArray(value)) return value.map(spellData).join(', ')
  if (isJsonNumber(value)) return numberText(value)
  return value === null || typeof value === 'object' ? JSON.stringify(value) : String(value)
}
