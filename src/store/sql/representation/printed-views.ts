// Prints views of records that an expression names, one statement for all of them, where a view looks beyond its own record.

import { evaluate } from '../../../cel/evaluate.ts'
import type { Expression } from '../../../cel/expression.ts'
import type { RecordValue, Value } from '../../../cel/value.ts'
import { unlessHidden } from '../../../cel/values/hidden.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import { isList } from '../../../cel/values/kind.ts'
import { isRecord } from '../../../exchange/context.ts'
import type { RecordContent, RecordKeys } from '../../../meaning/record/keys.ts'
import type { Layout } from '../../layout.ts'
import type { TenantQueryContext } from '../binding.ts'
import { encode, listKeyParts } from '../codec.ts'
import type { makeColumnValues } from '../column-values.ts'
import type { Database, RowQuery, SqlValue } from '../database.ts'
import { quote } from '../names.ts'
import { toJsonText } from '../sql-query.ts'
import { Aliases, printFrom, makeRowSource } from '../source.ts'
import { makeRecordColumns } from './record-columns.ts'
import type { PrintedQuery } from './unprinted.ts'
import { type Variant, type Variants, makeVariants } from './variants.ts'
import { type ViewQuery, findViewCall, readsOtherRecords } from './view-calls.ts'

/** More records than these are read one by one. */
const maxRecords = 1000

export type PrintedViews = {
  /** Prints the view; undefined if evaluating the expression needs no further read. `before` prepares the statement. */
  print(expression: Expression, asker: TenantQueryContext, before: () => void, rules?: ReadRules): string | undefined
  /** The statement that prints the view; `value` evaluates the parts that read no row. */
  statement(expression: Expression, value: (expression: Expression) => Value, rules?: ReadRules): PrintedQuery | undefined
}

/** A view that one statement prints. */
type PrintedView = ViewQuery & {
  readonly variants: Variants
  readonly readings: Map<Variant, RowQuery>
}

type ViewContext = {
  readonly layout: Layout
  readonly keys: RecordKeys
  readonly valuesOf: ReadonlyMap<string, ReturnType<typeof makeColumnValues>>
}

export function makePrintedViews(database: Database, context: ViewContext): PrintedViews {
  const { layout, keys } = context
  const viewsByExpression = new WeakMap<Expression, PrintedView | 'none'>()
  /** An expression has one place, but errors of several operations may read it. */
  const viewsByRules = new WeakMap<ReadRules, WeakMap<Expression, PrintedView | 'none'>>()
  const readTexts = makeTextReader(database, layout, keys)

  function prepareView(expression: Expression, rules: ReadRules | undefined): PrintedView | 'none' {
    const all = rules === undefined ? viewsByExpression : viewsByRules.getOrInsertComputed(rules, () => new WeakMap())
    return all.getOrInsertComputed(expression, () => makePrintedView(context, expression, rules) ?? 'none')
  }

  return {
    statement(expression, value, rules) {
      const printed = prepareView(expression, rules)
      if (printed === 'none') return undefined
      const variant = printed.variants.forValues(value)
      return { sql: printViewQuery(layout, printed, variant), afterwards: variant.columns.afterwards() }
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

/** Undefined if the expression is no view, or one that the interpreter prints as fast from its record. */
function makePrintedView(context: ViewContext, expression: Expression, rules: ReadRules | undefined): PrintedView | undefined {
  const { layout, keys } = context
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
    makeRecordColumns({ ...context, aliases: new Aliases('s') }, makeRowSource(table, new Aliases()), recordView, false, decisions),
  )
  // Values computed afterwards need the whole records.
  return variants.whole.columns.computes || variants.whole.columns.canHide ? undefined : { ...call, variants, readings: new Map() }
}

function printViewQuery({ tables, dialect }: Layout, { resource, isList }: PrintedView, { columns }: Variant): string {
  const table = tables.get(resource)!
  const { source: from } = columns
  const [own] = table.key
  const key = `${from.alias}.${quote(own!.name)}`
  const tenant = table.tenant.map(({ name }) => ` AND ${from.alias}.${quote(name)} = ?`).join('')
  const isWanted = isList ? `IN (${dialect.items('?', own!.kept.kind)})` : '= ?'
  return `SELECT ${[...columns.select, key].join(', ')} FROM ${printFrom(from)} WHERE ${key} ${isWanted}${tenant}`
}

/** Returns the text of each record; undefined if one statement cannot read the records together. */
type ReadTexts = (
  printed: PrintedView,
  records: readonly RecordValue[],
  asker: TenantQueryContext,
) => ((record: RecordValue) => string | undefined) | undefined

function makeTextReader(database: Database, layout: Layout, keys: RecordKeys): ReadTexts {
  const findRowQuery = (printed: PrintedView, variant: Variant): RowQuery =>
    printed.readings.getOrInsertComputed(variant, () =>
      database.prepareQuery(printViewQuery(layout, printed, variant), variant.columns.exact),
    )
  return (printed, records, asker) => {
    const { kept } = layout.tables.get(printed.resource)!.key[0]!
    const variant = printed.variants.forContext(asker)
    const { columns } = variant
    const tenant = asker.tenant(printed.resource)
    const values = variant.values.fixed ?? variant.values.bind(asker)
    if (
      values === undefined ||
      tenant === undefined ||
      records.some((record) => isFormerState(record) || record.resource !== printed.resource)
    )
      return undefined
    const keyOf = (record: RecordValue): SqlValue => encode(listKeyParts(record)[0], kept, keys)
    if (!printed.isList && records.length === 1) {
      const key = keyOf(records[0]!)
      if (key instanceof Uint8Array) return undefined
      const [row] = findRowQuery(printed, variant)([...values, key, ...tenant])
      const text = row && columns.print(row, asker)
      return () => text
    }
    const distinctKeys = [...new Set(records.map(keyOf))]
    if (distinctKeys.some((key) => key instanceof Uint8Array)) return undefined
    const keyValue = printed.isList ? `[${distinctKeys.map(toJsonText).join(',')}]` : distinctKeys[0]!
    const rows = findRowQuery(printed, variant)([...values, keyValue, ...tenant])
    const last = columns.select.length
    const texts = new Map(rows.map((row) => [String(row[last]), columns.print(row, asker)]))
    return (record) => texts.get(String(keyOf(record)))
  }
}

function listRecords(value: Value): readonly RecordValue[] | undefined {
  const all = isList(value) ? value : [value]
  return all.every(isRecord) ? all : undefined
}

/** The database no longer contains a record's former state. */
function isFormerState({ of }: RecordValue): boolean {
  return (of as RecordContent).row !== undefined
}
