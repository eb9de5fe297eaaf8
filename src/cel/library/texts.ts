// Functions that convert texts: base64 of CEL's encoders extension, and the language's own `json.parse` and `slug`.

import { parseJsonText } from '../../base/json.ts'
import type { Optional } from '../value.ts'
import { fail } from '../values/failure.ts'
import { toNaturalValue } from '../values/natural.ts'
import { makeOverload } from './signature.ts'

function decode(text: string): Uint8Array {
  const isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
  if (!isValid) return fail('conversion', `${JSON.stringify(text)} is not base64`)
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** The maximum depth of JSON to parse; deeper texts give no value. */
const deepest = 64

function parseJsonValue(text: string): Optional {
  const parsed = parseJsonText(text, { depth: deepest })
  return { kind: 'optional', value: 'value' in parsed ? toNaturalValue(parsed.value) : undefined }
}

/** Lower-case letters and digits without accents, with one hyphen for everything between them: "Crème brûlée!" is creme-brulee. */
function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

export const textFunctions = [
  makeOverload('base64.encode(bytes): string', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')),
  makeOverload('base64.decode(string): bytes', decode, { mayFail: 'the text can be no base64' }),
  makeOverload('json.parse(string): optional<dyn>', parseJsonValue),
  makeOverload('slug(string): string', slug),
]
