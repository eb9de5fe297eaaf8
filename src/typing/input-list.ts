// What a list lets the client choose: filters by property and operator, the order, and where a page begins and ends.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { shown } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import { readsInput } from './compared.ts'
import type { Domain, Filter, FilterOperator, PageInput, TypedParameter, Property, ResourceInfo, Sort } from './domain.ts'
import { namesIn } from './resolve.ts'
import { dictionary } from './schema-of.ts'

const equality = ['eq', 'ne', 'in'] as const
const order = ['gt', 'gte', 'lt', 'lte'] as const

/** The operators that a property of a type can be filtered by; none where it cannot. */
function filterOperators(property: Property): readonly FilterOperator[] {
  if (property.secret || property.inverse !== undefined) return []
  const found = operatorsOf(withoutNull(property.type))
  const canBeNull = property.type.kind === 'nullable'
  return found.length > 0 && canBeNull ? [...found, 'exists'] : found
}

function operatorsOf(type: Type): readonly FilterOperator[] {
  switch (type.kind) {
    case 'bool': return ['eq', 'ne']
    case 'enum': case 'record': return equality
    case 'int': case 'double': case 'decimal': case 'string': case 'timestamp': case 'duration': return [...equality, ...order]
    case 'list': return operatorsOf(type.element).length > 0 && type.element.kind !== 'list' ? ['contains'] : []
    default: return []
  }
}

const none: ReadonlyMap<string, Filter> = new Map()

export function filtersOf({ slots }: Operation, resource: ResourceInfo | undefined, domain: Domain): ReadonlyMap<string, Filter> {
  if (slots.filter.state !== 'shown') return none
  const filters = new Map<string, Filter>()
  for (const { text } of shown(slots.filter) ?? []) {
    const property = resource?.properties.get(text)
    const filter = property && filterOf(property, domain)
    if (filter !== undefined) filters.set(text, filter)
  }
  return filters
}

function filterOf(property: Property, domain: Domain): Filter | undefined {
  const said = filterOperators(property)
  const operand = operandOf(property, domain)
  if (said.length === 0 || operand === undefined) return undefined
  const operators = new Map(said.map((operator) => [operator, operandSchema(operator, operand)]))
  return {
    property: property.name,
    plain: operators.has('eq') ? 'eq' : 'contains',
    operators,
    schema: { type: 'object', properties: dictionary(operators), additionalProperties: false, minProperties: 1 },
  }
}

function operandSchema(operator: FilterOperator, operand: Schema): Schema {
  if (operator === 'exists') return { type: 'boolean' }
  return operator === 'in' ? { type: 'array', items: operand, minItems: 1 } : operand
}

/** The operand of a comparison: the property's type and format without bounds, because a value outside them merely matches nothing. */
function operandOf(property: Property, domain: Domain): Schema | undefined {
  const type = withoutNull(property.type)
  const element = type.kind === 'list' ? type.element : type
  if (element.kind === 'record') {
    const key = namesIn(domain).key(element.resource)
    return typeof key === 'object' && key.type === 'object' ? undefined : key
  }
  return comparable(element, itemSchema(property.schema, type))
}

function itemSchema(schema: Schema, type: Type): SchemaObject {
  const own = typeof schema === 'boolean' ? {} : schema
  if (type.kind !== 'list') return own
  return typeof own.items === 'object' ? own.items : {}
}

function comparable(type: Type, { format }: SchemaObject): Schema | undefined {
  switch (type.kind) {
    case 'bool': return { type: 'boolean' }
    case 'int': return { type: 'integer', ...(type.wide ? { format: 'int64' } : {}) }
    case 'double': return { type: 'number' }
    case 'decimal': return { type: 'number', format: 'decimal' }
    case 'enum': return { type: 'string', enum: type.values }
    case 'string': case 'timestamp': case 'duration': return { type: 'string', ...(format === undefined ? {} : { format }) }
    default: return undefined
  }
}

export function sortOf({ slots }: Operation, resource: ResourceInfo | undefined): Sort | undefined {
  const properties = (shown(slots.sort) ?? []).map(({ text }) => text).filter((name) => resource?.properties.has(name))
  if (properties.length === 0) return undefined
  const schema = {
    type: 'array', minItems: 1, maxItems: properties.length,
    items: { type: 'string', enum: properties.flatMap((name) => [name, `-${name}`]) },
  } as const
  const type: Type = { kind: 'list', element: { kind: 'string' } }
  return { parameter: { name: 'sort', schema, type, required: false }, properties }
}

/** A request may choose the size where the operation gives a `max` and does not itself take the size from the request. */
export function pageInputOf({ slots }: Operation): PageInput | undefined {
  const page = shown(slots.page)
  if (page === undefined) return undefined
  const style = shown(page.style)
  const max = shown(page.max)
  const size = shown(page.size)
  const isOpen = max !== undefined && (size === undefined || !readsInput(size))
  const usual = size !== undefined && /^\d+$/.test(size.text.trim()) ? Number(size.text) : undefined
  return {
    ...(isOpen ? { size: count('size', { minimum: 1, maximum: max, ...(usual === undefined ? {} : { default: usual }) }) } : {}),
    ...(style === 'offset' && page.offset.state === 'unsaid' ? { offset: count('offset', { minimum: 0, default: 0 }) } : {}),
    ...(style === 'cursor' && page.cursor.state === 'unsaid' ? { cursor: cursorParameter } : {}),
  }
}

const cursorParameter: TypedParameter = { name: 'cursor', schema: { type: 'string' }, type: { kind: 'string' }, required: false }

function count(name: string, bounds: Pick<SchemaObject, 'minimum' | 'maximum' | 'default'>): TypedParameter {
  return { name, schema: { type: 'integer', ...bounds }, type: { kind: 'int' }, required: false }
}
