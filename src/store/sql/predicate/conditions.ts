// Translates conditions over rows: 1 or 0, and null only if a rule hides a value that they read.

import type { Expression, Operator } from '../../../cel/expression.ts'
import { withoutNull } from '../../../cel/fits.ts'
import { folds } from '../../../cel/values/fold.ts'
import { type Kept, storedTypeOf } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import { memberSql, memberTable } from '../members.ts'
import { quote } from '../names.ts'
import type { RowSources } from '../source.ts'
import { alignNumbers, exactNumber, isArithmetic, keptAsExact } from './numbers.ts'
import { boundKey, columnAt, computedAt, keyColumnsOf, recordSource } from './paths.ts'
import { subquery } from './records.ts'
import { withRulesDone, atPlace, never, shownWhere } from './visible.ts'
import {
  type ReadGuard,
  type SqlParameter,
  type Translation,
  bind,
  give,
  guardedBy,
  guardsOf,
  isRecordType,
  mirrorOperator,
  resourceOfType,
  tryTranslate,
} from './translation.ts'

export function translateCondition(translation: Translation, expression: Expression, rows: RowSources): string {
  if (isClosed(expression, rows)) return bind(translation, expression, { kind: 'value', kept: { kind: 'boolean' }, round: 'exact' })
  const inner = (part: Expression, guards: readonly ReadGuard[] = []): string => translateCondition(guardedBy(translation, guards), part, rows)
  switch (expression.kind) {
    case 'literal':
      return expression.value === true ? 'TRUE' : expression.value === false ? 'FALSE' : give()
    case 'not':
      return expression.operand.kind === 'select' ? truth(translation, expression.operand, rows, false) : `NOT ${inner(expression.operand)}`
    case 'and':
    case 'or':
      return `(${inner(expression.left)} ${expression.kind === 'and' ? 'AND' : 'OR'} ${inner(expression.right, guardsOf(expression.left, expression.kind === 'and', rows))})`
    case 'conditional': {
      const { then, otherwise } = expression
      const test = testOf(translation, expression.test, rows)
      return `${test.when} ${inner(then, guardsOf(expression.test, true, rows))} ${test.otherwise} ${inner(otherwise, guardsOf(expression.test, false, rows))} END`
    }
    case 'has': {
      const where = shownWhere(translation, expression, rows)
      const isThere = `${columnAt(withRulesDone(translation), expression, rows).sql} IS NOT NULL`
      return where === undefined ? isThere : `CASE WHEN ${where} THEN ${isThere} ELSE FALSE END`
    }
    case 'select':
      return truth(translation, expression, rows)
    case 'binary':
      return whereShown(translation, expression, rows, (visible) => binary(visible, expression, rows))
    case 'macro':
      return whereShown(translation, expression, rows, (visible) => macro(visible, expression, rows))
    case 'call':
      return whereShown(translation, expression, rows, (asked) => (expression.name === 'matches' ? patternTest : textTest)(asked, expression, rows))
    default:
      return give()
  }
}

/** `CASE WHEN test THEN`, and the text before the other branch: neither branch applies if the test is hidden. */
export function testOf(translation: Translation, test: Expression, rows: RowSources): { readonly when: string; readonly otherwise: string; readonly canHide: boolean } {
  const before = translation.hiding?.count
  const sql = translation.condition(translation, test, rows)
  const canHide = translation.hiding?.count !== before
  return canHide ? { when: `CASE ${sql} WHEN TRUE THEN`, otherwise: 'WHEN FALSE THEN', canHide } : { when: `CASE WHEN ${sql} THEN`, otherwise: 'ELSE', canHide }
}

/** Null if the value of the expression is hidden. */
function whereShown(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
  work: (translation: Translation) => string,
  of: 'value' | 'path' = 'value',
): string {
  const where = shownWhere(translation, expression, rows, of)
  if (where === undefined) return work(withRulesDone(translation))
  // A null in boolean context.
  return where === never ? '(NULL AND TRUE)' : `CASE WHEN ${where} THEN ${work(withRulesDone(translation))} END`
}

/** A property that is true or false, compared so that an index is of use. */
function truth(translation: Translation, expression: Extract<Expression, { kind: 'select' }>, rows: RowSources, is = true): string {
  if (expression.type.kind !== 'bool') return give()
  const computed = computedAt(translation, expression, rows)
  if (computed === undefined) return whereShown(translation, expression, rows, (visible) => `${columnAt(visible, expression, rows).sql} = ${is ? 'TRUE' : 'FALSE'}`)
  const inside = atPlace(translation, (rules) => rules.inProperty(resourceOfType(expression.operand.type)!, expression.member))
  return whereShown(translation, expression, rows, () => `${is ? '' : 'NOT '}${translateCondition(inside, computed.expression, computed.rows)}`, 'path')
}

function binary(translation: Translation, { operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: RowSources): string {
  if (operator === 'in') return membership(translation, left, right, rows)
  const equality = operator === '==' || operator === '!='
  if (isRecordType(left.type) || isRecordType(right.type)) return equality ? sameRecord(translation, operator, left, right, rows) : give()
  if (!equality && !['<', '<=', '>', '>='].includes(operator)) return give()
  if (left.type.kind === 'null' || right.type.kind === 'null') return againstNull(translation, operator, left.type.kind === 'null' ? right : left, rows)
  if (folds(left.type) || folds(right.type)) return compareBeside(translation, operator, left, right, rows, 'folded')
  if (areUnbounded(translation, left, right, rows)) return compareBeside(translation, operator, left, right, rows, 'ordered')
  const kept = comparable(translation, left, right, rows)
  if (kept === undefined) return numbers(translation, operator, left, right, rows)
  const word = operator === '==' ? equalWord(translation, left, right, rows) : operator === '!=' ? 'IS DISTINCT FROM' : operator
  const a = operand(translation, left, kept, mirrorOperator(operator), rows)
  return `${a} ${word} ${operand(translation, right, kept, operator, rows)}`
}

/** True if both sides are unbounded decimals, or one is and the other is a parameter. */
function areUnbounded(translation: Translation, left: Expression, right: Expression, rows: RowSources): boolean {
  const open = [left, right].filter((side) => !isClosed(side, rows))
  return open.every((side) => withoutNull(side.type).kind === 'decimal' && storedTypeIn(translation, side, rows)?.kind === 'json')
}

/** The additional column by which a property is compared: in lower case, or in numeric order. */
type Beside = 'folded' | 'ordered'

/** The binding of a value that is compared with such a column. */
const beside: { readonly [column in Beside]: SqlParameter['as'] } = {
  folded: { kind: 'folded' },
  ordered: { kind: 'value', kept: { kind: 'ordered' }, round: 'exact' },
}

/** Compares by the additional columns; parameters are converted to their form. */
function compareBeside(translation: Translation, operator: Operator, left: Expression, right: Expression, rows: RowSources, as: Beside): string {
  const word = operator === '==' ? equalWord(translation, left, right, rows) : operator === '!=' ? 'IS DISTINCT FROM' : operator
  const [a, b] = [left, right].map((side) => (isClosed(side, rows) ? bind(translation, side, beside[as]) : besideColumn(translation, side, as, rows)))
  return `${a} ${word} ${b}`
}

/** The column that a property is compared by. */
function besideColumn(translation: Translation, expression: Expression, as: Beside, rows: RowSources): string {
  const computed = computedAt(translation, expression, rows)
  if (computed !== undefined) return besideColumn(translation, computed.expression, as, computed.rows)
  if (expression.kind !== 'select') return give()
  const { owner } = columnAt(translation, expression, rows)
  return `${owner.alias}.${quote(owner.table[as].get(expression.member) ?? give())}`
}

/** Compares two numeric columns of different storage: in the finer unit. */
function numbers(translation: Translation, operator: Operator, left: Expression, right: Expression, rows: RowSources): string {
  if (isClosed(left, rows) || isClosed(right, rows) || !isArithmetic(left) || !isArithmetic(right)) return give()
  const [a, b] = alignNumbers(exactNumber(translation, left, rows), exactNumber(translation, right, rows))
  return `${a.sql} ${operator === '==' ? '=' : operator === '!=' ? '<>' : operator} ${b.sql}`
}

/**
 * `IS NOT DISTINCT FROM` if either side can be null, so that the result never is; otherwise `=`. A parameter may be null, such as
 * `caller.id`.
 */
function equalWord({ given }: Translation, left: Expression, right: Expression, rows: RowSources): string {
  const canBeNull = (side: Expression): boolean => (isClosed(side, rows) ? given?.has(side) !== true : side.type.kind === 'nullable')
  return [left, right].some(canBeNull) ? 'IS NOT DISTINCT FROM' : '='
}

function againstNull(translation: Translation, operator: Operator, other: Expression, rows: RowSources): string {
  const word = operator === '==' ? 'IS NULL' : operator === '!=' ? 'IS NOT NULL' : give()
  return isRecordType(other.type) ? `${keyColumnsOf(translation, other, rows)[0] ?? give()} ${word}` : `${value(translation, other, rows)} ${word}`
}

/** The storage of both sides: that of the side that is a column. */
function comparable(translation: Translation, left: Expression, right: Expression, rows: RowSources): Kept | undefined {
  const kepts = [left, right].filter((side) => !isClosed(side, rows)).map((side) => storedTypeIn(translation, side, rows))
  const [first, second] = kepts
  if (first === undefined || first.kind === 'json' || first.kind === 'bytes') return undefined
  return kepts.length === 2 && (second === undefined || second.kind !== first.kind || scaleOf(first) !== scaleOf(second)) ? undefined : first
}

function storedTypeIn(translation: Translation, expression: Expression, rows: RowSources): Kept | undefined {
  const computed = computedAt(translation, expression, rows)
  if (computed !== undefined) return storedTypeIn(translation, computed.expression, computed.rows)
  if (expression.kind === 'select') {
    const owner = recordSource(translation, expression.operand, rows)
    const columns = owner?.table.byProperty.get(expression.member)
    return columns?.length === 1 ? columns[0]!.kept : undefined
  }
  if (expression.kind === 'call' || expression.kind === 'macro' || expression.type.kind === 'string') return storedTypeOf(expression.type)
  // A trial translation: its parameters are discarded.
  const exact = tryTranslate(() => exactNumber({ ...translation, out: [] }, expression, rows))
  return exact && keptAsExact(expression, exact)
}

/** One side of a comparison, seen `towards` the other. Parameters are rounded so that the result stays correct. */
function operand(translation: Translation, expression: Expression, kept: Kept, towards: Operator, rows: RowSources): string {
  if (!isClosed(expression, rows)) return value(translation, expression, rows)
  const round = towards === '<' || towards === '>=' ? 'up' : towards === '<=' || towards === '>' ? 'down' : 'exact'
  return bind(translation, expression, { kind: 'value', kept, round, ...(round === 'exact' ? { equal: true } : {}) })
}

/** Translates a value of a row: a column, a count of rows, or a computation with them. */
export function value(translation: Translation, expression: Expression, rows: RowSources): string {
  const computed = computedAt(translation, expression, rows)
  if (computed !== undefined) return value(translation, computed.expression, computed.rows)
  if (expression.kind === 'select') return columnAt(translation, expression, rows).sql
  if (expression.kind === 'binary' && expression.type.kind === 'string') return joinParts(translation, expression, rows)
  if (expression.kind === 'call' && expression.name === 'size') return size(translation, expression, rows)
  return exactNumber(translation, expression, rows).sql
}

function joinParts(translation: Translation, { operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: RowSources): string {
  if (operator !== '+') return give()
  const part = (of: Expression): string => {
    if (isClosed(of, rows)) return bind(translation, of, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })
    return of.type.kind === 'string' || of.type.kind === 'enum' ? value(translation, of, rows) : give()
  }
  const first = part(left)
  return `(${first} || ${part(right)})`
}

function size(translation: Translation, expression: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const of = expression.target ?? expression.arguments[0]!
  if (of.type.kind === 'query') return exactNumber(translation, expression, rows).sql
  if (of.kind !== 'select' || of.type.kind === 'nullable') return give()
  const { sql } = columnAt(translation, of, rows)
  return of.type.kind === 'string' || of.type.kind === 'enum' ? `length(${sql})` : of.type.kind === 'list' ? translation.layout.dialect.countItems(sql) : give()
}

/** A text that a literal pattern matches. */
function patternTest(translation: Translation, { target, arguments: args }: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const [subject, pattern] = target === undefined ? args : [target, ...args]
  if (subject === undefined || pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || subject.type.kind === 'nullable') return give()
  if (storedTypeIn(translation, subject, rows)?.kind !== 'text') return give()
  return translation.layout.dialect.matches(value(translation, subject, rows), pattern.value, () => bind(translation, pattern, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })) ?? give()
}

function textTest(translation: Translation, { name, target, arguments: args }: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const [part] = args
  if (target === undefined || part === undefined || args.length !== 1 || target.type.kind === 'nullable') return give()
  if (!isClosed(part, rows) || storedTypeIn(translation, target, rows)?.kind !== 'text') return give()
  const boundOperand = (): string => bind(translation, part, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })
  const column = value(translation, target, rows)
  switch (name) {
    case 'startsWith':
      return `substr(${column}, 1, length(${boundOperand()})) = ${boundOperand()}`
    case 'endsWith':
      return `(length(${column}) >= length(${boundOperand()}) AND substr(${column}, length(${column}) - length(${boundOperand()}) + 1) = ${boundOperand()})`
    case 'contains':
      return `${translation.layout.dialect.position(column, boundOperand())} > 0`
    default:
      return give()
  }
}

/** Translates membership in a bound list, or in a list column. */
function membership(translation: Translation, item: Expression, list: Expression, rows: RowSources): string {
  const isFolded = folds(item.type) || folds(list.type)
  const { items } = translation.layout.dialect
  if (isClosed(list, rows)) {
    if (isFolded)
      return item.type.kind === 'nullable'
        ? give()
        : `${besideColumn(translation, item, 'folded', rows)} IN (${items(bind(translation, list, { kind: 'list', kept: { kind: 'text' }, folded: true }), 'text')})`
    const kept = storedTypeIn(translation, item, rows)
    if (kept === undefined || item.type.kind === 'nullable' || (kept.kind === 'json' && item.type.kind !== 'decimal') || kept.kind === 'bytes' || kept.kind === 'double')
      return give()
    return `${value(translation, item, rows)} IN (${items(bind(translation, list, { kind: 'list', kept }), kept.kind)})`
  }
  if (isFolded || list.kind !== 'select' || list.type.kind !== 'list' || !isClosed(item, rows)) return give()
  const owner = recordSource(translation, list.operand, rows)
  const members = owner && memberTable(translation.layout, owner.table.resource, list.member)
  if (members !== undefined) {
    const resource = resourceOfType(list.type.element)
    return memberSql(members, owner!.alias, [
      bind(translation, item, resource === undefined ? { kind: 'value', kept: members.kept, round: 'exact' } : { kind: 'key', resource, index: 0 }),
    ])
  }
  if (!['string', 'enum'].includes(list.type.element.kind)) return give()
  const { sql } = columnAt(translation, list, rows)
  return `${bind(translation, item, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })} IN (${items(sql, 'text')})`
}

function macro(translation: Translation, { name, range, variables, arguments: [test] }: Extract<Expression, { kind: 'macro' }>, rows: RowSources): string {
  const [variable] = variables
  if (range.type.kind !== 'query' || test === undefined || variable === undefined || variables.length > 1) return give()
  const anyItem = (negated: boolean): string => subquery(translation, range, rows, { variable, test, negated })
  switch (name) {
    case 'exists':
      return `EXISTS (SELECT 1 FROM ${anyItem(false)})`
    case 'all':
      return `NOT EXISTS (SELECT 1 FROM ${anyItem(true)})`
    case 'exists_one':
      return `(SELECT count(*) FROM ${anyItem(false)}) = 1`
    default:
      return give()
  }
}

function sameRecord(translation: Translation, operator: Operator, left: Expression, right: Expression, rows: RowSources): string {
  if (left.type.kind === 'null' || right.type.kind === 'null') return againstNull(translation, operator, left.type.kind === 'null' ? right : left, rows)
  const resource = resourceOfType(left.type) ?? resourceOfType(right.type)
  const [a, b] = [left, right].map((side) => (isClosed(side, rows) ? boundKey(translation, side, resource) : keyColumnsOf(translation, side, rows))) as [
    string[],
    string[],
  ]
  if (a.length === 0 || a.length !== b.length) return give()
  // A reference to a key that ignores case may be spelled differently from the record.
  const table = translation.layout.tables.get(resource ?? give())
  if (table?.key.some(({ property }) => table.folded.has(property))) return give()
  const word = equalWord(translation, left, right, rows)
  const same = a.map((column, index) => `${column} ${word} ${b[index]}`).join(' AND ')
  return operator === '==' ? `(${same})` : `NOT (${same})`
}

function scaleOf(kept: Kept): number | undefined {
  return kept.kind === 'decimal' ? kept.scale : undefined
}
