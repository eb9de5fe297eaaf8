// Evaluates JSONPath (RFC 9535) as Hurl does: a path to at most one value gives that value, any other path a list.

import { countCodePoints } from '../../base/code-points.ts'
import { compilePattern } from '../../base/pattern.ts'
import type { Comparable, JsonPath, PathSegment, Selector, Test } from './json-path-syntax.ts'
import { equalHurlValues, isHurlList, isObject, orderValues, type HurlValue } from './value.ts'

/** The result of a path: a list if it can select several values; undefined if it selects at most one value and finds none. */
export function findPath(path: JsonPath, root: HurlValue): HurlValue | undefined {
  const values = selectNodes(path, root, root)
  return path.singular ? values[0] : values
}

function selectNodes(path: JsonPath, current: HurlValue, root: HurlValue): HurlValue[] {
  let values: HurlValue[] = [path.from === '$' ? root : current]
  for (const segment of path.segments) values = values.flatMap((each) => applySegment(segment, each, root))
  return values
}

function applySegment(segment: PathSegment, value: HurlValue, root: HurlValue): HurlValue[] {
  const selected = segment.selectors.flatMap((each) => applySelector(each, value, root))
  return segment.descendant ? [...selected, ...listChildren(value).flatMap((each) => applySegment(segment, each, root))] : selected
}

function listChildren(value: HurlValue): HurlValue[] {
  if (isHurlList(value)) return [...value]
  return isObject(value) ? [...value.values()] : []
}

function applySelector(selector: Selector, value: HurlValue, root: HurlValue): HurlValue[] {
  switch (selector.kind) {
    case 'name':
      return isObject(value) && value.has(selector.name) ? [value.get(selector.name)!] : []
    case 'all':
      return listChildren(value)
    case 'index': {
      if (!isHurlList(value)) return []
      const item = value.at(selector.index)
      return item === undefined ? [] : [item]
    }
    case 'slice':
      return isHurlList(value) ? slice(value, selector) : []
    case 'filter':
      return listChildren(value).filter((each) => testHolds(selector.test, each, root))
  }
}

/** RFC 9535, section 2.3.4.2: bounds beyond the ends are the ends; a step of zero selects nothing. */
function slice(list: readonly HurlValue[], { start, end, step }: Extract<Selector, { kind: 'slice' }>): HurlValue[] {
  const { length } = list
  const fromStart = (index: number): number => (index < 0 ? length + index : index)
  const values: HurlValue[] = []
  if (step > 0) {
    const stop = Math.min(Math.max(fromStart(end ?? length), 0), length)
    for (let index = Math.min(Math.max(fromStart(start ?? 0), 0), length); index < stop; index += step) values.push(list[index]!)
  } else if (step < 0) {
    const stop = Math.min(Math.max(end === undefined ? -1 : fromStart(end), -1), length - 1)
    for (let index = Math.min(Math.max(fromStart(start ?? length - 1), -1), length - 1); index > stop; index += step)
      values.push(list[index]!)
  }
  return values
}

function testHolds(test: Test, current: HurlValue, root: HurlValue): boolean {
  switch (test.kind) {
    case 'and':
      return test.tests.every((each) => testHolds(each, current, root))
    case 'or':
      return test.tests.some((each) => testHolds(each, current, root))
    case 'not':
      return !testHolds(test.test, current, root)
    case 'exists':
      return selectNodes(test.path, current, root).length > 0
    case 'pattern':
      return doesPatternHold(test.isFullMatch, evaluateOperand(test.text, current, root), evaluateOperand(test.pattern, current, root))
    case 'compare':
      return doesComparisonHold(test.operator, evaluateOperand(test.left, current, root), evaluateOperand(test.right, current, root))
  }
}

/** The compared value; undefined if the path finds none, which equals only another missing value. */
function evaluateOperand(comparable: Comparable, current: HurlValue, root: HurlValue): HurlValue | undefined {
  switch (comparable.kind) {
    case 'literal':
      return comparable.value
    case 'path': {
      const values = selectNodes(comparable.path, current, root)
      return values.length === 1 ? values[0] : undefined
    }
    case 'count':
      return BigInt(selectNodes(comparable.path, current, root).length)
    case 'length':
      return measureLength(evaluateOperand(comparable.of, current, root))
  }
}

function measureLength(value: HurlValue | undefined): HurlValue | undefined {
  if (typeof value === 'string') return BigInt(countCodePoints(value))
  if (value === undefined) return undefined
  if (isHurlList(value)) return BigInt(value.length)
  return isObject(value) ? BigInt(value.size) : undefined
}

function doesComparisonHold(operator: string, a: HurlValue | undefined, b: HurlValue | undefined): boolean {
  const isEqual = a === undefined || b === undefined ? a === b : equalHurlValues(a, b)
  const order = a === undefined || b === undefined ? undefined : orderValues(a, b)
  switch (operator) {
    case '==':
      return isEqual
    case '!=':
      return !isEqual
    case '<':
      return order !== undefined && order < 0
    case '<=':
      return isEqual || (order !== undefined && order <= 0)
    case '>':
      return order !== undefined && order > 0
    default:
      return isEqual || (order !== undefined && order >= 0)
  }
}

function doesPatternHold(isWholeText: boolean, text: HurlValue | undefined, pattern: HurlValue | undefined): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false
  return compilePattern(isWholeText ? `^(?:${pattern})$` : pattern).pattern?.test(text) ?? false
}
