// Translates an expression to SQL that prints its value as JSON text, byte for byte as the service prints it.

import { printJson } from '../../../base/json.ts'
import type { Expression } from '../../../cel/expression.ts'
import { overloadsOf } from '../../../cel/library/all.ts'
import { partsOf } from '../../../cel/parts.ts'
import { holdsDecimals } from '../../../exchange/digits.ts'
import { noKeys } from '../../../exchange/names.ts'
import { jsonOf, natural } from '../../../exchange/value-json.ts'
import type { Template } from '../../../model/slot.ts'
import type { Property, ViewInfo, ViewMember } from '../../../typing/domain.ts'
import { type Column, isSoft } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import { testOf, value } from '../predicate/conditions.ts'
import { columnAt, computedAt, keyOf, recordSource } from '../predicate/paths.ts'
import { isSorted, recordsOf } from '../predicate/records.ts'
import { type Translation, bind, give, guardedBy, guardsOf, resourceOf } from '../predicate/translation.ts'
import { askedFor, atPlace, never, recordShownWhere, shownWhere } from '../predicate/visible.ts'
import { type Rows, type Source, printFrom } from '../source.ts'
import { statementsOf } from '../statements.ts'

/**
 * SQL expressions whose texts follow each other. `nullable`: there is one expression, and it is NULL where the value is null or absent;
 * `concat` prints NULL as nothing.
 */
export type JsonText = {
  readonly pieces: readonly string[]
  readonly nullable: boolean
  /** The text with `null` where there is no value, where there is a shorter one than by `coalesce`. */
  readonly withNull?: string
  /** It is hidden where this does not hold. */
  readonly where?: string
  /** The one expression is NULL where it is hidden; null is then printed. */
  readonly hides?: true
}

/** Of a member or a leaf: without a value it is left out, or it is null. */
export type Leaf = JsonText & { readonly leftOut: boolean }

/** SQLite's functions take 127 arguments; a longer text is made of several. */
const mostArguments = 100

export function concat(pieces: readonly string[]): string {
  const merged = mergeLiterals(pieces)
  if (merged.length === 1) return merged[0]!
  if (merged.length <= mostArguments) return `concat(${merged.join(', ')})`
  const parts = Array.from({ length: Math.ceil(merged.length / mostArguments) }, (_, index) => merged.slice(index * mostArguments, (index + 1) * mostArguments))
  return concat(parts.map((part) => concat(part)))
}

/** A text that stands in the statement. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

const isLiteral = /^'(?:[^']|'')*'$/

function mergeLiterals(pieces: readonly string[]): readonly string[] {
  const merged: string[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (last !== undefined && isLiteral.test(last) && isLiteral.test(piece)) merged[merged.length - 1] = `${last.slice(0, -1)}${piece.slice(1)}`
    else merged.push(piece)
  }
  return merged
}

/** The text with `null` where there is no value. */
export function orNull({ pieces, nullable, withNull }: JsonText): readonly string[] {
  if (withNull !== undefined) return [withNull]
  return nullable ? [`coalesce(${pieces[0]!}, 'null')`] : pieces
}

function always(...pieces: string[]): JsonText {
  return { pieces, nullable: false }
}

const hidden: JsonText = { pieces: ['NULL'], nullable: false, hides: true }

/** A text that is hidden, besides, where a condition does not hold. What the condition is given stands before what the text is given. */
export function hiddenUnless(text: JsonText, where: string | undefined): JsonText {
  if (where === undefined) return text
  if (where === never || text.where === never) return hidden
  if (text.hides === true) return { pieces: [`CASE WHEN ${where} THEN ${text.pieces[0]!} END`], nullable: false, hides: true }
  return { ...text, where: text.where === undefined ? where : `${where} AND ${text.where}` }
}

/** The text with `null` where there is no value, as one expression that is NULL where it is hidden. */
export function orHidden(text: JsonText): string {
  const { where } = text
  const sql = concat(orNull(text))
  return where === undefined ? sql : `CASE WHEN ${where} THEN ${sql} END`
}

export function canHide({ where, hides }: JsonText): boolean {
  return where !== undefined || hides === true
}

/** What an expression comes to is hidden where a part of it is. */
function shownText(translation: Translation, expression: Expression, rows: Rows, work: (translation: Translation) => JsonText): JsonText {
  const where = shownWhere(translation, expression, rows)
  return where === never ? hidden : hiddenUnless(work(askedFor(translation)), where)
}

type Select = Extract<Expression, { kind: 'select' }>

/** Gives up where SQL would print the value otherwise, or cannot compute it. */
export function translateJson(translation: Translation, expression: Expression, rows: Rows, within: readonly ViewInfo[] = []): JsonText {
  const inner = (part: Expression, among: Rows = rows): JsonText => translateJson(translation, part, among, within)
  if (expression.kind === 'call') {
    const view = translation.layout.domain.views.get(expression.name)
    if (view !== undefined) return translateView(translation, view, expression, rows, within)
  }
  // How many digits are shown of a decimal is said by the type of the whole, whatever part of it gives the value.
  if (holdsDecimals(expression.type)) return give()
  if (isClosed(expression, rows)) return translateClosed(translation, expression)
  switch (expression.kind) {
    case 'select': {
      const computed = computedAt(translation, expression, rows)
      return computed === undefined ? translateProperty(translation, expression, rows) : translateComputed(translation, expression, computed, rows, within)
    }
    case 'variable':
      return translateKey(translation, expression, rows)
    case 'conditional': {
      const test = testOf(translation, expression.test, rows)
      const branch = (part: Expression, is: boolean): JsonText => translateJson(guardedBy(translation, guardsOf(expression.test, is, rows)), part, rows, within)
      const [then, otherwise] = [branch(expression.then, true), branch(expression.otherwise, false)]
      const hides = test.canHide || canHide(then) || canHide(otherwise)
      const [first, second] = [then, otherwise].map((text) => (hides ? orHidden(text) : concat(text.pieces)))
      const pieces = [`${test.when} ${first} ${test.otherwise} ${second} END`]
      return hides ? { pieces, nullable: false, hides } : { pieces, nullable: then.nullable || otherwise.nullable }
    }
    case 'list': {
      if (expression.items.some(({ optional }) => optional)) return give()
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

/** What depends on no row is printed by the service, once for the whole statement. */
function translateClosed(translation: Translation, expression: Expression): JsonText {
  if (expression.kind === 'literal') {
    const { value: given } = expression
    if (given === null || typeof given === 'boolean' || typeof given === 'string') return always(literal(JSON.stringify(given)))
    if (typeof given === 'bigint' && Number.isSafeInteger(Number(given))) return always(literal(printJson(Number(given))))
  }
  if (expression.type.kind === 'optional' || expression.type.kind === 'dyn' || !isBuiltIn(expression)) return give()
  return always(bind(translation, expression, { kind: 'json' }))
}

/** Whether every function in it is the language's own: what the document adds may draw a token, or read records. */
function isBuiltIn(expression: Expression): boolean {
  if (expression.kind === 'call' && overloadsOf(expression.name, expression.target !== undefined).length === 0) return false
  return partsOf(expression).every((part) => isBuiltIn(part.expression))
}

/** A computed property is its expression, written where its name stands. */
function translateComputed(translation: Translation, { operand, member }: Select, computed: { readonly expression: Expression; readonly rows: Rows }, rows: Rows, within: readonly ViewInfo[]): JsonText {
  const where = shownWhere(translation, { kind: 'select', operand, member, optional: false, type: computed.expression.type, start: operand.start, end: operand.end }, rows, 'path')
  const inside = atPlace(translation, (rules) => rules.inProperty(resourceOf(operand.type)!, member))
  return where === never ? hidden : hiddenUnless(translateJson(inside, computed.expression, computed.rows, within), where)
}

/** A property of a record, kept in columns. */
function translateProperty(translation: Translation, expression: Select, rows: Rows): JsonText {
  if (resourceOf(expression.operand.type) === undefined || expression.optional) return give()
  const property = propertyOf(translation, expression)
  if (property.secret) return give()
  if (property.reference?.many === false) return translateKey(translation, expression, rows)
  return shownText(translation, expression, rows, (asked) => {
    const { sql, column } = columnAt(asked, expression, rows)
    const isOptional = expression.operand.type.kind !== 'record' || column.nullable
    return printColumn(sql, column, property, isOptional)
  })
}

function propertyOf({ layout }: Translation, { operand, member }: Select): Property {
  return layout.domain.resources.get(resourceOf(operand.type) ?? give())?.properties.get(member) ?? give()
}

/** What a column keeps, as it is sent. */
export function printColumn(sql: string, { kept }: Pick<Column, 'kept'>, property: Pick<Property, 'schema'>, nullable: boolean): JsonText {
  const text = (pieces: readonly string[]): JsonText => (nullable ? { pieces: [pieces.length === 1 ? pieces[0]! : pieces.join(' || ')], nullable } : { pieces, nullable })
  switch (kept.kind) {
    case 'text':
      if (isPlain(property)) return text([`'"'`, sql, `'"'`])
      return nullable ? { pieces: [`iif(${sql} IS NULL, NULL, json_quote(${sql}))`], nullable, withNull: `json_quote(${sql})` } : text([`json_quote(${sql})`])
    case 'timestamp':
      return text([`'"'`, sql, `'"'`])
    case 'integer':
    case 'json':
      return text([sql])
    case 'boolean':
      return nullable ? { pieces: [`CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`], nullable } : text([`iif(${sql} = 1, 'true', 'false')`])
    case 'double':
    case 'decimal':
    case 'duration':
    case 'bytes':
      return give()
  }
}

/** Texts in which nothing needs to be escaped. */
function isPlain({ schema }: Pick<Property, 'schema'>): boolean {
  if (typeof schema === 'boolean') return false
  return schema.format === 'uuid' || (schema.enum?.every((each) => typeof each === 'string' && JSON.stringify(each) === `"${each}"`) === true)
}

/** A record stands for its key. */
function translateKey(translation: Translation, expression: Expression, rows: Rows): JsonText {
  return shownText(translation, expression, rows, (asked) => printKey(asked, expression, rows))
}

function printKey(translation: Translation, expression: Expression, rows: Rows): JsonText {
  const resource = resourceOf(expression.type) ?? give()
  const [sql, ...more] = keyOf(translation, expression, rows)
  const [column, ...others] = translation.layout.tables.get(resource)?.key ?? give()
  if (sql === undefined || column === undefined || more.length > 0 || others.length > 0) return give()
  const property = translation.layout.domain.resources.get(resource)?.properties.get(column.property) ?? give()
  // The key of a key that is itself a reference is printed as that is.
  if (property.reference !== undefined) return give()
  return printColumn(sql, column, property, expression.kind !== 'variable')
}

/** Truth, numbers and texts that are computed of columns. */
function translateScalar(translation: Translation, expression: Expression, rows: Rows): JsonText {
  switch (expression.type.kind) {
    case 'bool': {
      translation.onTruth?.(expression, rows, translation.rules !== undefined)
      const left = translation.decided?.get(expression) ?? expression
      if (typeof left === 'boolean') return always(literal(String(left)))
      const before = translation.hiding?.count
      const sql = translation.condition(translation, left, rows)
      return translation.hiding?.count === before ? always(`iif(${sql}, 'true', 'false')`) : { pieces: [`CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`], nullable: false, hides: true }
    }
    case 'int':
      return shownText(translation, expression, rows, (asked) => always(value(asked, expression, rows)))
    case 'string':
    case 'enum':
      return shownText(translation, expression, rows, (asked) => always(`json_quote(${value(asked, expression, rows)})`))
    default:
      return give()
  }
}

/** A view of a record: of one in the statement, or of one that is known before it runs. */
function translateView(translation: Translation, view: ViewInfo, { target, arguments: [record] }: Extract<Expression, { kind: 'call' }>, rows: Rows, within: readonly ViewInfo[]): JsonText {
  if (record === undefined || target !== undefined || isClosed(record, rows) || within.includes(view)) return give()
  const source = recordSource(translation, record, rows) ?? give()
  const inside = new Map([['this', source]])
  const where = recordShownWhere(translation, record, rows)
  if (where === never) return hidden
  const place = atPlace(translation, (rules) => rules.inView(view.name, view.resource))
  const printed = joinMembers(view.members.map((member) => [member.name, translateMember(place, view, member, inside, [...within, view])]))
  if (record.type.kind === 'record') return hiddenUnless(printed, where)
  const [key] = keyOf(askedFor(translation), record, rows)
  return hiddenUnless({ pieces: [`iif(${key ?? give()} IS NULL, NULL, ${concat(printed.pieces)})`], nullable: true }, where)
}

/** `records.map(x, …)`: in the order of the records, or of their keys. */
function translateEach(translation: Translation, { range, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>, rows: Rows, within: readonly ViewInfo[]): JsonText {
  const [variable, ...others] = variables
  const [item, ...more] = args
  if (variable === undefined || item === undefined || others.length > 0 || more.length > 0) return give()
  return among(translation, range, rows, (from) => {
    const text = translateJson(translation, item, new Map([...rows, [variable, from]]), within)
    return canHide(text) ? [orHidden(text)] : orNull(text)
  })
}

/** Records that were asked for stand for their keys. */
function translateKeys(translation: Translation, expression: Expression, rows: Rows): JsonText {
  const resource = expression.type.kind === 'query' ? expression.type.resource : give()
  const record: Expression = { kind: 'variable', name: ' each', type: { kind: 'record', resource }, start: expression.start, end: expression.end }
  return among(translation, expression, rows, (from) => translateKey(translation, record, new Map([[' each', from]])).pieces)
}

/** A list with an item for each record. The item stands before the conditions in the statement, and so do its values. */
function among(translation: Translation, range: Expression, rows: Rows, item: (from: Source) => readonly string[]): JsonText {
  if (isSorted(range)) return give()
  const shown = shownWhere(translation, range, rows)
  if (shown === never) return hidden
  const before = translation.out.length
  const { from, where } = recordsOf(askedFor(translation), range, rows)
  const conditions = translation.out.splice(before)
  const printed = concat(item(from))
  translation.out.push(...conditions)
  const { order } = statementsOf(from.table, isSoft(translation.layout, from.table.resource), from.alias)
  const filter = where.length === 0 ? '' : ` WHERE ${where.map((each) => `(${each})`).join(' AND ')}`
  return hiddenUnless(always(`(SELECT concat('[', group_concat(${printed}, ','${order}), ']') FROM ${printFrom(from)}${filter})`), shown)
}

/** A member of a view of the record that `this` stands for. */
export function translateMember(translation: Translation, view: ViewInfo, member: ViewMember, rows: Rows, within: readonly ViewInfo[]): Leaf {
  if (member.kind === 'template') return translateTemplate(translation, member.template, rows, within)
  const expression = propertyOfThis(translation, view, member.name)
  return { ...translateJson(translation, expression, rows, within), leftOut: isLeftOut(translation, expression) }
}

/** What a view takes of its record, as the expression `this.name`. */
export function propertyOfThis({ layout }: Pick<Translation, 'layout'>, view: ViewInfo, name: string): Select {
  const property = layout.domain.resources.get(view.resource)?.properties.get(name) ?? give()
  const at = { start: 0, end: 0 }
  return { kind: 'select', operand: { kind: 'variable', name: 'this', type: { kind: 'record', resource: view.resource }, ...at }, member: name, optional: false, type: property.type, ...at }
}

export function translateTemplate(translation: Translation, template: Template, rows: Rows, within: readonly ViewInfo[]): Leaf {
  const inner = (part: Template): Leaf => translateTemplate(translation, part, rows, within)
  switch (template.kind) {
    case 'literal':
      return { ...always(literal(printJson(jsonOf(natural(template.value), noKeys)))), leftOut: false }
    case 'list': {
      const items = template.items.map(inner)
      if (items.some(({ leftOut, nullable }) => leftOut && nullable)) return give()
      return { ...joinItems(items), leftOut: false }
    }
    case 'map':
      return { ...joinMembers(template.entries.map(({ name, value: part }) => [name, inner(part)])), leftOut: false }
    case 'expression': {
      const expression = translation.layout.expressions?.(template) ?? give()
      return { ...translateJson(translation, expression, rows, within), leftOut: isLeftOut(translation, expression) }
    }
  }
}

/** Members in their order. An object would put names that are numbers first, and take one name once. */
export function canJoin(names: readonly string[]): boolean {
  return new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name))
}

function joinMembers(all: readonly (readonly [name: string, leaf: Leaf])[]): JsonText {
  if (!canJoin(all.map(([name]) => name))) return give()
  const members = all.filter(([, leaf]) => !isHidden(leaf))
  const [first] = members
  if (first === undefined) return always("'{}'")
  const [, leaf] = first
  if ((leaf.leftOut && leaf.nullable) || canHide(leaf)) return always("'{'", `substr(${concat(members.flatMap(([name, each]) => memberPieces(name, each)))}, 2)`, "'}'")
  const [lead, ...rest] = members.flatMap(([name, each]) => memberPieces(name, each))
  return always("'{'", `'${lead!.slice(2)}`, ...rest, "'}'")
}

/** Items in their order, without those that are hidden. */
function joinItems(all: readonly JsonText[]): JsonText {
  const items = all.filter((item) => !isHidden(item))
  if (!items.some(canHide)) return always("'['", ...items.flatMap((item, index) => (index === 0 ? orNull(item) : ["','", ...orNull(item)])), "']'")
  return always("'['", `substr(${concat(items.flatMap((item) => afterComma("','", { ...item, leftOut: false })))}, 2)`, "']'")
}

/** With a comma before it. */
export function memberPieces(name: string, leaf: Leaf): readonly string[] {
  return afterComma(literal(`,${JSON.stringify(name)}:`), leaf)
}

/** What follows the comma; nothing of both where it is left out. */
function afterComma(lead: string, leaf: Leaf): readonly string[] {
  const { where } = leaf
  if (isHidden(leaf)) return []
  if (leaf.hides === true) return [`${lead} || ${leaf.pieces[0]!}`]
  const canBeLeftOut = leaf.leftOut && leaf.nullable
  if (where !== undefined) return [`CASE WHEN ${where} THEN ${canBeLeftOut ? `${lead} || ${leaf.pieces[0]!}` : concat([lead, ...orNull(leaf)])} END`]
  return canBeLeftOut ? [`${lead} || ${leaf.pieces[0]!}`] : [lead, ...orNull(leaf)]
}

/** Whether it is hidden from whoever asks, whatever the record. */
function isHidden({ hides, pieces }: JsonText): boolean {
  return hides === true && pieces[0] === 'NULL'
}

/** Whether null of an expression leaves its member out: a path to a property that cannot be null. */
export function isLeftOut({ layout }: Pick<Translation, 'layout'>, expression: Expression): boolean {
  if (expression.kind !== 'select') return false
  const property = layout.domain.resources.get(resourceOf(expression.operand.type) ?? '')?.properties.get(expression.member)
  return property !== undefined && !property.nullable && isPath(expression.operand)
}

function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && !expression.optional && isPath(expression.operand))
}

/** A column that SQL does not print: the service prints what it keeps. */
export function unprinted(translation: Translation, expression: Expression, rows: Rows): { readonly sql: string; readonly column: Column; readonly property: Property; readonly where: string | undefined } {
  if (expression.kind !== 'select' || expression.optional || resourceOf(expression.operand.type) === undefined) return give()
  const property = propertyOf(translation, expression)
  if (property.secret || property.reference !== undefined) return give()
  const where = shownWhere(translation, expression, rows)
  return { ...columnAt(askedFor(translation), expression, rows), property, where }
}
