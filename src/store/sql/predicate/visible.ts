// Adds the read rules of a statement as conditions: a value is hidden if its rule does not hold.

import { isClosed } from '../../../cel/closed.ts'
import type { Expression } from '../../../cel/expression.ts'
import { partsOf } from '../../../cel/parts.ts'
import type { Type } from '../../../cel/type.ts'
import type { ReadRule, ReadRules, RecordRule } from '../../../meaning/caller/read-rules.ts'
import { quote } from '../names.ts'
import type { RowSources, RowSource } from '../source.ts'
import { findComputedExpression, findRecordSource } from './paths.ts'
import { type Translation, bind, failTranslation, noExpression, findResourceOfType } from './translation.ts'

/** The condition for unreadable data. */
export const never = 'FALSE'

/** The translation inside data whose rules were already evaluated. */
export function withRulesDone(translation: Translation): Translation {
  return translation.rules === undefined || translation.isDecided === true ? translation : { ...translation, isDecided: true }
}

/** The translation of an expression that evaluates its own rules. */
export function withRulesOpen(translation: Translation): Translation {
  return translation.isDecided === true ? { ...translation, isDecided: false } : translation
}

/** The translation at a place with its own rules, such as a view. */
export function enterPlace(translation: Translation, rulesOf: (rules: ReadRules) => ReadRules): Translation {
  return translation.rules === undefined ? translation : { ...translation, rules: rulesOf(translation.rules), isDecided: false }
}

/** The condition under which a value is not hidden; undefined if always. `of` tells whether to include computed properties. */
export function translateVisibility(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
  of: 'value' | 'path' = 'value',
): string | undefined {
  if (translation.rules === undefined || translation.isDecided === true) return undefined
  return join(translation, () => listHidingConditions(translation, expression, rows, of))
}

/** The condition under which a path's record is readable; undefined if the path reaches no record. */
export function translateRecordVisibility(translation: Translation, record: Expression, rows: RowSources): string | undefined {
  const { rules } = translation
  if (rules === undefined || translation.isDecided === true || record.kind === 'variable') return undefined
  const resource = findResourceOfType(record.type) ?? failTranslation()
  const source = findRecordSource(translation, record, rows) ?? failTranslation()
  return join(translation, () => [
    ...listHidingConditions(translation, record, rows, 'value'),
    ...allowNullReference(record, source, translateRecordRule(translation, rules.ofRecord(resource) ?? failTranslation(), source)),
  ])
}

/** The read conditions of a table's records in an iteration. */
export function listRecordConditions(translation: Translation, source: RowSource): readonly string[] {
  const { rules } = translation
  return rules === undefined ? [] : translateRecordRule(translation, rules.ofRecord(source.table.resource) ?? failTranslation(), source)
}

/** The read conditions of a property in an iteration. */
export function listPropertyConditions(translation: Translation, source: RowSource, property: string): readonly string[] {
  const { rules } = translation
  if (rules === undefined) return []
  const memberRules = rules.ofMember(source.table.resource, property, 'name') ?? failTranslation()
  return translateRule(translation, memberRules.field, source)
}

/** Parameters of discarded conditions are discarded. */
function join({ out, hiding }: Translation, work: () => readonly string[]): string | undefined {
  const before = out.length
  const conditions = work()
  if (conditions.length === 0) return undefined
  if (hiding !== undefined) hiding.count++
  if (!conditions.includes(never)) return conditions.join(' AND ')
  out.length = before
  return never
}

/** For an expression that is hidden if any part is. Gives up on other expressions that may be hidden. */
function listHidingConditions(translation: Translation, expression: Expression, rows: RowSources, of: 'value' | 'path'): readonly string[] {
  if (isClosed(expression, rows)) return []
  const inner = (part: Expression): readonly string[] => listHidingConditions(translation, part, rows, 'value')
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'records':
      return []
    case 'select':
    case 'has': {
      const conditions = [...inner(expression.operand), ...listMemberConditions(translation, expression, rows, of)]
      // An optional selection is absent if its member is hidden.
      return expression.kind === 'select' && expression.optional && conditions.length > 0 ? failTranslation() : conditions
    }
    case 'not':
    case 'negate':
      return inner(expression.operand)
    case 'binary':
      return [...inner(expression.left), ...inner(expression.right)]
    case 'call': {
      const parts = expression.target === undefined ? expression.arguments : [expression.target, ...expression.arguments]
      // Hidden records of a list are not counted.
      return parts.some(({ type }) => iteratesHidden(translation.rules!, type)) ? failTranslation() : parts.flatMap(inner)
    }
    // A macro skips hidden records.
    case 'macro':
      return expression.range.type.kind === 'query' ? inner(expression.range) : failTranslation()
    default: {
      const parts = partsOf(expression)
      return parts.some(({ expression: part, binds }) => binds.length > 0 || inner(part).length > 0) ? failTranslation() : []
    }
  }
}

function iteratesHidden(rules: ReadRules, type: Type): boolean {
  if (type.kind === 'nullable' || type.kind === 'optional') return iteratesHidden(rules, type.of)
  const resource = type.kind === 'list' ? findResourceOfType(type.element) : undefined
  return resource !== undefined && rules.ofRecord(resource)?.rule !== 'all'
}

type Member = Extract<Expression, { kind: 'select' | 'has' }>

function listMemberConditions(translation: Translation, expression: Member, rows: RowSources, of: 'value' | 'path'): readonly string[] {
  const { operand, member } = expression
  const resource = findResourceOfType(operand.type)
  if (resource === undefined) return []
  const rules = translation.rules!
  const memberRules = rules.ofMember(resource, member, operand.kind === 'variable' ? 'name' : 'path') ?? failTranslation()
  const hasRule = memberRules.record.rule !== 'all' || memberRules.field !== 'all'
  const source =
    hasRule || rules.isRecomputed(resource, member) ? (findRecordSource(translation, operand, rows) ?? failTranslation()) : undefined
  const ownConditions =
    source === undefined
      ? []
      : [...translateRecordRule(translation, memberRules.record, source), ...translateRule(translation, memberRules.field, source)]
  const computedConditions = ownConditions.includes(never) || of === 'path' ? [] : listComputedConditions(translation, expression, rows)
  return source === undefined ? computedConditions : allowNullReference(operand, source, [...ownConditions, ...computedConditions])
}

/** A computed property is translated as its expression. If its value is stored, it is hidden if any part of the expression is. */
function listComputedConditions(translation: Translation, expression: Member, rows: RowSources): readonly string[] {
  const { operand, member } = expression
  const rules = translation.rules!
  const resource = findResourceOfType(operand.type)!
  const propertyTranslation: Translation = { ...translation, rules: rules.inProperty(resource, member) }
  const computed = expression.kind === 'select' ? findComputedExpression(translation, expression, rows) : undefined
  if (computed !== undefined) {
    // Queries inside a value use the rules of the value's place.
    if (propertyTranslation.rules !== rules && readsRecords(computed.expression)) failTranslation()
    return listHidingConditions(propertyTranslation, computed.expression, computed.rows, 'value')
  }
  if (!rules.isRecomputed(resource, member)) return []
  const { compute } = translation.layout.domain.resources.get(resource)!.properties.get(member)!
  const storedExpression = translation.layout.expressions?.(compute!.expression) ?? failTranslation()
  return listHidingConditions(
    propertyTranslation,
    storedExpression,
    new Map([['this', findRecordSource(translation, operand, rows) ?? failTranslation()]]),
    'value',
  )
}

function readsRecords(expression: Expression): boolean {
  return expression.type.kind === 'query' || expression.kind === 'find' || partsOf(expression).some((part) => readsRecords(part.expression))
}

/** A path through a null reference is null, not hidden. */
function allowNullReference(record: Expression, source: RowSource, conditions: readonly string[]): readonly string[] {
  if (conditions.length === 0 || record.kind === 'variable' || record.type.kind === 'record') return conditions
  const [key] = source.table.key
  return [`(${source.alias}.${quote(key!.name)} IS NULL OR ${conditions.length === 1 ? conditions[0]! : `(${conditions.join(' AND ')})`})`]
}

function translateRecordRule(translation: Translation, { rule, orOwn }: RecordRule, source: RowSource): readonly string[] {
  if (rule === 'all') return []
  if (!orOwn) return translateRule(translation, rule, source)
  const before = translation.out.length
  const { layout, out } = translation
  const ownKeyCondition = `${printOwnKey(source)} IN (${layout.dialect.items(bind({ layout, out, guards: [] }, noExpression, { kind: 'own', resource: source.table.resource }), source.table.key[0]!.kept.kind)})`
  const [condition] = translateRule(translation, rule, source)
  if (condition === undefined) translation.out.length = before
  return condition === undefined ? [] : [condition === never ? ownKeyCondition : `(${ownKeyCondition} OR ${condition})`]
}

/** For keys of one text or integer: a JSON list of them contains the column's values. */
function printOwnKey({ table: { key, folded }, alias }: RowSource): string {
  const [only, ...more] = key
  if (only === undefined || more.length > 0 || folded.has(only.property) || (only.kept.kind !== 'text' && only.kept.kind !== 'integer'))
    return failTranslation()
  return `${alias}.${quote(only.name)}`
}

/** Rules are not subject to rules. */
function translateRule(translation: Translation, rule: ReadRule, source: RowSource): readonly string[] {
  if (rule === 'all') return []
  if (rule === 'none') return [never]
  const rows: RowSources = new Map([['this', source]])
  translation.onTruth?.(rule, rows, false)
  const left = translation.decided?.get(rule) ?? rule
  if (typeof left === 'boolean') return left ? [] : [never]
  const { rules: _rules, isDecided: _asked, ...authority } = translation
  return [`(${translation.condition({ ...authority, guards: [] }, left, rows)})`]
}
