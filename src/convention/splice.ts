// Handles `$(…)` in the keys and values of a convention: CEL that is inserted into the document, checked once and evaluated for each match.

import { type ExpressionProblem, check } from '../cel/check.ts'
import { evaluate } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import { printCelValue } from '../cel/library/conversions-to-text.ts'
import { readNextToken } from '../cel/token.ts'
import type { Scope, Type } from '../cel/type.ts'
import { typeText } from '../cel/type-text.ts'
import type { Host, Value } from '../cel/value.ts'
import { type Entry, type MapNode, type Node, type Scalar, listScalars, placeWithin } from '../document/node.ts'

/** A scalar's text in pieces; an expression replaces its `$(…)`, whose `$` is at `at`. */
type Piece = { readonly text: string; readonly at: number } | { readonly expression: Expression; readonly at: number }

/** The checked scalars of a tree that contain `$(…)`. */
export type Splices = ReadonlyMap<Scalar, readonly Piece[]>

export type SpliceProblem = ExpressionProblem & { readonly scalar: Scalar }

/** Checks every `$(…)` in a tree; `assumed` holds wherever the tree is used. */
export function readSplices(
  tree: Node,
  scope: Scope,
  assumed: readonly Expression[],
): { readonly splices: Splices; readonly problems: readonly SpliceProblem[] } {
  const splices = new Map<Scalar, readonly Piece[]>()
  const problems: SpliceProblem[] = []
  for (const { scalar, key } of listScalars(tree)) {
    if (!scalar.text.includes('$(')) continue
    const { pieces, problems: newProblems } = readScalar(scalar.text, scope, assumed, key)
    problems.push(...newProblems.map((problem) => ({ ...problem, scalar })))
    splices.set(scalar, pieces)
  }
  return { splices, problems }
}

function readScalar(
  text: string,
  scope: Scope,
  assumed: readonly Expression[],
  key: boolean,
): { pieces: Piece[]; problems: ExpressionProblem[] } {
  const pieces: Piece[] = []
  const problems: ExpressionProblem[] = []
  let at = 0
  while (at < text.length) {
    const spliceStart = text.indexOf('$(', at)
    const end = spliceStart < 0 ? text.length : spliceStart
    if (end > at) pieces.push({ text: text.slice(at, end), at })
    if (spliceStart < 0) break
    const spliceEnd = findClosingParenthesis(text, spliceStart + 2)
    if (spliceEnd === undefined) return { pieces, problems: [...problems, reportUnclosed(spliceStart)] }
    const checked = check(text, scope, undefined, { start: spliceStart + 2, end: spliceEnd, assumed })
    problems.push(...checked.problems)
    if (checked.expression !== undefined) {
      problems.push(...checkSpliceType(checked.expression, text, !key && spliceStart === 0 && spliceEnd === text.length - 1))
      pieces.push({ expression: checked.expression, at: spliceStart })
    }
    at = spliceEnd + 1
  }
  return { pieces, problems }
}

function reportUnclosed(at: number): ExpressionProblem {
  return {
    kind: 'syntax',
    message: '`$(` is never closed: `)` is missing',
    start: at,
    end: at + 2,
    help: 'Where YAML cut the value at a comma, put all of it between quotes.',
  }
}

/** The offset of the closing parenthesis; undefined if no parenthesis closes it. */
function findClosingParenthesis(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; ;) {
    const token = readNextToken(text, at, text.length)
    if ('message' in token || token.kind === 'end') return undefined
    if (token.kind === 'sign' && token.text === '(') depth++
    if (token.kind === 'sign' && token.text === ')' && depth-- === 0) return token.start
    at = token.end
  }
}

const single = new Set<Type['kind']>(['bool', 'int', 'double', 'string', 'enum', 'unknown'])

/** Why a document cannot contain the value: it accepts text, numbers, and lists of them if the expression is the whole scalar. */
function explainType({ kind }: Expression['type'], written: string): string | undefined {
  switch (kind) {
    case 'nullable':
      return `First test in \`where\` that it exists: has(${written}).`
    case 'record':
      return `Write one of its members, such as $(${written}.name).`
    case 'list':
      return 'A list must be the whole value. To put it into text, join it: .join(", ").'
    default:
      return undefined
  }
}

function checkSpliceType({ type, start, end }: Expression, text: string, isWholeText: boolean): ExpressionProblem[] {
  if (single.has(type.kind) || (isWholeText && type.kind === 'list' && single.has(type.element.kind))) return []
  const written = text.slice(start, end)
  const help = explainType(type, written)
  const message =
    type.kind === 'nullable'
      ? `\`${written}\` can be absent, and the text then has no value`
      : `\`${written}\` is ${typeText(type)}, which cannot be written into a document here`
  return [{ kind: 'wrong-type', message, start, end, ...(help === undefined ? {} : { help }) }]
}

/** Replaces every `$(…)` in the tree; nodes without one stay identical. Throws as `evaluate` does. */
export function spliceTree(tree: MapNode, splices: Splices, bindings: ReadonlyMap<string, Value>, host: Host): MapNode {
  const valueOf = (expression: Expression): Value => evaluate(expression, bindings, host)
  const inNode = (node: Node): Node => {
    if (node.kind === 'map') return inMap(node)
    if (node.kind === 'list') return { ...node, items: node.items.flatMap(inItem) }
    return inScalar(node)
  }
  const inMap = (map: MapNode): MapNode => ({ ...map, entries: map.entries.map(inEntry) })
  const inEntry = ({ key, value }: Entry): Entry => {
    const name = inScalar(key)
    return { key: name.kind === 'scalar' ? name : key, value: inNode(value) }
  }
  /** A list that is a whole item of a list is spliced into it. */
  const inItem = (item: Node): readonly Node[] => {
    const node = inNode(item)
    return item.kind === 'scalar' && node.kind === 'list' ? node.items : [node]
  }
  const inScalar = (scalar: Scalar): Node => {
    const pieces = splices.get(scalar)
    if (pieces === undefined) return scalar
    const [only, second] = pieces
    if (second === undefined && only !== undefined && 'expression' in only) return makeNode(valueOf(only.expression), scalar)
    return makeTextNode(
      scalar,
      pieces.map((piece) => ({
        text: 'text' in piece ? piece.text : printCelValue(valueOf(piece.expression)),
        at: piece.at,
        literal: 'text' in piece,
      })),
    )
  }
  return inMap(tree)
}

/** A value as a node, at the place of the scalar with the expression. */
function makeNode(value: Value, scalar: Scalar): Node {
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item: Value) => makeNode(item, scalar)), span: scalar.span }
  const text = printCelValue(value)
  const scalarText =
    typeof value === 'bigint'
      ? Number.isSafeInteger(Number(value))
        ? Number(value)
        : value
      : typeof value === 'number' || typeof value === 'boolean'
        ? value
        : undefined
  return buildScalar(
    text,
    scalarText ?? text,
    scalarText === undefined ? 'double' : 'plain',
    scalar,
    Array.from({ length: text.length + 1 }, () => scalar.span.start),
  )
}

/** Maps each unit of the text to its place in the source, or to the `$` that produced it. */
function makeTextNode(
  scalar: Scalar,
  pieces: readonly { readonly text: string; readonly at: number; readonly literal: boolean }[],
): Scalar {
  const offsets = pieces.flatMap(({ text, at, literal }) =>
    Array.from({ length: text.length }, (_, index) => placeWithin(scalar, literal ? at + index : at)),
  )
  const text = pieces.map((piece) => piece.text).join('')
  return buildScalar(text, text, 'double', scalar, [...offsets, placeWithin(scalar, scalar.text.length)])
}

/** Quoted, so that a name such as `none` stays a name. */
function buildScalar(text: string, value: Scalar['value'], style: Scalar['style'], { span }: Scalar, offsets: readonly number[]): Scalar {
  return { kind: 'scalar', value, text, style, span, offsets }
}
