// Writes out conditions that go through a list of the request: `words.all(w, this.title.contains(w))` becomes a condition for each item,
// which a database can compute.

import { isClosed } from './closed.ts'
import { EvaluationError } from './evaluate.ts'
import type { Expression } from './expression.ts'
import { asList, bool, intType } from './fits.ts'
import { partsOf } from './parts.ts'
import { withParts } from './rebuild.ts'
import type { Value } from './value.ts'
import { isHidden } from './values/hidden.ts'

type Macro = Extract<Expression, { kind: 'macro' }>

/** The most items of a list that is written out: a statement has a part for each. */
export const maxUnrolled = 100

/** True for `exists` and `all` over a list, which a condition for each item can replace. */
export function canUnroll({ name, range }: Macro): boolean {
  return (name === 'exists' || name === 'all') && range.type.kind !== 'query' && asList(range.type).kind === 'list'
}

/** The bound of the list in the schema; undefined without one. */
export function findMostItems({ range }: Macro): bigint | undefined {
  const listed = asList(range.type)
  return listed.kind === 'list' ? listed.bounds?.most : undefined
}

/** A condition for the lists of one request; requests with lists of equal lengths have the same `key`, and share the condition. */
export type UnrolledCondition = { readonly key: string; readonly condition: Expression }

export type Unroller = {
  /** `value` evaluates what depends on no row. */
  readonly unroll: (value: (expression: Expression) => Value) => UnrolledCondition
  /** The condition for lists of one item, which has the same parts as that of any other. */
  readonly sample: Expression
}

/** `rows` are the variables for rows. Undefined if the condition goes through no list of the request. */
export function createUnroller(condition: Expression, rows: ReadonlySet<string>): Unroller | undefined {
  if (!hasList(condition, rows)) return undefined
  const cached = new Map<string, Expression>()
  const write = (lengths: readonly number[]): UnrolledCondition => {
    const key = lengths.join('.')
    const known = cached.get(key)
    if (known !== undefined) return { key, condition: known }
    const written = writeOut(condition, rows, lengths.values())
    if (cached.size >= maxCached) cached.clear()
    cached.set(key, written)
    return { key, condition: written }
  }
  const lists = [...listRanges(condition, rows)]
  return {
    unroll: (value) => write(lists.map((range) => countItems(range, value))),
    sample: writeOut(condition, rows, lists.map(() => 1).values()),
  }
}

/** A client chooses the lengths of its lists. */
const maxCached = 200

/** A list that cannot be computed has one item, whose computation then fails where the condition needs it. */
function countItems(range: Expression, value: (expression: Expression) => Value): number {
  try {
    const items = value(range)
    return Array.isArray(items) ? items.length : 1
  } catch (error) {
    if (error instanceof EvaluationError || isHidden(error)) return 1
    throw error
  }
}

function isListOfRequest(expression: Expression, rows: ReadonlySet<string>): expression is Macro {
  return expression.kind === 'macro' && canUnroll(expression) && isClosed(expression.range, rows) && !isClosed(expression, rows)
}

function hasList(condition: Expression, rows: ReadonlySet<string>): boolean {
  return !listRanges(condition, rows).next().done
}

/** The lists, in the order in which `writeOut` needs their lengths. A list within the condition of another is left as it is. */
function* listRanges(expression: Expression, rows: ReadonlySet<string>): Generator<Expression> {
  if (isListOfRequest(expression, rows)) yield expression.range
  else
    for (const { expression: part, binds } of partsOf(expression))
      yield* listRanges(part, binds.length === 0 ? rows : new Set([...rows, ...binds]))
}

function writeOut(expression: Expression, rows: ReadonlySet<string>, lengths: Iterator<number>): Expression {
  if (isListOfRequest(expression, rows)) return joinItems(expression, lengths.next().value as number)
  const bindsByPart = new Map(partsOf(expression).map(({ expression: part, binds }) => [part, binds]))
  return withParts(expression, (part) => writeOut(part, new Set([...rows, ...(bindsByPart.get(part) ?? [])]), lengths))
}

/** Joined in halves, so that a long list makes no deep expression. */
function joinItems(macro: Macro, length: number): Expression {
  const { name, start, end } = macro
  const join = (from: number, to: number): Expression => {
    if (from === to) return { kind: 'literal', value: name === 'all', type: bool, start, end }
    if (to - from === 1) return writeItem(macro, from)
    const middle = (from + to) >> 1
    return { kind: name === 'all' ? 'and' : 'or', left: join(from, middle), right: join(middle, to), type: bool, start, end }
  }
  return join(0, length)
}

function writeItem({ range, variables, arguments: [test], start, end }: Macro, index: number): Expression {
  const listed = asList(range.type)
  const position: Expression = { kind: 'literal', value: BigInt(index), type: intType, start, end }
  const item: Expression = {
    kind: 'index',
    operand: range,
    index: position,
    optional: false,
    type: listed.kind === 'list' ? listed.element : listed,
    start,
    end,
  }
  const [first = '', second] = variables
  const values: readonly (readonly [string, Expression])[] =
    second === undefined
      ? [[first, item]]
      : [
          [first, position],
          [second, item],
        ]
  return substitute(test!, new Map(values))
}

function substitute(expression: Expression, values: ReadonlyMap<string, Expression>): Expression {
  if (expression.kind === 'variable') return values.get(expression.name) ?? expression
  const bindsByPart = new Map(partsOf(expression).map(({ expression: part, binds }) => [part, binds]))
  return withParts(expression, (part) => {
    const binds = bindsByPart.get(part) ?? []
    const visible = binds.some((name) => values.has(name)) ? new Map([...values].filter(([name]) => !binds.includes(name))) : values
    return substitute(part, visible)
  })
}
