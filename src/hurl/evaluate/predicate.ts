// Whether what a query found is what an assert says of it.

import { isIpv4, isIpv6 } from '../../base/address.ts'
import { compileRe2 } from '../../base/pattern.ts'
import { parseTimestamp } from '../../base/time.ts'
import { isUuid } from '../../base/uuid.ts'
import type { Operand, Predicate } from '../tree.ts'
import type { PredicateName } from '../words.ts'
import { evaluate, fill, isStuck, type Surroundings } from './template.ts'
import { equal, type Found, found, isInstant, isList, isObject, kindOf, order, problem, shown, type Value } from './value.ts'

/** `expected` as the predicate says it, with its value: `> 5`, `not contains "a"`; for `==` the value alone. */
export type Verdict = { readonly holds: boolean; readonly expected: string; readonly problem?: string }

export function judge(predicate: Predicate, actual: Found, around: Surroundings): Verdict {
  const wanted = predicate.value === undefined ? undefined : operand(predicate.value, around)
  if (wanted?.kind === 'problem') return { holds: false, expected: words(predicate, undefined), problem: wanted.problem }
  const value = wanted?.kind === 'value' ? wanted.value : undefined
  const expected = words(predicate, value)
  if (actual.kind === 'problem') return { holds: false, expected, problem: actual.problem }
  // What finds nothing is no value of any kind; as in Hurl, `not` then holds of every predicate.
  if (actual.kind === 'none') return { holds: predicate.not, expected }
  const holds = test(predicate.name, actual.value, value ?? null)
  if (typeof holds === 'string') return { holds: false, expected, problem: holds }
  return { holds: holds !== predicate.not, expected }
}

function words({ not, name }: Predicate, value: Value | undefined): string {
  if (name === '==' && !not) return value === undefined ? '' : shown(value)
  return `${not ? 'not ' : ''}${name}${value === undefined ? '' : ` ${shown(value)}`}`
}

/** The value that an assert compares with. */
function operand(of: Operand, around: Surroundings): Found {
  switch (of.kind) {
    case 'literal':
      return found(of.value)
    case 'bytes':
      return found(of.bytes)
    case 'pattern':
      return found(of.source)
    case 'placeholder':
      return evaluate(of.expression, around)
    case 'string':
    case 'multiline': {
      const text = fill(of.text, around)
      return isStuck(text) ? problem(text.problem) : found(text)
    }
    case 'file': {
      const name = fill(of.name, around)
      if (isStuck(name)) return problem(name.problem)
      const bytes = around.file(name)
      return bytes === undefined ? problem(`there is no file \`${name}\` beside the scenario`) : found(bytes)
    }
  }
}

/** Whether it holds, or why the two cannot be compared, which no `not` turns into a success. */
function test(name: PredicateName, actual: Value, wanted: Value): boolean | string {
  switch (name) {
    case 'exists':
      return true
    case '==':
      return equal(actual, alike(actual, wanted))
    case '!=':
      return !equal(actual, alike(actual, wanted))
    case '>':
    case '>=':
    case '<':
    case '<=':
      return compared(name, actual, wanted)
    case 'contains':
    case 'includes':
      if (isList(actual)) return actual.some((each) => equal(each, wanted))
      return part(name, actual, wanted, (whole, piece) => whole.includes(piece))
    case 'startsWith':
      return part(name, actual, wanted, (whole, piece) => whole.indexOf(piece) === 0)
    case 'endsWith':
      return part(name, actual, wanted, (whole, piece) => whole.length >= piece.length && whole.lastIndexOf(piece) === whole.length - piece.length)
    case 'matches':
      return matches(actual, wanted as string)
    case 'isEmpty':
      if (typeof actual === 'string' || isList(actual) || actual instanceof Uint8Array) return actual.length === 0
      return isObject(actual) ? actual.size === 0 : `${shown(actual)} is nothing that could be empty`
    default:
      return isOfKind(name, actual)
  }
}

type OfKind = Exclude<Extract<PredicateName, `is${string}`>, 'isEmpty'>

function isOfKind(name: OfKind, actual: Value): boolean {
  const kind = kindOf(actual)
  switch (name) {
    case 'isBoolean':
    case 'isInteger':
    case 'isFloat':
    case 'isString':
    case 'isDate':
    case 'isList':
    case 'isObject':
      return kind === name.slice(2).toLowerCase()
    case 'isNumber':
      return kind === 'integer' || kind === 'float'
    case 'isCollection':
      return kind === 'list' || kind === 'object' || kind === 'bytes'
    case 'isIsoDate':
      return typeof actual === 'string' && parseTimestamp(actual) !== undefined
    case 'isUuid':
      return typeof actual === 'string' && isUuid(actual)
    case 'isIpv4':
      return typeof actual === 'string' && isIpv4(actual)
    case 'isIpv6':
      return typeof actual === 'string' && isIpv6(actual)
  }
}

/** Bytes of a file are compared with text as text. */
function alike(actual: Value, wanted: Value): Value {
  return typeof actual === 'string' && wanted instanceof Uint8Array ? Buffer.from(wanted).toString() : wanted
}

function compared(name: '>' | '>=' | '<' | '<=', actual: Value, wanted: Value): boolean | string {
  const limit = isInstant(actual) && typeof wanted === 'string' ? dateOf(wanted) : wanted
  const sign = order(actual, limit)
  if (sign === undefined) return `${shown(actual)} and ${shown(wanted)} have no order`
  switch (name) {
    case '>':
      return sign > 0
    case '>=':
      return sign >= 0
    case '<':
      return sign < 0
    case '<=':
      return sign <= 0
  }
}

function dateOf(text: string): Value {
  const ms = parseTimestamp(text)
  return ms === undefined ? text : { kind: 'date', ms }
}

/** Of texts, or of bytes, each byte being one character. */
function part(name: string, actual: Value, wanted: Value, holds: (whole: string, piece: string) => boolean): boolean | string {
  const piece = alike(actual, wanted)
  if (typeof actual === 'string' && typeof piece === 'string') return holds(actual, piece)
  const characters = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
  if (actual instanceof Uint8Array && piece instanceof Uint8Array) return holds(characters(actual), characters(piece))
  return `\`${name}\` compares two texts or two runs of bytes, not ${shown(actual)} and ${shown(wanted)}`
}

function matches(actual: Value, source: string): boolean | string {
  if (typeof actual !== 'string') return `\`matches\` reads text, not ${shown(actual)}`
  const { pattern, problem: why } = compileRe2(source)
  return pattern === undefined ? `\`${source}\` is no pattern: ${why}` : pattern.test(actual)
}
