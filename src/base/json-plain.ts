// JSON as programs print it, read by the platform: where it would be printed as the very same text, nothing of it was lost, repeated or put
// into another order. What is written otherwise is no mistake; it is left to whoever reads it with care.

import type { Json } from './json-value.ts'

/** Longer texts cost more to print again than is gained. */
const longest = 16_384

/**
 * What `parseJson` may refuse or read otherwise though it is printed alike: escapes by number (half of a surrogate pair, U+0000), integers
 * beyond what a double holds, exponents.
 */
const careful = /\\u|\d{16}|\de/i

/** As `parseJson` reads it, of any depth, but that objects are the platform's; undefined where only that can tell. */
export function parsePlainJson(bytes: Uint8Array): Json | undefined {
  if (bytes.length > longest) return undefined
  try {
    const text = decoder.decode(bytes)
    if (careful.test(text)) return undefined
    const value = JSON.parse(text) as Json
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
