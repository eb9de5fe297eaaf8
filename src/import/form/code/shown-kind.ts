// Names the kind of value that a sample shows.

import type { Json } from '../../../base/json.ts'

/** The kind of a value in a sample with remarks; its kind is empty if several kinds have such values. */
export function findShownKind(written: string): string {
  if (/^-?\d+\.(?:\d|\d{3,})$/.test(written)) return 'number'
  if (/^-?\d{1,15}$/.test(written)) return 'integer'
  if (/^\[\s*"[^"]+"(?:\s*,\s*"[^"]+")*\s*\]$/.test(written)) return 'list of text'
  try {
    return findValueKind(JSON.parse(written) as Json)
  } catch {
    return ''
  }
}

/** The kind of a value; empty if several kinds have such values. */
export function findValueKind(value: Json): string {
  if (typeof value === 'boolean') return 'yes/no'
  if (typeof value !== 'string') return ''
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return 'date-time'
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value)) return 'email'
  if (/^https?:\/\/\S+$/.test(value)) return 'uri'
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return 'uuid'
  // Dots mean any value.
  return /^(?:…|\.{2,})$|…$|\.\.\.$/.test(value) ? '' : 'text'
}
