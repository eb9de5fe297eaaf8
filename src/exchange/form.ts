// Bodies in `application/x-www-form-urlencoded`: reads them by the schema of the body, and prints them as clients send them.

import { type Json, type JsonProblem, isJsonArray, isJsonObject, printJson } from '../base/json.ts'
import { parseUrlEncoded, printUrlEncoded } from '../base/url-encoded.ts'
import { type FormText, readForm } from '../schema/form.ts'
import type { SchemaPlace } from '../schema/place.ts'

/** `depth` is the maximum nesting of arrays and objects. */
export function parseForm(
  bytes: Uint8Array,
  place: SchemaPlace,
  depth: number,
): { readonly value: Json } | { readonly problem: JsonProblem } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return reportMalformed(1)
  }
  const pairs = parseUrlEncoded(text)
  // No stored or compared text contains U+0000.
  if (pairs === undefined || pairs.some((pair) => pair.some((each) => each.includes('\0')))) return reportMalformed(findMistake(text))
  const texts = pairs.map(([name, value]): FormText => ({ path: splitName(name), text: value }))
  if (texts.some(({ path }) => path.length > depth))
    return { problem: { kind: 'depth', message: 'a name with too many brackets', line: 1, column: 1 } }
  return { value: readForm(place, texts) }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function reportMalformed(column: number): { readonly problem: JsonProblem } {
  return { problem: { kind: 'malformed', message: 'a form that does not decode', line: 1, column } }
}

/** The column of the first pair that does not decode. */
function findMistake(text: string): number {
  let column = 1
  for (const piece of text.split('&')) {
    if (parseUrlEncoded(piece)?.every((pair) => pair.every((each) => !each.includes('\0'))) !== true) return column
    column += piece.length + 1
  }
  return 1
}

/** `address[city]` is the way `address`, `city`; a name in any other form is one step. */
function splitName(name: string): readonly string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name)
  return match === null ? [name] : [match[1]!, ...match[2]!.slice(1, -1).split('][')]
}

/** Null and empty lists and objects have no form, so they are left out. */
export function printForm(body: Json): string {
  return isJsonObject(body) ? printUrlEncoded(Object.entries(body).flatMap(([name, value]) => listTexts(name, value))) : ''
}

function listTexts(name: string, value: Json): (readonly [string, string])[] {
  if (value === null) return []
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => listTexts(isJsonObject(item) || isJsonArray(item) ? `${name}[${index}]` : name, item))
  }
  if (isJsonObject(value)) return Object.entries(value).flatMap(([member, inner]) => listTexts(`${name}[${member}]`, inner))
  return [[name, typeof value === 'string' ? value : printJson(value)]]
}
