// Evaluates an assert's predicate on the result of its query.

import { isIpv4, isIpv6 } from '../../base/address.ts'
import { compileRe2 } from '../../base/pattern.ts'
import { parseTimestamp } from '../../base/time.ts'
import { isUuid } from '../../base/uuid.ts'
import type { Operand, Predicate } from '../tree.ts'
import type { PredicateName } from '../words.ts'
import { evaluatePlaceholder, fillTemplate, isTemplateProblem, type EvaluationContext } from './template.ts'
import {
  equalHurlValues,
  type QueryResult,
  makeResult,
  isInstant,
  isHurlList,
  isObject,
  hurlKindOf,
  orderValues,
  makeProblemResult,
  showValue,
  type HurlValue,
} from './value.ts'

/** `expected`: the predicate with its value, such as `> 5` or `not contains "a"`; for `==` only the value. */
export type PredicateResult = { readonly holds: boolean; readonly expected: string; readonly problem?: string }

export function evaluatePredicate(predicate: Predicate, actual: QueryResult, context: EvaluationContext): PredicateResult {
  const expectedValue = predicate.value === undefined ? undefined : evaluateOperand(predicate.value, context)
  if (expectedValue?.kind === 'problem')
    return { holds: false, expected: printPredicate(predicate, undefined), problem: expectedValue.problem }
  const value = expectedValue?.kind === 'value' ? expectedValue.value : undefined
  const expected = printPredicate(predicate, value)
  if (actual.kind === 'problem') return { holds: false, expected, problem: actual.problem }
  // An empty result has no kind; as in Hurl, every predicate with `not` then holds.
  if (actual.kind === 'none') return { holds: predicate.not, expected }
  const holds = testPredicate(predicate.name, actual.value, value ?? null)
  if (typeof holds === 'string') return { holds: false, expected, problem: holds }
  return { holds: holds !== predicate.not, expected }
}

function printPredicate({ not, name }: Predicate, value: HurlValue | undefined): string {
  if (name === '==' && !not) return value === undefined ? '' : showValue(value)
  return `${not ? 'not ' : ''}${name}${value === undefined ? '' : ` ${showValue(value)}`}`
}

/** The expected value of an assert. */
function evaluateOperand(operandNode: Operand, context: EvaluationContext): QueryResult {
  switch (operandNode.kind) {
    case 'literal':
      return makeResult(operandNode.value)
    case 'bytes':
      return makeResult(operandNode.bytes)
    case 'pattern':
      return makeResult(operandNode.source)
    case 'placeholder':
      return evaluatePlaceholder(operandNode.expression, context)
    case 'string':
    case 'multiline': {
      const text = fillTemplate(operandNode.text, context)
      return isTemplateProblem(text) ? makeProblemResult(text.problem) : makeResult(text)
    }
    case 'file': {
      const name = fillTemplate(operandNode.name, context)
      if (isTemplateProblem(name)) return makeProblemResult(name.problem)
      const bytes = context.file(name)
      return bytes === undefined ? makeProblemResult(`there is no file \`${name}\` beside the scenario`) : makeResult(bytes)
    }
  }
}

/** True or false, or the reason why the values cannot be compared; with a reason, `not` fails too. */
function testPredicate(name: PredicateName, actual: HurlValue, expectedValue: HurlValue): boolean | string {
  switch (name) {
    case 'exists':
      return true
    case '==':
      return equalHurlValues(actual, toComparable(actual, expectedValue))
    case '!=':
      return !equalHurlValues(actual, toComparable(actual, expectedValue))
    case '>':
    case '>=':
    case '<':
    case '<=':
      return compare(name, actual, expectedValue)
    case 'contains':
    case 'includes':
      if (isHurlList(actual)) return actual.some((each) => equalHurlValues(each, expectedValue))
      return comparePart(name, actual, expectedValue, (actualText, part) => actualText.includes(part))
    case 'startsWith':
      return comparePart(name, actual, expectedValue, (actualText, part) => actualText.indexOf(part) === 0)
    case 'endsWith':
      return comparePart(
        name,
        actual,
        expectedValue,
        (actualText, part) => actualText.length >= part.length && actualText.lastIndexOf(part) === actualText.length - part.length,
      )
    case 'matches':
      return matches(actual, expectedValue as string)
    case 'isEmpty':
      if (typeof actual === 'string' || isHurlList(actual) || actual instanceof Uint8Array) return actual.length === 0
      return isObject(actual) ? actual.size === 0 : `${showValue(actual)} cannot be empty`
    default:
      return isOfKind(name, actual)
  }
}

type OfKind = Exclude<Extract<PredicateName, `is${string}`>, 'isEmpty'>

function isOfKind(name: OfKind, actual: HurlValue): boolean {
  const kind = hurlKindOf(actual)
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

/** Bytes of a file become text if they are compared with text. */
function toComparable(actual: HurlValue, expectedValue: HurlValue): HurlValue {
  return typeof actual === 'string' && expectedValue instanceof Uint8Array ? Buffer.from(expectedValue).toString() : expectedValue
}

function compare(name: '>' | '>=' | '<' | '<=', actual: HurlValue, expectedValue: HurlValue): boolean | string {
  const comparable = isInstant(actual) && typeof expectedValue === 'string' ? parseDate(expectedValue) : expectedValue
  const order = orderValues(actual, comparable)
  if (order === undefined) return `${showValue(actual)} and ${showValue(expectedValue)} have no order`
  switch (name) {
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
  }
}

function parseDate(text: string): HurlValue {
  const ms = parseTimestamp(text)
  return ms === undefined ? text : { kind: 'date', ms }
}

/** Compares two texts, or two byte arrays with one character per byte. */
function comparePart(
  name: string,
  actual: HurlValue,
  expectedValue: HurlValue,
  holds: (actualText: string, part: string) => boolean,
): boolean | string {
  const part = toComparable(actual, expectedValue)
  if (typeof actual === 'string' && typeof part === 'string') return holds(actual, part)
  const characters = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
  if (actual instanceof Uint8Array && part instanceof Uint8Array) return holds(characters(actual), characters(part))
  return `\`${name}\` compares two texts or two runs of bytes, not ${showValue(actual)} and ${showValue(expectedValue)}`
}

function matches(actual: HurlValue, source: string): boolean | string {
  if (typeof actual !== 'string') return `\`matches\` reads text, not ${showValue(actual)}`
  const { pattern, problem: reason } = compileRe2(source)
  return pattern === undefined ? `\`${source}\` is not a pattern: ${reason}` : pattern.test(actual)
}
