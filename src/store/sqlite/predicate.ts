// A predicate of the document as SQL. What depends on no row is computed once and bound; what SQL would read otherwise
// than expressions do is not translated at all (`undefined`), and whoever asked goes through the rows instead.

import type { Expression, Operator } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import { type Column, type Kept, type Layout, deletedColumn, isSoft, keptAs, sameTenant } from '../layout.ts'
import { isClosed } from './closed.ts'
import { quote } from './names.ts'
import { type Aliases, type Rows, type Source, printFrom, source } from './source.ts'

/** Computed before the statement runs. `round` says how a decimal finer than the column's scale is brought to it. */
export type Parameter = {
  readonly expression: Expression
  readonly as: { readonly kind: 'value'; readonly kept: Kept; readonly round: 'exact' | 'up' | 'down' } | { readonly kind: 'key'; readonly resource: string; readonly index: number } | { readonly kind: 'list'; readonly kept: Kept } | { readonly kind: 'tenant'; readonly resource: string; readonly index: number }
}

/** SQL with a `?` for each parameter, in order. */
export type Fragment = { readonly sql: string; readonly parameters: readonly Parameter[] }

class Untranslatable extends Error {}

function give(): never {
  throw new Untranslatable()
}

export function translator(layout: Layout, aliases: Aliases) {
  /** The predicate as a condition that is 1 or 0, never null; undefined where it is not translated. */
  const predicate = (expression: Expression, rows: Rows): Fragment | undefined =>
    translated((out) => ({ sql: condition(expression, rows, out), parameters: out }))

  /** A count of rows. */
  const number = (expression: Expression): Fragment | undefined =>
    translated((out) => ({ sql: value(expression, new Map(), out), parameters: out }))

  /** Records that are an expression's value: what they are selected from, and by which conditions. */
  const records = (expression: Expression): { from: Source; where: readonly string[]; parameters: readonly Parameter[] } | undefined =>
    isSorted(expression) ? undefined : translated((out) => ({ ...query(expression, new Map(), out), parameters: out }))

  function condition(expression: Expression, rows: Rows, out: Parameter[]): string {
    if (isClosed(expression, rows)) return bind(expression, { kind: 'value', kept: { kind: 'boolean' }, round: 'exact' }, out)
    switch (expression.kind) {
      case 'literal':
        return expression.value === true ? '1' : expression.value === false ? '0' : give()
      case 'not':
        return `NOT ${condition(expression.operand, rows, out)}`
      case 'and':
      case 'or':
        return `(${condition(expression.left, rows, out)} ${expression.kind === 'and' ? 'AND' : 'OR'} ${condition(expression.right, rows, out)})`
      case 'conditional': {
        const test = condition(expression.test, rows, out)
        const then = condition(expression.then, rows, out)
        return `CASE WHEN ${test} THEN ${then} ELSE ${condition(expression.otherwise, rows, out)} END`
      }
      case 'has':
        return `${columnOf(expression.operand, expression.member, rows)} IS NOT NULL`
      case 'select':
        return expression.type.kind === 'bool' ? value(expression, rows, out) : give()
      case 'binary':
        return binary(expression.operator, expression.left, expression.right, rows, out)
      case 'macro':
        return macro(expression, rows, out)
      case 'call':
        return call(expression, rows, out)
      default:
        return give()
    }
  }

  function binary(operator: Operator, left: Expression, right: Expression, rows: Rows, out: Parameter[]): string {
    if (operator === 'in') return membership(left, right, rows, out)
    const equality = operator === '==' || operator === '!='
    if (isRecord(left.type) || isRecord(right.type)) return equality ? sameRecord(operator, left, right, rows, out) : give()
    if (!equality && !['<', '<=', '>', '>='].includes(operator)) return give()
    if (left.type.kind === 'null' || right.type.kind === 'null') return againstNull(operator, left.type.kind === 'null' ? right : left, rows, out)
    const kept = comparable(left, right, rows)
    if (kept === undefined) return give()
    const word = equality ? (operator === '==' ? equalWord(left, right, rows) : `IS NOT`) : operator
    const a = operand(left, kept, operator, true, rows, out)
    return `${a} ${word} ${operand(right, kept, operator, false, rows, out)}`
  }

  /** `IS` where null can stand on either side, so that the answer is never null; `=` where it cannot. What is given may be null, as `caller.id` is. */
  function equalWord(left: Expression, right: Expression, rows: Rows): string {
    return [left, right].some((side) => side.type.kind === 'nullable' || isClosed(side, rows)) ? 'IS' : '='
  }

  function againstNull(operator: Operator, other: Expression, rows: Rows, out: Parameter[]): string {
    const word = operator === '==' ? 'IS NULL' : operator === '!=' ? 'IS NOT NULL' : give()
    if (isRecord(other.type)) return `${keyOf(other, rows)[0] ?? give()} ${word}`
    return `${value(other, rows, out)} ${word}`
  }

  /** What both sides are kept as: that of the side that is a column. Folded text is left to expressions. */
  function comparable(left: Expression, right: Expression, rows: Rows): Kept | undefined {
    const sides = [left, right].filter((side) => !isClosed(side, rows))
    const kepts = sides.map((side) => keptOf(side, rows))
    const [first, second] = kepts
    if (first === undefined || first.kind === 'json' || first.kind === 'bytes') return undefined
    if (kepts.length === 2 && (second === undefined || second.kind !== first.kind || scaleOf(first) !== scaleOf(second))) return undefined
    return first
  }

  function keptOf(expression: Expression, rows: Rows): Kept | undefined {
    if (expression.kind === 'select') {
      const owner = recordSource(expression.operand, rows)
      if (owner === undefined || owner.table.folded.has(expression.member)) return undefined
      const columns = owner.table.byProperty.get(expression.member)
      return columns?.length === 1 ? columns[0]!.kept : undefined
    }
    return expression.kind === 'call' || expression.kind === 'macro' ? keptAs(expression.type) : undefined
  }

  function operand(expression: Expression, kept: Kept, operator: Operator, isLeft: boolean, rows: Rows, out: Parameter[]): string {
    if (!isClosed(expression, rows)) return value(expression, rows, out)
    const towards = isLeft ? mirrored(operator) : operator
    const round = towards === '<' || towards === '>=' ? 'up' : towards === '<=' || towards === '>' ? 'down' : 'exact'
    return bind(expression, { kind: 'value', kept, round }, out)
  }

  /** A value of a row: a column, or a count of rows. */
  function value(expression: Expression, rows: Rows, out: Parameter[]): string {
    if (expression.kind === 'select') return columnOf(expression.operand, expression.member, rows)
    if (expression.kind === 'call' && expression.name === 'size') return size(expression, rows, out)
    return give()
  }

  function size(expression: Extract<Expression, { kind: 'call' }>, rows: Rows, out: Parameter[]): string {
    const of = expression.target ?? expression.arguments[0]!
    if (of.type.kind === 'query') return `(SELECT count(*) FROM ${subquery(of, rows, out, undefined)})`
    if (of.kind !== 'select' || of.type.kind === 'nullable') return give()
    const column = columnOf(of.operand, of.member, rows)
    return of.type.kind === 'string' || of.type.kind === 'enum' ? `length(${column})` : of.type.kind === 'list' ? `json_array_length(${column})` : give()
  }

  function call(expression: Extract<Expression, { kind: 'call' }>, rows: Rows, out: Parameter[]): string {
    const { name, target, arguments: args } = expression
    const [part] = args
    if (target === undefined || part === undefined || args.length !== 1 || target.type.kind === 'nullable') return give()
    if (!isClosed(part, rows) || keptOf(target, rows)?.kind !== 'text') return give()
    const text = { kind: 'value', kept: { kind: 'text' }, round: 'exact' } as const
    const column = value(target, rows, out)
    switch (name) {
      case 'startsWith':
        return `substr(${column}, 1, length(${bind(part, text, out)})) = ${bind(part, text, out)}`
      case 'endsWith':
        return `(length(${column}) >= length(${bind(part, text, out)}) AND substr(${column}, length(${column}) - length(${bind(part, text, out)}) + 1) = ${bind(part, text, out)})`
      case 'contains':
        return `instr(${column}, ${bind(part, text, out)}) > 0`
      default:
        return give()
    }
  }

  /** In a list that is given, or a column that holds one. */
  function membership(item: Expression, list: Expression, rows: Rows, out: Parameter[]): string {
    if (isClosed(list, rows)) {
      const kept = keptOf(item, rows)
      if (kept === undefined || item.type.kind === 'nullable' || kept.kind === 'json' || kept.kind === 'bytes' || kept.kind === 'double') return give()
      return `${value(item, rows, out)} IN (SELECT value FROM json_each(${bind(list, { kind: 'list', kept }, out)}))`
    }
    if (list.kind !== 'select' || list.type.kind !== 'list' || !isClosed(item, rows)) return give()
    if (!['string', 'enum'].includes(list.type.element.kind)) return give()
    const column = columnOf(list.operand, list.member, rows)
    return `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ${bind(item, { kind: 'value', kept: { kind: 'text' }, round: 'exact' }, out)})`
  }

  function macro(expression: Extract<Expression, { kind: 'macro' }>, rows: Rows, out: Parameter[]): string {
    const { name, range, variables } = expression
    const [test] = expression.arguments
    const [variable] = variables
    if (range.type.kind !== 'query' || test === undefined || variable === undefined || variables.length > 1) return give()
    switch (name) {
      case 'exists':
        return `EXISTS (SELECT 1 FROM ${subquery(range, rows, out, { variable, test, negated: false })})`
      case 'all':
        return `NOT EXISTS (SELECT 1 FROM ${subquery(range, rows, out, { variable, test, negated: true })})`
      case 'exists_one':
        return `(SELECT count(*) FROM ${subquery(range, rows, out, { variable, test, negated: false })}) = 1`
      default:
        return give()
    }
  }

  type Extra = { readonly variable: string; readonly test: Expression; readonly negated: boolean }

  /** `Table AS t … WHERE …` of records that are a resource, an inverse, or a filter of either. */
  function subquery(range: Expression, rows: Rows, out: Parameter[], extra: Extra | undefined): string {
    const { from, where } = query(range, rows, out)
    if (extra !== undefined) {
      const test = condition(extra.test, new Map([...rows, [extra.variable, from]]), out)
      where.push(extra.negated ? `NOT ${test}` : test)
    }
    return `${printFrom(from)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`
  }

  function query(range: Expression, rows: Rows, out: Parameter[]): { from: Source; where: string[] } {
    if (range.kind === 'records') return all(range.resource, out)
    if (range.kind === 'macro' && (range.name === 'filter' || range.name === 'sortBy')) {
      if (range.variables.length > 1) return give()
      const inner = query(range.range, rows, out)
      if (range.name === 'filter') inner.where.push(condition(range.arguments[0]!, new Map([...rows, [range.variables[0]!, inner.from]]), out))
      return inner
    }
    if (range.kind === 'select') return inverse(range, rows, out)
    return give()
  }

  function all(resource: string, out: Parameter[]): { from: Source; where: string[] } {
    const from = source(layout.tables.get(resource) ?? give(), aliases)
    return { from, where: [...ofTenant(from, out), ...living(from)] }
  }

  function living({ table, alias }: Source): string[] {
    return isSoft(layout, table.resource) ? [`${alias}.${quote(deletedColumn)} IS NULL`] : []
  }

  function inverse(range: Extract<Expression, { kind: 'select' }>, rows: Rows, out: Parameter[]): { from: Source; where: string[] } {
    const owner = isRecord(range.operand.type) ? resourceOf(range.operand.type) : undefined
    const way = owner === undefined ? undefined : layout.domain.resources.get(owner)?.properties.get(range.member)?.inverse
    if (way === undefined) return give()
    const inner = all(way.resource, out)
    const reference = layout.domain.resources.get(way.resource)?.properties.get(way.property)?.reference
    if (reference === undefined || reference.many) return give()
    const columns = inner.from.table.byProperty.get(way.property)!.map(({ name }) => `${inner.from.alias}.${quote(name)}`)
    const keys = isClosed(range.operand, rows) ? boundKey(range.operand, out) : keyOf(range.operand, rows)
    inner.where.push(...columns.map((column, index) => `${column} = ${keys[index] ?? give()}`))
    return inner
  }

  function sameRecord(operator: Operator, left: Expression, right: Expression, rows: Rows, out: Parameter[]): string {
    if (left.type.kind === 'null' || right.type.kind === 'null') return againstNull(operator, left.type.kind === 'null' ? right : left, rows, out)
    const a = isClosed(left, rows) ? boundKey(left, out) : keyOf(left, rows)
    const b = isClosed(right, rows) ? boundKey(right, out) : keyOf(right, rows)
    if (a.length === 0 || a.length !== b.length) return give()
    // Of a key that ignores case, a reference may be spelled otherwise than the record.
    const resource = resourceOf(left.type) ?? resourceOf(right.type) ?? give()
    if (layout.tables.get(resource)?.key.some(({ property }) => layout.tables.get(resource)!.folded.has(property))) return give()
    const word = equalWord(left, right, rows)
    const same = a.map((column, index) => `${column} ${word} ${b[index]}`).join(' AND ')
    return operator === '==' ? `(${same})` : `NOT (${same})`
  }

  function boundKey(expression: Expression, out: Parameter[]): string[] {
    const resource = resourceOf(expression.type) ?? give()
    const key = layout.tables.get(resource)?.key ?? give()
    return key.map((_, index) => bind(expression, { kind: 'key', resource, index }, out))
  }

  /** The columns that say which record an expression of a row is: its own key, or a reference's columns. */
  function keyOf(expression: Expression, rows: Rows): string[] {
    if (expression.kind === 'variable') {
      const from = rows.get(expression.name) ?? give()
      return from.table.key.map(({ name }) => `${from.alias}.${quote(name)}`)
    }
    if (expression.kind !== 'select' || expression.optional) return give()
    const owner = recordSource(expression.operand, rows) ?? give()
    return (owner.table.byProperty.get(expression.member) ?? give()).map(({ name }) => `${owner.alias}.${quote(name)}`)
  }

  function columnOf(operandOf: Expression, member: string, rows: Rows): string {
    const owner = recordSource(operandOf, rows) ?? give()
    const columns: readonly Column[] = owner.table.byProperty.get(member) ?? give()
    return `${owner.alias}.${quote((columns[0] ?? give()).name)}`
  }

  /** The table that an expression's record stands in, joined where a path leads to it. */
  function recordSource(expression: Expression, rows: Rows): Source | undefined {
    if (expression.kind === 'variable') return rows.get(expression.name)
    if (expression.kind !== 'select' || expression.optional) return undefined
    const owner = recordSource(expression.operand, rows)
    const resource = resourceOf(expression.type)
    if (owner === undefined || resource === undefined) return undefined
    const joined = owner.joins.find(({ path }) => path === expression.member)
    if (joined !== undefined) return joined.source
    const columns = owner.table.byProperty.get(expression.member)
    const table = layout.tables.get(resource)
    if (columns === undefined || table === undefined || columns.length !== table.key.length) return undefined
    const to = source(table, aliases)
    const tenant = sameTenant(layout, owner.table.resource, resource)
    if (tenant === undefined) return undefined
    const pairs = [...tenant.map((column, index) => [table.tenant[index]!, column] as const), ...columns.map((column, index) => [table.key[index]!, column] as const)]
    const on = pairs.map(([theirs, own]) => `${to.alias}.${quote(theirs.name)} = ${owner.alias}.${quote(own.name)}`).join(' AND ')
    owner.joins.push({ path: expression.member, source: to, on })
    return to
  }

  return { predicate, number, records }
}

function translated<T>(work: (out: Parameter[]) => T): T | undefined {
  try {
    return work([])
  } catch (error) {
    if (error instanceof Untranslatable) return undefined
    throw error
  }
}

function bind(expression: Expression, as: Parameter['as'], out: Parameter[]): string {
  out.push({ expression, as })
  return '?'
}

function mirrored(operator: Operator): Operator {
  return operator === '<' ? '>' : operator === '>' ? '<' : operator === '<=' ? '>=' : operator === '>=' ? '<=' : operator
}

function scaleOf(kept: Kept): number | undefined {
  return kept.kind === 'decimal' ? kept.scale : undefined
}

/** The records of one tenant: a condition for each column that says whose they are. */
export function ofTenant({ table, alias }: Source, out: Parameter[]): string[] {
  return table.tenant.map(({ name }, index) => `${alias}.${quote(name)} = ${bind(nothing, { kind: 'tenant', resource: table.resource, index }, out)}`)
}

const nothing: Expression = { kind: 'literal', value: null, type: { kind: 'null' }, start: 0, end: 0 }

function isRecord(type: Type): boolean {
  return resourceOf(type) !== undefined
}

function resourceOf(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? resourceOf(type.of) : undefined
}

/** Whether records were put in an order of their own. */
function isSorted(expression: Expression): boolean {
  return expression.kind === 'macro' && (expression.name === 'sortBy' || isSorted(expression.range))
}
