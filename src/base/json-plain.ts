// Parses JSON with the platform's parser, which is fast. The result is accepted only if printing it gives the same text, so no digit,
// repeated member or member order is lost. The caller parses any other text with `parseJson`.

import { type Json, isJsonArray, isJsonObject } from './json-value.ts'

/** Printing a longer text again costs more time than the faster parser saves. */
const maxLength = 16_384

/**
 * Texts that `parseJson` may refuse or read differently although they print alike: numeric escapes (half of a surrogate pair, U+0000),
 * integers beyond a double, exponents.
 */
const needsParseJson = /\\u|\d{16}|\de/i

/** Parses any depth, like `parseJson`, but with the platform's objects. Undefined if only `parseJson` can decide. */
export function parsePlainJson(bytes: Uint8Array): Json | undefined {
  if (bytes.length > maxLength) return undefined
  try {
    const text = decoder.decode(bytes)
    if (needsParseJson.test(text)) return undefined
    const value = JSON.parse(text) as Json
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

/** True if at most `depth` arrays and objects are within each other. */
export function isNestedWithin(json: Json, depth: number): boolean {
  const isObject = isJsonObject(json)
  if (!isObject && !isJsonArray(json)) return true
  if (depth <= 0) return false
  for (const value of isObject ? Object.values(json) : json) if (!isNestedWithin(value, depth - 1)) return false
  return true
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
