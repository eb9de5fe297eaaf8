// Decodes the plain values that fit, without noting where they stand: whatever else there is, is decoded in full.

import type { Json } from '../base/json.ts'
import { kindOf } from './kind.ts'
import type { Place } from './place.ts'

/** As `decode` gives it; undefined where it is no plain value, or does not fit, or the place asks more than that. */
export function quickly(place: Place, value: Json): Json | undefined {
  if (value === null || typeof value === 'object' || place.conditional || place.never || place.normalize.length > 0) return undefined
  if ((kindOf(value) & place.kinds) === 0) return undefined
  for (const check of place.values) if (!check.passes(value)) return undefined
  if (typeof value === 'string') return quickText(place, value)
  if (typeof value === 'boolean') return value
  return Number.isSafeInteger(value) && place.number.kind === 'integer' ? quickInteger(place, value as number) : undefined
}

function quickText({ texts, formats }: Place, text: string): string | undefined {
  for (const check of texts) if (!check.passes(text)) return undefined
  let kept: string | undefined = text
  for (const { spelling } of formats) kept = kept === undefined ? undefined : spelling(kept)
  return kept
}

function quickInteger({ numbers }: Place, value: number): number | undefined {
  for (const check of numbers) if (!check.passes(value)) return undefined
  return value
}
