// Translates the filters and the order of a list to conditions on columns.

import type { Value } from '../../cel/value.ts'
import type { FilterComparison } from '../../exchange/list-request.ts'
import type { FilterOperator } from '../../model/filters.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Selection } from '../../meaning/store.ts'
import type { Property } from '../../typing/domain.ts'
import type { Column, ComparedAs, Layout, TableLayout } from '../layout.ts'
import { type BinderOptions, encodeCompared, isRecordValue } from './binding.ts'
import { encode, encodeFolded, encodeProperty, listKeyParts } from './codec.ts'
import type { SqlValue } from './database.ts'
import { printMemberTest, findMemberTable } from './members.ts'
import { quote } from './names.ts'
import type { RowSource } from './source.ts'

/** A filter by the members of a list that have their own table. */
export function filterByMember(
  { property, path, operator, value }: FilterComparison,
  { table, alias }: RowSource,
  layout: Layout,
  keys: RecordKeys,
  values: SqlValue[],
): string | undefined {
  const members =
    path === undefined && (operator === 'contains' || operator === 'any') ? findMemberTable(layout, table.resource, property) : undefined
  if (members === undefined) return undefined
  const operands = operator === 'any' ? (value as readonly Value[]) : [value]
  const encodeOperand = operands.map((each) =>
    isRecordValue(each)
      ? encode(listKeyParts(each)[0], members.kept, keys)
      : encodeCompared(each, members.kept, 'exact', { keys, comparesTypes: layout.dialect.comparesTypes }),
  )
  if (encodeOperand.includes(undefined)) return undefined
  values.push(...(encodeOperand as SqlValue[]))
  return printMemberTest(
    members,
    alias,
    encodeOperand.map(() => '?'),
  )
}

/** A filter on a property, by the operators that requests use; null equals no value that can be sent. */
export function translateComparison(
  { path, operator, value }: FilterComparison,
  table: TableLayout,
  property: Property,
  alias: string,
  options: BinderOptions,
  values: SqlValue[],
): string | undefined {
  const column = findOrderColumns(table, property.name)
  if (path !== undefined || column?.length !== 1 || operator === 'contains' || operator === 'any') return undefined
  const [{ name, kept }] = column as [ComparedBy]
  return compareSql(
    operator,
    `${alias}.${quote(name)}`,
    value,
    (each, round) => {
      if (table.folded.has(property.name)) return encodeFolded(each)
      return isRecordValue(each) ? encodeProperty(table, property, each, options.keys)[0]! : encodeCompared(each, kept, round, options)
    },
    values,
  )
}

type Rounding = 'exact' | 'up' | 'down'

/** Builds a comparison with a bound value, and appends the value to `values`. */
export function compareSql(
  operator: Exclude<FilterOperator, 'contains' | 'any'>,
  sql: string,
  value: Value,
  encodeOperand: (each: Value, round: Rounding) => SqlValue | undefined,
  values: SqlValue[],
): string | undefined {
  if (operator === 'exists') return `${sql} IS ${value === true ? 'NOT NULL' : 'NULL'}`
  const operands = (operator === 'in' ? (value as readonly Value[]) : [value]).map((each) => encodeOperand(each, rounding[operator]))
  if (operands.includes(undefined)) return undefined
  values.push(...(operands as SqlValue[]))
  return operator === 'in' ? `${sql} IN (${operands.map(() => '?').join(', ')})` : `${sql} ${words[operator]} ?`
}

const words = { eq: '=', ne: 'IS DISTINCT FROM', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const rounding = { eq: 'exact', ne: 'exact', in: 'exact', gt: 'down', gte: 'up', lt: 'up', lte: 'down' } as const

type ComparedBy = Pick<Column, 'name' | 'nullable'> & { readonly kept: ComparedAs }

/** The columns by which a property is compared and ordered; undefined if their order differs from that of its values. */
function findOrderColumns(table: TableLayout, property: string): readonly ComparedBy[] | undefined {
  const columns = table.byProperty.get(property)
  const folded = table.folded.get(property)
  const ordered = table.ordered.get(property)
  if (ordered !== undefined) return [{ name: ordered, kept: { kind: 'ordered' }, nullable: columns![0]!.nullable }]
  if (columns === undefined || columns.some(({ kept }) => kept.kind === 'json')) return undefined
  return folded === undefined ? columns : [{ name: folded, kept: { kind: 'text' }, nullable: columns[0]!.nullable }]
}

type Ordering = {
  readonly sql: string
  readonly kept: ComparedAs
  readonly index: number
  readonly part: number
  readonly descending: boolean
  readonly nullable: boolean
}

/** Null comes first ascending and last descending. */
export function orderOf(table: TableLayout, { order }: Selection, from: RowSource): Ordering[] | undefined {
  const orderings: Ordering[] = []
  for (const [index, { property, direction }] of order.entries()) {
    const columns = findOrderColumns(table, property)
    if (columns === undefined) return undefined
    orderings.push(
      ...columns.map(({ name, kept, nullable }, part) => ({
        sql: `${from.alias}.${quote(name)}`,
        kept,
        index,
        part,
        descending: direction === 'descending',
        nullable,
      })),
    )
  }
  return orderings
}

/** `(a, b) after (x, y)`, where each may descend and be null, as `a after x OR (a = x AND b after y)`. */
export function seekOf(order: readonly Ordering[], after: readonly Value[], keys: RecordKeys): { sql: string; values: SqlValue[] } {
  const encodeOperand = order.map(({ kept, index, part }) => {
    const value = after[index] ?? null
    return encode(isRecordValue(value) ? listKeyParts(value)[part] : value, kept, keys)
  })
  const values: SqlValue[] = []
  const alternatives = order.map((last, depth) => {
    const equal = order.slice(0, depth).map(({ sql }, index) => {
      values.push(encodeOperand[index]!)
      return `${sql} IS NOT DISTINCT FROM ?`
    })
    return [...equal, followsInOrder(last, encodeOperand[depth]!, values)].join(' AND ')
  })
  const condition = `(${alternatives.map((sql) => `(${sql})`).join(' OR ')})`
  // The condition on the first column is repeated, so that the database can start in an index.
  const [first] = order
  if (first === undefined || encodeOperand[0] === null || (first.descending && first.nullable)) return { sql: condition, values }
  return { sql: `${first.sql} ${first.descending ? '<=' : '>='} ? AND ${condition}`, values: [encodeOperand[0]!, ...values] }
}

function followsInOrder({ sql, descending, nullable }: Ordering, value: SqlValue, values: SqlValue[]): string {
  if (value === null) return descending ? 'FALSE' : `${sql} IS NOT NULL`
  values.push(value)
  if (!descending) return `${sql} > ?`
  return nullable ? `(${sql} < ? OR ${sql} IS NULL)` : `${sql} < ?`
}
