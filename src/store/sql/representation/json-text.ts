// Translates an expression to SQL that prints its value as JSON text, byte for byte as the service prints it.

import { printJson } from '../../../base/json.ts'
import type { Expression } from '../../../cel/expression.ts'
import { findOverloads } from '../../../cel/library/all.ts'
import { partsOf } from '../../../cel/parts.ts'
import { holdsDecimals } from '../../../exchange/digits.ts'
import { noKeys } from '../../../exchange/names.ts'
import { convertValueToJson } from '../../../exchange/value-json.ts'
import type { Template } from '../../../model/slot.ts'
import { findCalledView } from '../../../typing/selected-members.ts'
import type { ViewInfo, ViewMember } from '../../../typing/domain.ts'
import { isSpread } from '../../../typing/views.ts'
import { isClosed } from '../../../cel/closed.ts'
import { toNaturalValue } from '../../../cel/values/natural.ts'
import { testOf } from '../predicate/conditions.ts'
import { translateValue } from '../predicate/values.ts'
import { findColumn, findComputedExpression, findKeyColumns, findRecordSource } from '../predicate/paths.ts'
import { printCountedRows, isSorted, makeRecordQuery } from '../predicate/records.ts'
import { type Translation, bind, failTranslation, addGuards, listGuards, findResourceOfType } from '../predicate/translation.ts'
import { withRulesDone, enterPlace, never, translateRecordVisibility, translateVisibility } from '../predicate/visible.ts'
import { type RowSources, type RowSource, printFrom } from '../source.ts'
import { makeTableStatements } from '../statements.ts'
import { type Select, isLeftOut, findProperty, selectFromThis } from './properties.ts'
import {
  type JsonText,
  type JsonLeaf,
  toVisibleText,
  canHide,
  joinPieces,
  hiddenText,
  hideUnless,
  joinItems,
  joinMembers,
  toLiteralPiece,
  orHidden,
  printOrNull,
} from './json-pieces.ts'
import { printColumn } from './column-json.ts'

/** An expression is hidden if any part is. */
function translateVisibleText(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
  work: (translation: Translation) => JsonText,
): JsonText {
  const where = translateVisibility(translation, expression, rows)
  return where === never ? hiddenText : hideUnless(work(withRulesDone(translation)), where)
}

/** Gives up if SQL would print the value differently, or cannot compute it. */
export function translateJson(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
  within: readonly ViewInfo[] = [],
): JsonText {
  const inner = (part: Expression, among: RowSources = rows): JsonText => translateJson(translation, part, among, within)
  if (expression.kind === 'call') {
    const { layout } = translation
    const view = findCalledView(layout.domain, expression, (text) => layout.expressions?.(text))
    if (view !== undefined) return translateView(translation, view, expression, rows, within)
  }
  // The type of the whole expression determines the digits of a decimal.
  if (holdsDecimals(expression.type)) return failTranslation()
  if (isClosed(expression, rows)) return translateClosed(translation, expression)
  switch (expression.kind) {
    case 'select': {
      const computed = findComputedExpression(translation, expression, rows)
      return computed === undefined
        ? translateProperty(translation, expression, rows)
        : translateComputed(translation, expression, computed, rows, within)
    }
    case 'variable':
      return translateKey(translation, expression, rows)
    case 'conditional': {
      const test = testOf(translation, expression.test, rows)
      const branch = (part: Expression, is: boolean): JsonText =>
        translateJson(addGuards(translation, listGuards(expression.test, is, rows)), part, rows, within)
      const [then, otherwise] = [branch(expression.then, true), branch(expression.otherwise, false)]
      const hides = test.canHide || canHide(then) || canHide(otherwise)
      const [first, second] = [then, otherwise].map((text) => (hides ? orHidden(text) : joinPieces(text.pieces)))
      const pieces = [`${test.when} ${first} ${test.otherwise} ${second} END`]
      return hides ? { pieces, nullable: false, hides } : { pieces, nullable: then.nullable || otherwise.nullable }
    }
    case 'list': {
      if (expression.items.some(({ optional }) => optional)) return failTranslation()
      return joinItems(expression.items.map((item) => inner(item.value)))
    }
    case 'macro':
      if (expression.name === 'map' && expression.range.type.kind === 'query') return translateEach(translation, expression, rows, within)
      break
    default:
  }
  if (expression.type.kind === 'query') return translateKeys(translation, expression, rows)
  return translateScalar(translation, expression, rows)
}

/** The service prints row-independent values once per statement. */
function translateClosed(translation: Translation, expression: Expression): JsonText {
  if (expression.kind === 'literal') {
    const { value: literalValue } = expression
    if (literalValue === null || typeof literalValue === 'boolean' || typeof literalValue === 'string')
      return toVisibleText(toLiteralPiece(JSON.stringify(literalValue)))
    if (typeof literalValue === 'bigint' && Number.isSafeInteger(Number(literalValue)))
      return toVisibleText(toLiteralPiece(printJson(Number(literalValue))))
  }
  if (expression.type.kind === 'optional' || expression.type.kind === 'dyn' || !isBuiltIn(expression)) return failTranslation()
  return toVisibleText(bind(translation, expression, { kind: 'json' }))
}

/** True if it uses only the language's own functions: those of the document may generate a token, or read records. */
function isBuiltIn(expression: Expression): boolean {
  if (expression.kind === 'call' && findOverloads(expression.name, expression.target !== undefined).length === 0) return false
  return partsOf(expression).every((part) => isBuiltIn(part.expression))
}

/** Translates a computed property as its expression. */
function translateComputed(
  translation: Translation,
  { operand, member }: Select,
  computed: { readonly expression: Expression; readonly rows: RowSources },
  rows: RowSources,
  within: readonly ViewInfo[],
): JsonText {
  const where = translateVisibility(
    translation,
    { kind: 'select', operand, member, optional: false, type: computed.expression.type, start: operand.start, end: operand.end },
    rows,
    'path',
  )
  const propertyTranslation = enterPlace(translation, (rules) => rules.inProperty(findResourceOfType(operand.type)!, member))
  return where === never ? hiddenText : hideUnless(translateJson(propertyTranslation, computed.expression, computed.rows, within), where)
}

/** A property of a record, stored in columns. */
function translateProperty(translation: Translation, expression: Select, rows: RowSources): JsonText {
  if (findResourceOfType(expression.operand.type) === undefined || expression.optional) return failTranslation()
  const property = findProperty(translation, expression)
  if (property.secret) return failTranslation()
  if (property.reference?.many === false) return translateKey(translation, expression, rows)
  return translateVisibleText(translation, expression, rows, (visible) => {
    const { sql, column } = findColumn(visible, expression, rows)
    const isOptional = expression.operand.type.kind !== 'record' || column.nullable
    return printColumn(translation.layout.dialect, sql, column, property, isOptional)
  })
}

/** A record represents its key. */
function translateKey(translation: Translation, expression: Expression, rows: RowSources): JsonText {
  return translateVisibleText(translation, expression, rows, (visible) => printKey(visible, expression, rows))
}

function printKey(translation: Translation, expression: Expression, rows: RowSources): JsonText {
  const resource = findResourceOfType(expression.type) ?? failTranslation()
  const [sql, ...more] = findKeyColumns(translation, expression, rows)
  const [column, ...others] = translation.layout.tables.get(resource)?.key ?? failTranslation()
  if (sql === undefined || column === undefined || more.length > 0 || others.length > 0) return failTranslation()
  const property = translation.layout.domain.resources.get(resource)?.properties.get(column.property) ?? failTranslation()
  // A reference inside a key is printed as the key of its record.
  if (property.reference !== undefined) return failTranslation()
  return printColumn(translation.layout.dialect, sql, column, property, expression.kind !== 'variable')
}

/** Booleans, numbers and texts that are computed from columns. */
function translateScalar(translation: Translation, expression: Expression, rows: RowSources): JsonText {
  switch (expression.type.kind) {
    case 'bool': {
      translation.onTruth?.(expression, rows, translation.rules !== undefined)
      const left = translation.decided?.get(expression) ?? expression
      if (typeof left === 'boolean') return toVisibleText(toLiteralPiece(String(left)))
      const before = translation.hiding?.count
      const sql = translation.condition(translation, left, rows)
      return translation.hiding?.count === before
        ? toVisibleText(`CASE WHEN ${sql} THEN 'true' ELSE 'false' END`)
        : { pieces: [`CASE ${sql} WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' END`], nullable: false, hides: true }
    }
    case 'int':
      return translateVisibleText(translation, expression, rows, (visible) =>
        toVisibleText(translation.layout.dialect.text(translateValue(visible, expression, rows))),
      )
    case 'string':
    case 'enum':
      return translateVisibleText(translation, expression, rows, (visible) =>
        toVisibleText(translation.layout.dialect.quote(translateValue(visible, expression, rows))),
      )
    default:
      return failTranslation()
  }
}

/** A view of a record: of a row of the statement, or of a record known before the statement runs. */
function translateView(
  translation: Translation,
  view: ViewInfo,
  { target, arguments: [record] }: Extract<Expression, { kind: 'call' }>,
  rows: RowSources,
  within: readonly ViewInfo[],
): JsonText {
  if (record === undefined || target !== undefined || isClosed(record, rows) || within.includes(view) || isSpread(view))
    return failTranslation()
  const source = findRecordSource(translation, record, rows) ?? failTranslation()
  const viewRows = new Map([['this', source]])
  const where = translateRecordVisibility(translation, record, rows)
  if (where === never) return hiddenText
  const viewTranslation = enterPlace(translation, (rules) => rules.inView(view.name, view.resource))
  const printed = joinMembers(
    view.members.map((member) => [member.name, translateMember(viewTranslation, view, member, viewRows, [...within, view])]),
  )
  if (record.type.kind === 'record') return hideUnless(printed, where)
  const [key] = findKeyColumns(withRulesDone(translation), record, rows)
  return hideUnless(
    { pieces: [`CASE WHEN ${key ?? failTranslation()} IS NOT NULL THEN ${joinPieces(printed.pieces)} END`], nullable: true },
    where,
  )
}

/** `records.map(x, …)`: in the order of the records, or of their keys. */
function translateEach(
  translation: Translation,
  { range, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>,
  rows: RowSources,
  within: readonly ViewInfo[],
): JsonText {
  const [variable, ...others] = variables
  const [item, ...more] = args
  if (variable === undefined || item === undefined || others.length > 0 || more.length > 0) return failTranslation()
  return printItems(translation, range, rows, (from) => {
    const text = translateJson(translation, item, new Map([...rows, [variable, from]]), within)
    return canHide(text) ? [orHidden(text)] : printOrNull(text)
  })
}

/** Authorised records are represented by their keys. */
function translateKeys(translation: Translation, expression: Expression, rows: RowSources): JsonText {
  const resource = expression.type.kind === 'query' ? expression.type.resource : failTranslation()
  const record: Expression = {
    kind: 'variable',
    name: ' each',
    type: { kind: 'record', resource },
    start: expression.start,
    end: expression.end,
  }
  return printItems(translation, expression, rows, (from) => translateKey(translation, record, new Map([[' each', from]])).pieces)
}

/** A list with an item for each record. The item is before the conditions in the statement, and so do its values. */
function printItems(translation: Translation, range: Expression, rows: RowSources, item: (from: RowSource) => readonly string[]): JsonText {
  if (isSorted(range)) return failTranslation()
  const condition = translateVisibility(translation, range, rows)
  if (condition === never) return hiddenText
  const before = translation.out.length
  const { from, where } = makeRecordQuery(withRulesDone(translation), range, rows)
  const conditions = translation.out.splice(before)
  const printed = joinPieces(item(from))
  translation.out.push(...conditions)
  const { order } = makeTableStatements(translation.layout, from.table, from.alias)
  const conditionTexts = [...printCountedRows(translation.layout, from), ...where]
  const filter = conditionTexts.length === 0 ? '' : ` WHERE ${conditionTexts.map((each) => `(${each})`).join(' AND ')}`
  return hideUnless(
    toVisibleText(`(SELECT concat('[', ${translation.layout.dialect.join(printed, order)}, ']') FROM ${printFrom(from)}${filter})`),
    condition,
  )
}

/** A member of a view of the record that `this` represents. */
export function translateMember(
  translation: Translation,
  view: ViewInfo,
  member: ViewMember,
  rows: RowSources,
  within: readonly ViewInfo[],
): JsonLeaf {
  if (member.kind === 'template') return translateTemplate(translation, member.template, rows, within)
  const expression = selectFromThis(translation, view, member.name)
  return { ...translateJson(translation, expression, rows, within), leftOut: isLeftOut(translation, expression) }
}

export function translateTemplate(translation: Translation, template: Template, rows: RowSources, within: readonly ViewInfo[]): JsonLeaf {
  const inner = (part: Template): JsonLeaf => translateTemplate(translation, part, rows, within)
  switch (template.kind) {
    case 'literal':
      return { ...toVisibleText(toLiteralPiece(printJson(convertValueToJson(toNaturalValue(template.value), noKeys)))), leftOut: false }
    case 'list': {
      const items = template.items.map(inner)
      if (items.some(({ leftOut, nullable }) => leftOut && nullable)) return failTranslation()
      return { ...joinItems(items), leftOut: false }
    }
    case 'map':
      return { ...joinMembers(template.entries.map(({ name, value: part }) => [name, inner(part)])), leftOut: false }
    case 'expression': {
      const expression = translation.layout.expressions?.(template) ?? failTranslation()
      return { ...translateJson(translation, expression, rows, within), leftOut: isLeftOut(translation, expression) }
    }
  }
}
