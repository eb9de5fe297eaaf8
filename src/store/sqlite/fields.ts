// Columns as the JSON text of what they keep: the same text that the value would be sent as.

import { compareDecimals, decimal, decimalText, neededScale, parseDecimal, roundDecimal } from '../../base/decimal.ts'
import { printDuration } from '../../base/duration.ts'
import { printJson } from '../../base/json.ts'
import type { Field } from '../../meaning/store.ts'
import type { Property } from '../../typing/domain.ts'
import { type Column, type Kept, type Layout, versionColumn } from '../layout.ts'
import type { SqlValue } from './database.ts'
import { quote } from './names.ts'

/** The text of a field in a row whose columns begin at `from`; undefined where it is absent. */
type Print = (row: readonly SqlValue[], from: number) => string | undefined

export type PrintedFields = {
  readonly select: readonly string[]
  /** For the records that references lead to. */
  readonly joins: string
  readonly prints: readonly Print[]
  /** The versions of the records that references led to. */
  versionsIn(row: readonly SqlValue[], from: number): readonly number[]
  /** Whether an integer may be one that a double cannot hold. */
  readonly exact: boolean
}

/** Undefined where one of them stands in no column alone. */
export function printedFields(layout: Layout, resource: string, alias: string, fields: readonly Field[]): PrintedFields | undefined {
  const select: string[] = []
  const prints: Print[] = []
  const joined = new Map<string, Joined>()
  const kepts: Kept[] = []
  for (const { through, property } of fields) {
    const to = joinAll(layout, { resource, alias }, through, joined, select)
    const column = to && onlyColumn(layout, to.resource, property)
    if (to === undefined || column === undefined) return undefined
    kepts.push(column.kept)
    const own = printColumn(select.push(`${to.alias}.${quote(column.name)}`) - 1, column.kept, property)
    prints.push('version' in to ? printThrough(to, own) : own)
  }
  const at = [...joined.values()].map(({ version }) => version)
  return {
    select, prints,
    joins: [...joined.values()].map(({ join }) => join).join(''),
    versionsIn: (row, from) => at.flatMap((index) => (row[from + index] === null ? [] : [Number(row[from + index])])),
    exact: fields.some(({ property }, index) => isWide(kepts[index]!, property)),
  }
}

type Place = { readonly resource: string; readonly alias: string }
/** `version`: where the column stands that holds the version of the record. */
type Joined = Place & { readonly join: string; readonly version: number }

function joinAll(layout: Layout, from: Place, through: readonly Property[], joined: Map<string, Joined>, select: string[]): Place | Joined | undefined {
  let at: Place | Joined = from
  for (const property of through) {
    const column = onlyColumn(layout, at.resource, property)
    const target = layout.tables.get(property.reference?.resource ?? '')
    if (column === undefined || target === undefined || target.key.length !== 1) return undefined
    const name: string = `${at.alias}.${property.name}`
    const known = joined.get(name)
    if (known === undefined) {
      const alias = `r${joined.size}`
      const join = ` LEFT JOIN ${quote(target.resource)} AS ${alias} ON ${alias}.${quote(target.key[0]!.name)} = ${at.alias}.${quote(column.name)}`
      joined.set(name, { resource: target.resource, alias, join, version: select.push(`${alias}.${quote(versionColumn)}`) - 1 })
    }
    at = joined.get(name)!
  }
  return at
}

export function onlyColumn({ tables }: Layout, resource: string, { name }: Property): Column | undefined {
  const columns = tables.get(resource)?.byProperty.get(name) ?? []
  return columns.length === 1 ? columns[0] : undefined
}

/** A record that is not there refuses, which is not said here. */
function printThrough({ version }: Joined, own: Print): Print {
  return (row, from) => {
    if (row[from + version] === null) throw new Error('a reference leads to no record')
    return own(row, from)
  }
}

function printColumn(index: number, kept: Kept, { nullable }: Property): Print {
  const print = keptPrinter(kept)
  const absent = nullable ? 'null' : undefined
  return (row, from) => {
    const value = row[from + index]!
    return value === null ? absent : print(value)
  }
}

/** Prints what a column keeps, but null. */
export function keptPrinter(kept: Kept): (value: SqlValue) => string {
  switch (kept.kind) {
    case 'text':
      return (value) => JSON.stringify(value)
    case 'integer':
      return (value) => String(value)
    case 'double':
      return (value) => printJson(value as number)
    case 'boolean':
      return (value) => (Number(value) === 1 ? 'true' : 'false')
    case 'decimal':
      return (value) => scaledText(value as number | bigint, kept.scale)
    case 'timestamp':
      return (value) => `"${value as string}"`
    case 'duration':
      return (value) => JSON.stringify(printDuration(Number(value)))
    case 'bytes':
      return (value) => `"${(value as Uint8Array).toBase64()}"`
    case 'json':
      return (value) => value as string
  }
}

/** Without zeros at the end of the fraction. */
function scaledText(value: number | bigint, scale: number): string {
  // Fifteen digits come back from a double as they went in; below a millionth it would be printed with an exponent.
  if (typeof value === 'number' && Math.abs(value) < 1e15 && scale <= 6) return String(value / 10 ** scale)
  const exact = decimal(BigInt(value), scale)
  return decimalText(roundDecimal(exact, neededScale(exact)))
}

/** Integers of 64 bits are so by their format, decimals by their bounds. */
export function isWide(kept: Kept, { schema }: Property): boolean {
  if (kept.kind === 'integer') return typeof schema === 'boolean' || schema.format === 'int64'
  if (kept.kind !== 'decimal' || typeof schema === 'boolean') return kept.kind === 'decimal'
  const bounds = [[schema.minimum, schema.exclusiveMinimum], [schema.maximum, schema.exclusiveMaximum]]
  return !bounds.every((each) => each.some((bound) => isWithin(bound, kept.scale)))
}

function isWithin(bound: number | bigint | string | undefined, scale: number): boolean {
  const value = bound === undefined ? undefined : parseDecimal(String(bound))
  const widest = decimal(BigInt(Number.MAX_SAFE_INTEGER), scale)
  return value !== undefined && [value, decimal(-value.digits, value.scale)].every((side) => compareDecimals(side, widest) <= 0)
}
