// Translates conditions over rows: 1 or 0, and null only if a rule hides a value that they read.

import type { Expression } from '../../../cel/expression.ts'
import { isClosed } from '../../../cel/closed.ts'
import { comparesFolded } from '../../../cel/values/fold.ts'
import { printMemberTest, findMemberTable } from '../members.ts'
import type { RowSources } from '../source.ts'
import { compareValues, findDerivedColumn } from './comparisons.ts'
import { findColumn, findComputedExpression, findRecordSource } from './paths.ts'
import { printSubquery } from './records.ts'
import { type ReadGuard, type Translation, bind, failTranslation, addGuards, listGuards, findResourceOfType } from './translation.ts'
import { findStoredType, translateValue } from './values.ts'
import { withRulesDone, enterPlace, never, translateVisibility } from './visible.ts'

export function translateCondition(translation: Translation, expression: Expression, rows: RowSources): string {
  if (isClosed(expression, rows)) return bind(translation, expression, { kind: 'value', kept: { kind: 'boolean' }, round: 'exact' })
  const inner = (part: Expression, guards: readonly ReadGuard[] = []): string =>
    translateCondition(addGuards(translation, guards), part, rows)
  switch (expression.kind) {
    case 'literal':
      if (expression.value === true) return 'TRUE'
      return expression.value === false ? 'FALSE' : failTranslation()
    case 'not':
      return expression.operand.kind === 'select'
        ? translateTruth(translation, expression.operand, rows, false)
        : `NOT ${inner(expression.operand)}`
    case 'and':
    case 'or':
      return `(${inner(expression.left)} ${expression.kind === 'and' ? 'AND' : 'OR'} ${inner(expression.right, listGuards(expression.left, expression.kind === 'and', rows))})`
    case 'conditional': {
      const { then, otherwise } = expression
      const test = testOf(translation, expression.test, rows)
      return `${test.when} ${inner(then, listGuards(expression.test, true, rows))} ${test.otherwise} ${inner(otherwise, listGuards(expression.test, false, rows))} END`
    }
    case 'has': {
      const where = translateVisibility(translation, expression, rows)
      const exists = `${findColumn(withRulesDone(translation), expression, rows).sql} IS NOT NULL`
      return where === undefined ? exists : `CASE WHEN ${where} THEN ${exists} ELSE FALSE END`
    }
    case 'select':
      return translateTruth(translation, expression, rows)
    case 'binary':
      return translateIfVisible(translation, expression, rows, (visible) => translateBinary(visible, expression, rows))
    case 'macro':
      return translateIfVisible(translation, expression, rows, (visible) => translateMacro(visible, expression, rows))
    case 'call':
      return translateIfVisible(translation, expression, rows, (asked) =>
        (expression.name === 'matches' ? translatePatternTest : translateTextTest)(asked, expression, rows),
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
function translateIfVisible(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
  work: (translation: Translation) => string,
  of: 'value' | 'path' = 'value',
): string {
  const where = translateVisibility(translation, expression, rows, of)
  if (where === undefined) return work(withRulesDone(translation))
  // A null in boolean context.
  return where === never ? '(NULL AND TRUE)' : `CASE WHEN ${where} THEN ${work(withRulesDone(translation))} END`
}

/** A property that is true or false, compared so that an index is of use. */
function translateTruth(
  translation: Translation,
  expression: Extract<Expression, { kind: 'select' }>,
  rows: RowSources,
  is = true,
): string {
  if (expression.type.kind !== 'bool') return failTranslation()
  const computed = findComputedExpression(translation, expression, rows)
  if (computed === undefined)
    return translateIfVisible(
      translation,
      expression,
      rows,
      (visible) => `${findColumn(visible, expression, rows).sql} = ${is ? 'TRUE' : 'FALSE'}`,
    )
  const propertyTranslation = enterPlace(translation, (rules) =>
    rules.inProperty(findResourceOfType(expression.operand.type)!, expression.member),
  )
  return translateIfVisible(
    translation,
    expression,
    rows,
    () => `${is ? '' : 'NOT '}${translateCondition(propertyTranslation, computed.expression, computed.rows)}`,
    'path',
  )
}

function translateBinary(translation: Translation, expression: Extract<Expression, { kind: 'binary' }>, rows: RowSources): string {
  return expression.operator === 'in'
    ? translateMembership(translation, expression.left, expression.right, rows)
    : compareValues(translation, expression, rows)
}

/** A text that a literal pattern matches. */
function translatePatternTest(
  translation: Translation,
  { target, arguments: args }: Extract<Expression, { kind: 'call' }>,
  rows: RowSources,
): string {
  const [subject, pattern] = target === undefined ? args : [target, ...args]
  if (subject === undefined || pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || subject.type.kind === 'nullable')
    return failTranslation()
  if (findStoredType(translation, subject, rows)?.kind !== 'text') return failTranslation()
  return (
    translation.layout.dialect.matches(translateValue(translation, subject, rows), pattern.value, () =>
      bind(translation, pattern, { kind: 'value', kept: { kind: 'text' }, round: 'exact' }),
    ) ?? failTranslation()
  )
}

function translateTextTest(
  translation: Translation,
  { name, target, arguments: args }: Extract<Expression, { kind: 'call' }>,
  rows: RowSources,
): string {
  const [part] = args
  if (target === undefined || part === undefined || args.length !== 1 || target.type.kind === 'nullable') return failTranslation()
  if (!isClosed(part, rows) || findStoredType(translation, target, rows)?.kind !== 'text') return failTranslation()
  const bindOperand = (): string => bind(translation, part, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })
  const column = translateValue(translation, target, rows)
  switch (name) {
    case 'startsWith':
      return `substr(${column}, 1, length(${bindOperand()})) = ${bindOperand()}`
    case 'endsWith':
      return `(length(${column}) >= length(${bindOperand()}) AND substr(${column}, length(${column}) - length(${bindOperand()}) + 1) = ${bindOperand()})`
    case 'contains':
      return `${translation.layout.dialect.position(column, bindOperand())} > 0`
    default:
      return failTranslation()
  }
}

/** Translates membership in a bound list, or in a list column. */
function translateMembership(translation: Translation, item: Expression, list: Expression, rows: RowSources): string {
  const isFolded = comparesFolded(item.type) || comparesFolded(list.type)
  const { items } = translation.layout.dialect
  if (isClosed(list, rows)) {
    if (isFolded)
      return item.type.kind === 'nullable'
        ? failTranslation()
        : `${findDerivedColumn(translation, item, 'folded', rows)} IN (${items(bind(translation, list, { kind: 'list', kept: { kind: 'text' }, folded: true }), 'text')})`
    const storedType = findStoredType(translation, item, rows)
    if (
      storedType === undefined ||
      item.type.kind === 'nullable' ||
      (storedType.kind === 'json' && item.type.kind !== 'decimal') ||
      storedType.kind === 'bytes' ||
      storedType.kind === 'double'
    )
      return failTranslation()
    return `${translateValue(translation, item, rows)} IN (${items(bind(translation, list, { kind: 'list', kept: storedType }), storedType.kind)})`
  }
  if (isFolded || list.kind !== 'select' || list.type.kind !== 'list' || !isClosed(item, rows)) return failTranslation()
  const owner = findRecordSource(translation, list.operand, rows)
  const members = owner && findMemberTable(translation.layout, owner.table.resource, list.member)
  if (members !== undefined) {
    const resource = findResourceOfType(list.type.element)
    return printMemberTest(members, owner!.alias, [
      bind(
        translation,
        item,
        resource === undefined ? { kind: 'value', kept: members.kept, round: 'exact' } : { kind: 'key', resource, index: 0 },
      ),
    ])
  }
  if (!['string', 'enum'].includes(list.type.element.kind)) return failTranslation()
  const { sql } = findColumn(translation, list, rows)
  return `${bind(translation, item, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })} IN (${items(sql, 'text')})`
}

function translateMacro(
  translation: Translation,
  { name, range, variables, arguments: [test] }: Extract<Expression, { kind: 'macro' }>,
  rows: RowSources,
): string {
  const [variable] = variables
  if (range.type.kind !== 'query' || test === undefined || variable === undefined || variables.length > 1) return failTranslation()
  const translateAnyItem = (negated: boolean): string => printSubquery(translation, range, rows, { variable, test, negated })
  switch (name) {
    case 'exists':
      return `EXISTS (SELECT 1 FROM ${translateAnyItem(false)})`
    case 'all':
      return `NOT EXISTS (SELECT 1 FROM ${translateAnyItem(true)})`
    case 'exists_one':
      return `(SELECT count(*) FROM ${translateAnyItem(false)}) = 1`
    default:
      return failTranslation()
  }
}
