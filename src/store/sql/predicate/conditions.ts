// Translates conditions over rows: 1 or 0, and null only if a rule hides a value that they read.

import type { Expression } from '../../../cel/expression.ts'
import { isClosed } from '../../../cel/closed.ts'
import { folds } from '../../../cel/values/fold.ts'
import { memberSql, memberTable } from '../members.ts'
import type { RowSources } from '../source.ts'
import { compareValues, derivedColumn } from './comparisons.ts'
import { columnAt, computedAt, recordSource } from './paths.ts'
import { subquery } from './records.ts'
import { type ReadGuard, type Translation, bind, failTranslation, guardedBy, guardsOf, resourceOfType } from './translation.ts'
import { storedTypeIn, value } from './values.ts'
import { withRulesDone, atPlace, never, visibilityCondition } from './visible.ts'

export function translateCondition(translation: Translation, expression: Expression, rows: RowSources): string {
  if (isClosed(expression, rows)) return bind(translation, expression, { kind: 'value', kept: { kind: 'boolean' }, round: 'exact' })
  const inner = (part: Expression, guards: readonly ReadGuard[] = []): string =>
    translateCondition(guardedBy(translation, guards), part, rows)
  switch (expression.kind) {
    case 'literal':
      return expression.value === true ? 'TRUE' : expression.value === false ? 'FALSE' : failTranslation()
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
      const where = visibilityCondition(translation, expression, rows)
      const exists = `${columnAt(withRulesDone(translation), expression, rows).sql} IS NOT NULL`
      return where === undefined ? exists : `CASE WHEN ${where} THEN ${exists} ELSE FALSE END`
    }
    case 'select':
      return truth(translation, expression, rows)
    case 'binary':
      return whereVisible(translation, expression, rows, (visible) => binary(visible, expression, rows))
    case 'macro':
      return whereVisible(translation, expression, rows, (visible) => macro(visible, expression, rows))
    case 'call':
      return whereVisible(translation, expression, rows, (asked) =>
        (expression.name === 'matches' ? patternTest : textTest)(asked, expression, rows),
      )
    default:
      return failTranslation()
  }
}

/** `CASE WHEN test THEN`, and the text before the other branch: neither branch applies if the test is hidden. */
export function testOf(
  translation: Translation,
  test: Expression,
  rows: RowSources,
): { readonly when: string; readonly otherwise: string; readonly canHide: boolean } {
  const before = translation.hiding?.count
  const sql = translation.condition(translation, test, rows)
  const canHide = translation.hiding?.count !== before
  return canHide
    ? { when: `CASE ${sql} WHEN TRUE THEN`, otherwise: 'WHEN FALSE THEN', canHide }
    : { when: `CASE WHEN ${sql} THEN`, otherwise: 'ELSE', canHide }
}

/** Null if the value of the expression is hidden. */
function whereVisible(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
  work: (translation: Translation) => string,
  of: 'value' | 'path' = 'value',
): string {
  const where = visibilityCondition(translation, expression, rows, of)
  if (where === undefined) return work(withRulesDone(translation))
  // A null in boolean context.
  return where === never ? '(NULL AND TRUE)' : `CASE WHEN ${where} THEN ${work(withRulesDone(translation))} END`
}

/** A property that is true or false, compared so that an index is of use. */
function truth(translation: Translation, expression: Extract<Expression, { kind: 'select' }>, rows: RowSources, is = true): string {
  if (expression.type.kind !== 'bool') return failTranslation()
  const computed = computedAt(translation, expression, rows)
  if (computed === undefined)
    return whereVisible(translation, expression, rows, (visible) => `${columnAt(visible, expression, rows).sql} = ${is ? 'TRUE' : 'FALSE'}`)
  const propertyTranslation = atPlace(translation, (rules) => rules.inProperty(resourceOfType(expression.operand.type)!, expression.member))
  return whereVisible(
    translation,
    expression,
    rows,
    () => `${is ? '' : 'NOT '}${translateCondition(propertyTranslation, computed.expression, computed.rows)}`,
    'path',
  )
}

function binary(translation: Translation, expression: Extract<Expression, { kind: 'binary' }>, rows: RowSources): string {
  return expression.operator === 'in'
    ? membership(translation, expression.left, expression.right, rows)
    : compareValues(translation, expression, rows)
}

/** A text that a literal pattern matches. */
function patternTest(
  translation: Translation,
  { target, arguments: args }: Extract<Expression, { kind: 'call' }>,
  rows: RowSources,
): string {
  const [subject, pattern] = target === undefined ? args : [target, ...args]
  if (subject === undefined || pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || subject.type.kind === 'nullable')
    return failTranslation()
  if (storedTypeIn(translation, subject, rows)?.kind !== 'text') return failTranslation()
  return (
    translation.layout.dialect.matches(value(translation, subject, rows), pattern.value, () =>
      bind(translation, pattern, { kind: 'value', kept: { kind: 'text' }, round: 'exact' }),
    ) ?? failTranslation()
  )
}

function textTest(
  translation: Translation,
  { name, target, arguments: args }: Extract<Expression, { kind: 'call' }>,
  rows: RowSources,
): string {
  const [part] = args
  if (target === undefined || part === undefined || args.length !== 1 || target.type.kind === 'nullable') return failTranslation()
  if (!isClosed(part, rows) || storedTypeIn(translation, target, rows)?.kind !== 'text') return failTranslation()
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
      return failTranslation()
  }
}

/** Translates membership in a bound list, or in a list column. */
function membership(translation: Translation, item: Expression, list: Expression, rows: RowSources): string {
  const isFolded = folds(item.type) || folds(list.type)
  const { items } = translation.layout.dialect
  if (isClosed(list, rows)) {
    if (isFolded)
      return item.type.kind === 'nullable'
        ? failTranslation()
        : `${derivedColumn(translation, item, 'folded', rows)} IN (${items(bind(translation, list, { kind: 'list', kept: { kind: 'text' }, folded: true }), 'text')})`
    const storedType = storedTypeIn(translation, item, rows)
    if (
      storedType === undefined ||
      item.type.kind === 'nullable' ||
      (storedType.kind === 'json' && item.type.kind !== 'decimal') ||
      storedType.kind === 'bytes' ||
      storedType.kind === 'double'
    )
      return failTranslation()
    return `${value(translation, item, rows)} IN (${items(bind(translation, list, { kind: 'list', kept: storedType }), storedType.kind)})`
  }
  if (isFolded || list.kind !== 'select' || list.type.kind !== 'list' || !isClosed(item, rows)) return failTranslation()
  const owner = recordSource(translation, list.operand, rows)
  const members = owner && memberTable(translation.layout, owner.table.resource, list.member)
  if (members !== undefined) {
    const resource = resourceOfType(list.type.element)
    return memberSql(members, owner!.alias, [
      bind(
        translation,
        item,
        resource === undefined ? { kind: 'value', kept: members.kept, round: 'exact' } : { kind: 'key', resource, index: 0 },
      ),
    ])
  }
  if (!['string', 'enum'].includes(list.type.element.kind)) return failTranslation()
  const { sql } = columnAt(translation, list, rows)
  return `${bind(translation, item, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })} IN (${items(sql, 'text')})`
}

function macro(
  translation: Translation,
  { name, range, variables, arguments: [test] }: Extract<Expression, { kind: 'macro' }>,
  rows: RowSources,
): string {
  const [variable] = variables
  if (range.type.kind !== 'query' || test === undefined || variable === undefined || variables.length > 1) return failTranslation()
  const anyItem = (negated: boolean): string => subquery(translation, range, rows, { variable, test, negated })
  switch (name) {
    case 'exists':
      return `EXISTS (SELECT 1 FROM ${anyItem(false)})`
    case 'all':
      return `NOT EXISTS (SELECT 1 FROM ${anyItem(true)})`
    case 'exists_one':
      return `(SELECT count(*) FROM ${anyItem(false)}) = 1`
    default:
      return failTranslation()
  }
}
