// Translates filters inside a JSON column: members of objects, and items of lists.

import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import type { FilterComparison } from '../../exchange/list-request.ts'
import type { FilterOperator } from '../../model/filters.ts'
import type { SchemaObject } from '../../schema/schema.ts'
import { findSchemaAt } from '../../schema/within.ts'
import type { Property } from '../../typing/domain.ts'
import { type Kept, type Layout, chooseStoredType } from '../layout.ts'
import { type BinderOptions, encodeCompared } from './binding.ts'
import type { SqlValue } from './database.ts'
import { quote } from './names.ts'
import type { RowSource } from './source.ts'
import { compareSql } from './comparing.ts'

/** The operator that compares each item, for those that compare a list. */
function chooseItemOperator(operator: FilterOperator): Exclude<FilterOperator, 'contains' | 'any'> {
  if (operator === 'contains') return 'eq'
  return operator === 'any' ? 'in' : operator
}

/** Undefined if SQL compares differently than the interpreter. */
export function translateInsideComparison(
  filter: FilterComparison,
  { table, alias }: RowSource,
  property: Property,
  layout: Layout,
  options: BinderOptions,
  values: SqlValue[],
): string | undefined {
  const { path = [] } = filter
  const [column, ...more] = table.byProperty.get(property.name) ?? []
  if (column?.kept.kind !== 'json' || more.length > 0 || property.fold) return undefined
  const place = findPlace(`${alias}.${quote(column.name)}`, property.type, path, layout)
  const storedType = place && findStoredTypeInside(place.type, property, path, layout)
  if (place === undefined || storedType === undefined) return undefined
  const encode = (value: Parameters<typeof encodeCompared>[0], round: 'exact' | 'up' | 'down'): SqlValue | undefined =>
    encodeCompared(value, storedType, round, options)
  const sql = compareSql(
    chooseItemOperator(filter.operator),
    layout.dialect.scalar(place.json, place.inner, storedType),
    filter.value,
    encode,
    values,
  )
  return sql === undefined || place.lists.length === 0 ? sql : `EXISTS (SELECT 1 FROM ${place.lists.join(', ')} WHERE ${sql})`
}

/** A JSON value, the members that lead from it to the compared one, and the lists that are opened on the way. */
type Place = { readonly json: string; readonly inner: readonly string[]; readonly lists: readonly string[]; readonly type: Type }

function findPlace(column: string, type: Type, path: readonly string[], { dialect }: Layout): Place | undefined {
  const unwrapPlace = (at: Place): Place => {
    const plainType = withoutNull(at.type)
    if (plainType.kind !== 'list') return { ...at, type: plainType }
    const name = `i${at.lists.length}`
    return {
      json: dialect.itemOf(name),
      inner: [],
      lists: [...at.lists, dialect.each(at.json, at.inner, name)],
      type: withoutNull(plainType.element),
    }
  }
  let at = unwrapPlace({ json: column, inner: [], lists: [], type })
  for (const step of path) {
    const member = at.type.kind === 'object' ? at.type.members.get(step) : undefined
    if (member === undefined || /["\\]/.test(step)) return undefined
    at = unwrapPlace({ ...at, inner: [...at.inner, step], type: member.type })
  }
  return at
}

/** The type of a value inside JSON; a decimal is an integer of its smallest unit, if its bounds keep that exact in every database. */
function findStoredTypeInside(type: Type, property: Property, path: readonly string[], { domain }: Layout): Kept | undefined {
  const kept = chooseStoredType(type)
  switch (kept.kind) {
    case 'text':
    case 'integer':
    case 'double':
    case 'boolean':
    case 'timestamp':
      return kept
    case 'decimal':
      return isExact(findSchemaInside(property, path, domain), kept.scale) ? kept : undefined
    default:
      return undefined
  }
}

function findSchemaInside({ schema }: Property, path: readonly string[], { shapes }: Layout['domain']): SchemaObject {
  const unwrapSchema = (of: ReturnType<typeof findSchemaAt>): ReturnType<typeof findSchemaAt> =>
    typeof of === 'object' && of.items !== undefined ? findSchemaAt(of, [null], shapes) : of
  const innerSchema = path.reduce(
    (at, step) => unwrapSchema(findSchemaAt(at, [step], shapes)),
    unwrapSchema(findSchemaAt(schema, [], shapes)),
  )
  return typeof innerSchema === 'object' ? innerSchema : {}
}

/** A double distinguishes decimals of up to 15 digits. */
function isExact({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: SchemaObject, scale: number): boolean {
  const bounds = [
    [minimum, exclusiveMinimum],
    [maximum, exclusiveMaximum],
  ]
  return bounds.every((each) => each.some((bound) => bound !== undefined && Math.abs(Number(String(bound))) * 10 ** scale < 1e15))
}
