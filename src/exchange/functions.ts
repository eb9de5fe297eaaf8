// Functions that the language adds and that read nothing but their arguments.

import { createHmac, hash } from 'node:crypto'
import { EvaluationError } from '../cel/evaluate.ts'
import type { Value } from '../cel/value.ts'
import { conforms } from '../schema/conforms.ts'
import { noKeys } from './names.ts'
import { jsonOf } from './value-json.ts'

/** Undefined where there is no such function. */
export function callFunction(name: string, [first = null, second = null]: readonly Value[]): Value | undefined {
  switch (name) {
    case 'conforms':
      return conformsTo(first, second)
    case 'digest':
      return hash('sha256', bytesOf(first), 'hex')
    case 'hmac':
      return createHmac('sha256', bytesOf(second)).update(bytesOf(first)).digest('hex')
    default:
      return undefined
  }
}

function conformsTo(value: Value, schema: Value): boolean {
  const answer = conforms(jsonOf(value, noKeys), jsonOf(schema, noKeys))
  if (typeof answer === 'boolean') return answer
  throw new EvaluationError('conversion', `the schema cannot be asked: ${answer.problem}`)
}

function bytesOf(value: Value): Uint8Array {
  if (value instanceof Uint8Array) return value
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(jsonOf(value, noKeys)))
}
