// Prints views of records that an expression names, one statement for all of them, where a view looks beyond its own record.

import { evaluate } from '../../../cel/evaluate.ts'
import type { Expression } from '../../../cel/expression.ts'
import { partsOf } from '../../../cel/parts.ts'
import type { RecordValue, Value } from '../../../cel/value.ts'
import { unlessHidden } from '../../../cel/values/hidden.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import { isList } from '../../../cel/values/kind.ts'
import { isRecord } from '../../../exchange/context.ts'
import { expressionsIn } from '../../../fact/template.ts'
import type { RecordContent, RecordKeys } from '../../../meaning/record/keys.ts'
import { findCalledView } from '../../../typing/selected-members.ts'
import type { ViewInfo } from '../../../typing/domain.ts'
import type { Layout } from '../../layout.ts'
import type { TenantQueryContext } from '../binding.ts'
import { encode, listKeyParts } from '../codec.ts'
import type { makeColumnValues } from '../column-values.ts'
import type { Database, RowQuery, SqlValue } from '../database.ts'
import { quote } from '../names.ts'
import { toJsonText } from '../sql-query.ts'
import { Aliases, printFrom, makeRowSource } from '../source.ts'
import { findResourceOfType } from '../predicate/translation.ts'
import { makeRecordColumns } from './record-columns.ts'
import type { PrintedQuery } from './unprinted.ts'
import { type Variant, type Variants, makeVariants } from './variants.ts'

/** More records than these are read one by one. */
const maxRecords = 1000

export type PrintedViews = {
  /** Prints the view; undefined if evaluating the expression needs no further read. `before` prepares the statement. */
  print(expression: Expression, asker: TenantQueryContext, before: () => void, rules?: ReadRules): string | undefined
  /** The statement that prints the view; `value` evaluates the parts that read no row. */
  statement(expression: Expression, value: (expression: Expression) => Value, rules?: ReadRules): PrintedQuery | undefined
}

/** A view of one record, or an item for each of a list. */
type PrintedView = {
  readonly records: Expression
  readonly isList: boolean
  readonly resource: string
  readonly variants: Variants
  readonly readings: Map<Variant, RowQuery>
}

type ModelIndex = {
  readonly layout: Layout
  readonly keys: RecordKeys
  readonly valuesOf: ReadonlyMap<string, ReturnType<typeof makeColumnValues>>
}

export function makePrintedViews(database: Database, modelIndex: ModelIndex): PrintedViews {
  const { layout, keys } = modelIndex
  const viewsByExpression = new WeakMap<Expression, PrintedView | 'none'>()
  /** An expression has one place, but errors of several operations may read it. */
  const knownByRules = new WeakMap<ReadRules, WeakMap<Expression, PrintedView | 'none'>>()

  function prepare(expression: Expression, rules: ReadRules | undefined): PrintedView | undefined {
    const call = findViewCall(expression, layout)
    const table = call && layout.tables.get(call.resource)
    if (
      call === undefined ||
      table?.key.length !== 1 ||
      table.folded.has(table.key[0]!.property) ||
      !readsOtherRecords(call.item, { layout, rules }, [])
    )
      return undefined
    const recordView = {
      variable: call.variable,
      part: { kind: 'item', expression: call.item },
      print: () => undefined,
      ...(rules === undefined ? {} : { rules }),
    } as const
    const variants = makeVariants(keys, (decisions) =>
      makeRecordColumns({ ...modelIndex, aliases: new Aliases('s') }, makeRowSource(table, new Aliases()), recordView, false, decisions),
    )
    // Values computed afterwards need the whole records.
    return variants.whole.columns.computes || variants.whole.columns.canHide ? undefined : { ...call, variants, readings: new Map() }
  }

  function findRowQuery({ resource, readings, isList }: PrintedView, variant: Variant): RowQuery {
    return readings.getOrInsertComputed(variant, () =>
      database.prepareQuery(printViewQuery(resource, variant, isList), variant.columns.exact),
    )
  }

  function printViewQuery(resource: string, { columns }: Variant, isList: boolean): string {
    const table = layout.tables.get(resource)!
    const { source: from } = columns
    const key = `${from.alias}.${quote(table.key[0]!.name)}`
    const [own] = table.key
    const tenant = table.tenant.map(({ name }) => ` AND ${from.alias}.${quote(name)} = ?`).join('')
    return `SELECT ${[...columns.select, key].join(', ')} FROM ${printFrom(from)} WHERE ${key} ${isList ? `IN (${layout.dialect.items('?', own!.kept.kind)})` : '= ?'}${tenant}`
  }

  /** The texts by key column; undefined if one statement cannot read them together. */
  function readTexts(
    printed: PrintedView,
    records: readonly RecordValue[],
    asker: TenantQueryContext,
  ): ((record: RecordValue) => string | undefined) | undefined {
    const { kept } = layout.tables.get(printed.resource)!.key[0]!
    const variant = printed.variants.forContext(asker)
    const tenant = asker.tenant(printed.resource)
    const values = variant.values.fixed ?? variant.values.bind(asker)
    if (
      values === undefined ||
      tenant === undefined ||
      records.some((record) => isOfMoment(record) || record.resource !== printed.resource)
    )
      return undefined
    if (!printed.isList && records.length === 1) {
      const key = encode(listKeyParts(records[0]!)[0], kept, keys)
      if (key instanceof Uint8Array) return undefined
      const [row] = findRowQuery(printed, variant)([...values, key, ...tenant])
      const text = row && variant.columns.print(row, asker)
      return () => text
    }
    const keyOf = (record: RecordValue): SqlValue => encode(listKeyParts(record)[0], kept, keys)
    const distinctKeys = [...new Set(records.map(keyOf))]
    if (distinctKeys.some((key) => key instanceof Uint8Array)) return undefined
    const rows = findRowQuery(
      printed,
      variant,
    )([...values, printed.isList ? `[${distinctKeys.map(toJsonText).join(',')}]` : distinctKeys[0]!, ...tenant])
    const last = variant.columns.select.length
    const texts = new Map(rows.map((row) => [String(row[last]), variant.columns.print(row, asker)]))
    return (record) => texts.get(String(keyOf(record)))
  }

  function prepareView(expression: Expression, rules: ReadRules | undefined): PrintedView | 'none' {
    const all = rules === undefined ? viewsByExpression : knownByRules.getOrInsertComputed(rules, () => new WeakMap())
    return all.getOrInsertComputed(expression, () => prepare(expression, rules) ?? 'none')
  }

  return {
    statement(expression, value, rules) {
      const printed = prepareView(expression, rules)
      if (printed === 'none') return undefined
      const variant = printed.variants.forValues(value)
      return { sql: printViewQuery(printed.resource, variant, printed.isList), afterwards: variant.columns.afterwards() }
    },

    print(expression, asker, before, rules) {
      const printed = prepareView(expression, rules)
      if (printed === 'none') return undefined
      const { variables, host } = asker.callerContext?.() ?? asker
      const value = unlessHidden(() => evaluate(printed.records, variables, host))
      if (value === null) return 'null'
      const named = value === undefined ? undefined : listRecords(value)
      const records = host.sees === undefined ? named : named?.filter((record) => host.sees!(record))
      if (records === undefined || records.length > maxRecords || (!printed.isList && records.length === 0)) return undefined
      before()
      const textOf = records.length === 0 ? () => undefined : readTexts(printed, records, asker)
      const texts = textOf && records.map(textOf)
      if (texts === undefined || !texts.every((text) => text !== undefined)) return undefined
      return printed.isList ? `[${texts.join(',')}]` : texts[0]
    },
  }
}

function listRecords(value: Value): readonly RecordValue[] | undefined {
  const all = isList(value) ? value : [value]
  return all.every(isRecord) ? all : undefined
}

/** The database no longer contains a record's former state. */
function isOfMoment({ of }: RecordValue): boolean {
  return (of as RecordContent).row !== undefined
}

type ViewQuery = {
  readonly records: Expression
  readonly isList: boolean
  readonly resource: string
  readonly variable: string
  readonly item: Expression
}

/** Recognises `View(record)`, or `records.map(x, …)` over a list. */
function findViewCall(expression: Expression, layout: Layout): ViewQuery | undefined {
  if (expression.kind === 'call' && layout.domain.views.has(expression.name)) {
    const [record] = expression.arguments
    const resource = record && findResourceOfType(record.type)
    if (record === undefined || resource === undefined) return undefined
    const thisVariable: Expression = {
      kind: 'variable',
      name: 'this',
      type: { kind: 'record', resource },
      start: record.start,
      end: record.end,
    }
    return { records: record, isList: false, resource, variable: 'this', item: { ...expression, arguments: [thisVariable] } }
  }
  if (expression.kind !== 'macro' || expression.name !== 'map' || expression.range.type.kind !== 'list') return undefined
  const resource = findResourceOfType(expression.range.type.element)
  const [[variable, ...others], [item, ...more]] = [expression.variables, expression.arguments]
  if (resource === undefined || variable === undefined || item === undefined || others.length + more.length > 0) return undefined
  return { records: expression.range, isList: true, resource, variable, item }
}

/** `rules` apply to the reads. */
type Looked = { readonly layout: Layout; readonly rules: ReadRules | undefined }

/** True if it reads more than properties of one record: reading the others together avoids one query per record. */
function readsOtherRecords(expression: Expression, at: Looked, within: readonly ViewInfo[]): boolean {
  const { layout } = at
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return true
  if (expression.kind === 'select') {
    const property = layout.domain.resources.get(findResourceOfType(expression.operand.type) ?? '')?.properties.get(expression.member)
    const computed =
      property?.compute === undefined || property.compute.stored ? undefined : layout.expressions?.(property.compute.expression)
    if (
      property?.inverse !== undefined ||
      (expression.operand.kind !== 'variable' && findResourceOfType(expression.operand.type) !== undefined)
    )
      return true
    if (
      hasRuleBeyondRow(at, findResourceOfType(expression.operand.type), expression.member) ||
      (computed !== undefined && readsOtherRecords(computed, at, within))
    )
      return true
  }
  const view = expression.kind === 'call' ? findCalledView(layout.domain, expression, (text) => layout.expressions?.(text)) : undefined
  if (view !== undefined && !within.includes(view)) {
    const [record] = (expression as Extract<Expression, { kind: 'call' }>).arguments
    if (record?.kind !== 'variable') return true
    const inside = [...within, view]
    const memberReads = view.members.flatMap((member) =>
      member.kind === 'take'
        ? copiesMember(view, member.name, at, inside)
        : expressionsIn(member.template).flatMap(({ expression: text }) => {
            const typed = layout.expressions?.(text)
            return typed === undefined ? [] : [readsOtherRecords(typed, at, inside)]
          }),
    )
    if (memberReads.includes(true)) return true
  }
  return partsOf(expression).some((part) => readsOtherRecords(part.expression, at, within))
}

/** True if the rule of a member reads other records. */
function hasRuleBeyondRow({ layout, rules }: Looked, resource: string | undefined, member: string): boolean {
  const rule = resource === undefined ? undefined : rules?.ofMember(resource, member, 'name')?.field
  return typeof rule === 'object' && readsOtherRecords(rule, { layout, rules: undefined }, [])
}

function copiesMember(view: ViewInfo, name: string, at: Looked, within: readonly ViewInfo[]): boolean {
  const { layout } = at
  const property = layout.domain.resources.get(view.resource)?.properties.get(name)
  const computed =
    property?.compute === undefined || property.compute.stored ? undefined : layout.expressions?.(property.compute.expression)
  return (
    property?.inverse !== undefined ||
    hasRuleBeyondRow(at, view.resource, name) ||
    (computed !== undefined && readsOtherRecords(computed, at, within))
  )
}
