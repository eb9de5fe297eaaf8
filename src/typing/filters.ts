// Resolves the filters of a list: the property that each compares, its operators, and its spelling in requests.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import { type FilterOperator, type Filters, filterWords } from '../model/filters.ts'
import type { Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import { findSchemaAt } from '../schema/within.ts'
import type { Domain, Filter, Property, ResourceInfo, FilterParameter } from './domain.ts'
import { makeTypingNamesIn } from './resolve.ts'

const noFilters: ReadonlyMap<string, Filter> = new Map()

export function listFilters({ slots }: Operation, resource: ResourceInfo | undefined, domain: Domain): ReadonlyMap<string, Filter> {
  const declared = slotValueOf(slots.filter)
  if (declared === undefined || resource === undefined) return noFilters
  const spelling = readFilterSpelling(declared)
  return new Map(
    filterWords(slots).flatMap(({ text }): [string, Filter][] => {
      const comparison = resolveComparison(text, resource, domain)
      const filter = typeof comparison === 'object' ? filterOf(text, comparison, spelling) : undefined
      return filter === undefined ? [] : [[text, filter]]
    }),
  )
}

/** How the requests of a list spell their filters. */
export type FilterSpelling = {
  /** Undefined if every parameter names its operator. */
  readonly plain: string | undefined
  readonly operated: string
  /** The words for the operators; undefined for all under their own names. */
  readonly words: ReadonlyMap<string, string> | undefined
  readonly names: ReadonlyMap<string, string>
  readonly several: 'commas' | 'repeated' | undefined
}

export const standardSpelling = { plain: '{name}', operated: '{name}[{operator}]' }

export function readFilterSpelling(filters: Filters | undefined): FilterSpelling {
  if (filters === undefined)
    return { plain: standardSpelling.plain, operated: standardSpelling.operated, words: undefined, names: new Map(), several: undefined }
  const { plain, spelling, operators, names, several } = filters
  return {
    plain: plain.state === 'none' ? undefined : (slotValueOf(plain)?.text ?? standardSpelling.plain),
    operated: slotValueOf(spelling)?.text ?? standardSpelling.operated,
    words:
      slotValueOf(operators) === undefined
        ? undefined
        : new Map(listSpecifiedEntries(operators).map(({ name, value }) => [name, value.text])),
    names: new Map(listSpecifiedEntries(names).map(({ name, value }) => [name, value.text])),
    several: slotValueOf(several),
  }
}

/**
 * The operator in a query name for a property with this name: its word, or an empty text for the plain parameter. Undefined
 * if the name is another.
 */
export function parseOperatorWord(name: string, queryName: string, { plain, operated }: FilterSpelling): string | undefined {
  if (plain?.replace('{name}', () => queryName) === name) return ''
  const [before = '', after = ''] = operated.replace('{name}', () => queryName).split('{operator}')
  const isOperated = name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after)
  return isOperated ? name.slice(before.length, name.length - after.length) : undefined
}

/** The name in the query for a word that `parseOperatorWord` found. */
export function printFilterName(queryName: string, word: string, { plain, operated }: FilterSpelling): string {
  return (word === '' ? (plain ?? '') : operated.replace('{operator}', () => word)).replace('{name}', () => queryName)
}

/** The compared value of a filter. */
type ComparedValue = {
  readonly property: Property
  readonly path: readonly string[]
  readonly type: Type
  readonly isList: boolean
  readonly canBeNull: boolean
  readonly operand: Schema
}

/** Why a name cannot be a filter. */
export type Uncomparable = 'unknown' | 'secret' | 'inverse' | 'write-only' | 'value' | 'list'

/** The schema of the value to compare with: for a reference, that of the referenced key. */
function findOperandSchema(element: Type, property: Property, path: readonly string[], domain: Domain): Schema | undefined {
  if (element.kind !== 'record') return makeValueSchema(element, findValueSchema(property.schema, path, domain))
  return path.length > 0 ? undefined : findKeySchema(element.resource, domain)
}

/** `address.city`: the path leads through objects, and through lists of objects. */
export function resolveComparison(name: string, resource: ResourceInfo, domain: Domain): ComparedValue | Uncomparable {
  const [root = '', ...path] = name.split('.')
  const property = resource.properties.get(root)
  if (property === undefined) return 'unknown'
  if (property.secret) return 'secret'
  if (property.inverse !== undefined) return 'inverse'
  const member = findMemberAt(property.type, path)
  if (member === undefined) return 'unknown'
  const { element, isList, canBeNull } = member
  if (element.kind === 'list') return 'list'
  if (path.length > 0 && isWriteOnly(property.schema, path, domain)) return 'write-only'
  const operand = findOperandSchema(element, property, path, domain)
  if (operand === undefined) return isList ? 'list' : 'value'
  return { property, path, type: element, isList, canBeNull, operand }
}

type Reached = { readonly element: Type; readonly isList: boolean; readonly canBeNull: boolean }

function findMemberAt(type: Type, path: readonly string[]): Reached | undefined {
  let current: Reached = withoutList(type, { isList: false, canBeNull: false })
  for (const step of path) {
    const member = current.element.kind === 'object' ? current.element.members.get(step) : undefined
    if (member === undefined) return undefined
    current = withoutList(member.type, { ...current, canBeNull: current.canBeNull || member.optional === true })
  }
  return current
}

/** A value without null, and the members of one list. */
function withoutList(type: Type, { isList, canBeNull }: Omit<Reached, 'element'>): Reached {
  if (type.kind === 'nullable' || type.kind === 'optional') return withoutList(type.of, { isList, canBeNull: true })
  return type.kind === 'list' && type.element.kind !== 'list'
    ? { element: withoutNull(type.element), isList: true, canBeNull }
    : { element: type, isList, canBeNull }
}

function filterOf(
  name: string,
  { property, path, type, isList, canBeNull, operand }: ComparedValue,
  spelling: FilterSpelling,
): Filter | undefined {
  const admitted = [...listOperators(type, isList), ...(canBeNull && (!isList || path.length === 0) ? ['exists' as const] : [])]
  if (admitted.length === 0) return undefined
  const operators = new Map(admitted.map((operator) => [operator, makeOperandSchema(operator, operand)]))
  const plainOperator = isList ? 'contains' : 'eq'
  const { words, several } = spelling
  const queryName = spelling.names.get(name) ?? name
  const [before = '', after = ''] = spelling.operated.replace('{name}', () => queryName).split('{operator}')
  const plainParameters =
    spelling.plain === undefined
      ? []
      : [
          makePlainParameter(
            spelling.plain.replace('{name}', () => queryName),
            plainOperator,
            operators,
            several,
          ),
        ]
  const operatorParameters = admitted.flatMap((operator): FilterParameter[] => {
    const word = words === undefined ? operator : words.get(operator)
    return word === undefined ? [] : [{ name: `${before}${word}${after}`, operator, schema: operators.get(operator)!, several: 'commas' }]
  })
  const isStandard =
    spelling.plain === standardSpelling.plain &&
    spelling.operated === standardSpelling.operated &&
    words === undefined &&
    several === undefined &&
    queryName === name
  return {
    name,
    property: property.name,
    path,
    type,
    plain: plainOperator,
    operators,
    parameters: [...plainParameters, ...operatorParameters],
    nameAffixes: { before, after },
    isDeepObject: isStandard,
  }
}

function makePlainParameter(
  name: string,
  plain: Filter['plain'],
  operators: Filter['operators'],
  several: FilterSpelling['several'],
): FilterParameter {
  const operator = several === undefined ? plain : plain === 'eq' ? 'in' : 'any'
  return operators.has(operator)
    ? { name, operator, schema: operators.get(operator)!, several: several ?? 'commas' }
    : { name, operator: plain, schema: operators.get(plain)!, several: 'commas' }
}

/** True if a name in the query is one of the filter, with an operator that it may not know. */
export function isFilterName(
  name: string,
  { parameters, nameAffixes: { before, after } }: Pick<Filter, 'parameters' | 'nameAffixes'>,
): boolean {
  if (parameters.some((each) => each.name === name)) return true
  return before + after !== '' && name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)
}

const equality = ['eq', 'ne', 'in'] as const
const ordering = ['gt', 'gte', 'lt', 'lte'] as const

function listOperators({ kind }: Type, isList: boolean): readonly FilterOperator[] {
  if (isList) return ['contains', 'any']
  switch (kind) {
    case 'bool':
      return ['eq', 'ne']
    case 'enum':
    case 'record':
      return equality
    default:
      return [...equality, ...ordering]
  }
}

function makeOperandSchema(operator: FilterOperator, operand: Schema): Schema {
  if (operator === 'exists') return { type: 'boolean' }
  return operator === 'in' || operator === 'any' ? { type: 'array', items: operand, minItems: 1 } : operand
}

/** Undefined for a composite key. */
function findKeySchema(resource: string, domain: Domain): Schema | undefined {
  const key = makeTypingNamesIn(domain).key(resource)
  return typeof key === 'object' && key.type === 'object' ? undefined : key
}

/** The schema of the compared value: of a list, of its items. */
function findValueSchema(schema: Schema, path: readonly string[], domain: Domain): SchemaObject {
  let current = unwrapLists(schema, domain)
  for (const step of path) current = unwrapLists(findSchemaAt(current, [step], domain.shapes), domain)
  return typeof current === 'object' ? current : {}
}

function unwrapLists(schema: Schema | undefined, { shapes }: Domain): Schema | undefined {
  const resolvedSchema = findSchemaAt(schema, [], shapes)
  return typeof resolvedSchema === 'object' && resolvedSchema.items !== undefined
    ? findSchemaAt(resolvedSchema, [null], shapes)
    : resolvedSchema
}

function isWriteOnly(schema: Schema, path: readonly string[], domain: Domain): boolean {
  return path.some((_, depth) => findValueSchema(schema, path.slice(0, depth + 1), domain).writeOnly === true)
}

/** The type and format of the value without bounds, because a value outside them merely matches nothing. */
function makeValueSchema(type: Type, { format }: SchemaObject): Schema | undefined {
  switch (type.kind) {
    case 'bool':
      return { type: 'boolean' }
    case 'int':
      return { type: 'integer', ...(type.wide ? { format: 'int64' } : {}) }
    case 'double':
      return { type: 'number' }
    case 'decimal':
      return { type: 'number', format: 'decimal' }
    case 'enum':
      return { type: 'string', enum: type.values }
    case 'string':
    case 'timestamp':
    case 'duration':
      return { type: 'string', ...(format === undefined ? {} : { format }) }
    default:
      return undefined
  }
}
