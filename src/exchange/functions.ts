// Functions of the language that read only their arguments.

import { createHmac, hash } from 'node:crypto'
import { printJson } from '../base/json.ts'
import { EvaluationError } from '../cel/evaluate.ts'
import type { Value } from '../cel/value.ts'
import { conforms } from '../schema/conforms.ts'
import { noKeys } from './names.ts'
import { convertValueToJson } from './value-json.ts'

const functions: ReadonlyMap<string, (first: Value, second: Value) => Value> = new Map<string, (first: Value, second: Value) => Value>([
  ['conforms', conformsTo],
  // The platform hashes the text as UTF-8, like `bytesOf`.
  ['digest', (of) => hash('sha256', typeof of === 'string' ? of : readBytes(of), 'hex')],
  ['hmac', (of, key) => createHmac('sha256', readBytes(key)).update(readBytes(of)).digest('hex')],
])

export function hasFunction(name: string): boolean {
  return functions.has(name)
}

/** Undefined for an unknown function. */
export function callFunction(name: string, [first = null, second = null]: readonly Value[]): Value | undefined {
  return functions.get(name)?.(first, second)
}

function conformsTo(value: Value, schema: Value): boolean {
  const answer = conforms(convertValueToJson(value, noKeys), convertValueToJson(schema, noKeys))
  if (typeof answer === 'boolean') return answer
  throw new EvaluationError('conversion', `the schema cannot be evaluated: ${answer.problem}`)
}

function readBytes(value: Value): Uint8Array {
  if (value instanceof Uint8Array) return value
  return new TextEncoder().encode(typeof value === 'string' ? value : printJson(convertValueToJson(value, noKeys)))
}
