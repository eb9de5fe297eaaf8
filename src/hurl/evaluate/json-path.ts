// JSONPath, as Hurl has it: RFC 9535, where a path that can find only one value gives that value, and any other a list.

import { codePointLength } from '../../base/code-points.ts'
import { compilePattern } from '../../base/pattern.ts'
import type { Comparable, Path, Segment, Selector, Test } from './json-path-syntax.ts'
import { equal, isList, isObject, order, type Value } from './value.ts'

/** What a path finds; a list for paths that can find several, and undefined where one that names one value finds none. */
export function find(path: Path, root: Value): Value | undefined {
  const found = nodes(path, root, root)
  return path.singular ? found[0] : found
}

function nodes(path: Path, current: Value, root: Value): Value[] {
  let found: Value[] = [path.from === '$' ? root : current]
  for (const segment of path.segments) found = found.flatMap((each) => inSegment(segment, each, root))
  return found
}

function inSegment(segment: Segment, value: Value, root: Value): Value[] {
  const here = segment.selectors.flatMap((each) => select(each, value, root))
  return segment.descendant ? [...here, ...children(value).flatMap((each) => inSegment(segment, each, root))] : here
}

function children(value: Value): Value[] {
  if (isList(value)) return [...value]
  return isObject(value) ? [...value.values()] : []
}

function select(selector: Selector, value: Value, root: Value): Value[] {
  switch (selector.kind) {
    case 'name':
      return isObject(value) && value.has(selector.name) ? [value.get(selector.name)!] : []
    case 'all':
      return children(value)
    case 'index': {
      if (!isList(value)) return []
      const found = value.at(selector.index)
      return found === undefined ? [] : [found]
    }
    case 'slice':
      return isList(value) ? slice(value, selector) : []
    case 'filter':
      return children(value).filter((each) => holds(selector.test, each, root))
  }
}

/** RFC 9535, section 2.3.4.2: bounds beyond the ends are the ends; a step of zero selects nothing. */
function slice(list: readonly Value[], { start, end, step }: Extract<Selector, { kind: 'slice' }>): Value[] {
  const { length } = list
  const from = (index: number): number => (index < 0 ? length + index : index)
  const found: Value[] = []
  if (step > 0) {
    const last = Math.min(Math.max(from(end ?? length), 0), length)
    for (let index = Math.min(Math.max(from(start ?? 0), 0), length); index < last; index += step) found.push(list[index]!)
  } else if (step < 0) {
    const last = Math.min(Math.max(end === undefined ? -1 : from(end), -1), length - 1)
    for (let index = Math.min(Math.max(from(start ?? length - 1), -1), length - 1); index > last; index += step) found.push(list[index]!)
  }
  return found
}

function holds(test: Test, current: Value, root: Value): boolean {
  switch (test.kind) {
    case 'and':
      return test.tests.every((each) => holds(each, current, root))
    case 'or':
      return test.tests.some((each) => holds(each, current, root))
    case 'not':
      return !holds(test.test, current, root)
    case 'exists':
      return nodes(test.path, current, root).length > 0
    case 'pattern':
      return matches(test.whole, operand(test.text, current, root), operand(test.pattern, current, root))
    case 'compare':
      return compares(test.operator, operand(test.left, current, root), operand(test.right, current, root))
  }
}

/** The value compared; undefined for a path that finds none, which equals only another such. */
function operand(of: Comparable, current: Value, root: Value): Value | undefined {
  switch (of.kind) {
    case 'literal':
      return of.value
    case 'path': {
      const found = nodes(of.path, current, root)
      return found.length === 1 ? found[0] : undefined
    }
    case 'count':
      return BigInt(nodes(of.path, current, root).length)
    case 'length':
      return lengthOf(operand(of.of, current, root))
  }
}

function lengthOf(value: Value | undefined): Value | undefined {
  if (typeof value === 'string') return BigInt(codePointLength(value))
  if (value === undefined) return undefined
  return isList(value) ? BigInt(value.length) : isObject(value) ? BigInt(value.size) : undefined
}

function compares(operator: string, a: Value | undefined, b: Value | undefined): boolean {
  const same = a === undefined || b === undefined ? a === b : equal(a, b)
  const ordered = a === undefined || b === undefined ? undefined : order(a, b)
  switch (operator) {
    case '==':
      return same
    case '!=':
      return !same
    case '<':
      return ordered !== undefined && ordered < 0
    case '<=':
      return same || (ordered !== undefined && ordered <= 0)
    case '>':
      return ordered !== undefined && ordered > 0
    default:
      return same || (ordered !== undefined && ordered >= 0)
  }
}

function matches(whole: boolean, text: Value | undefined, pattern: Value | undefined): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false
  return compilePattern(whole ? `^(?:${pattern})$` : pattern).pattern?.test(text) ?? false
}
