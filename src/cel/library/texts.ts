// Functions that convert texts: base64 of CEL's encoders extension, and the language's own `json.parse`, `slug` and `withQuery`.

import { parseJsonText } from '../../base/json.ts'
import { withQuery } from '../../base/url-encoded.ts'
import type { Optional, Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { toNaturalValue } from '../values/natural.ts'
import { isList, valueKindOf } from '../values/kind.ts'
import { spendOnResult } from '../values/size.ts'
import { printCelValue } from './conversions-to-text.ts'
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

/** Null removes a parameter, a list repeats it. */
function replaceQuery(address: string, parameters: ReadonlyMap<unknown, Value>): string {
  const texts = (value: Value | undefined): readonly string[] => {
    if (value === null || value === undefined) return []
    if (isList(value)) return value.flatMap(texts)
    return valueKindOf(value) === 'optional' ? texts((value as Optional).value) : [printCelValue(value)]
  }
  spendOnResult(address.length)
  return withQuery(
    address,
    [...parameters].map(([name, value]) => [name as string, texts(value)]),
  )
}

export const textFunctions = [
  makeOverload('base64.encode(bytes): string', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')),
  makeOverload('base64.decode(string): bytes', decode, { mayFail: 'the text can be no base64' }),
  makeOverload('json.parse(string): optional<dyn>', parseJsonValue),
  makeOverload('slug(string): string', slug),
  makeOverload('string.withQuery(map<string, dyn>): string', replaceQuery),
]
