// A failure of a value: one per keyword and place, with all data that a message needs.

import type { Json } from '../base/json.ts'

export type SchemaFailure = {
  /** RFC 6901, from the value that was decoded; for `required`, to the member that is missing. */
  readonly pointer: string
  /** The last named member on the path; undefined for the value itself or an array item. */
  readonly property?: string
  /** JSON Schema's keyword, or `readOnly`. */
  readonly keyword: string
  /** The keyword's value in the schema. */
  readonly limit?: Json
  /** The measured value: a length, a count or a type; given for sensitive values too. */
  readonly actual?: Json
  /** The value itself, if it is null, a boolean, a number or a string, and not sensitive. */
  readonly value?: Json
}

/** The names and indexes on the path to a value. */
export type Path = readonly (string | number)[]

export function printPointer(path: Path): string {
  return path.map((step) => `/${typeof step === 'number' ? step : escapeStep(step)}`).join('')
}

function escapeStep(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** Splits an RFC 6901 pointer into its steps; undefined if the text is not a pointer. */
export function parsePointer(text: string): string[] | undefined {
  if (text === '') return []
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function findLastName(path: Path): string | undefined {
  return path.findLast((step) => typeof step === 'string')
}
