// Determines whether an operation's schemas can fail as a pattern of `invalid` says.

import { slotValueOf } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import { listSortParameters } from '../typing/sorts.ts'
import { type Failing, isWithin } from './failing.ts'
import type { OperationContext } from './operation-context.ts'

/** True if some request of the operation can fail this way. Ignores refusals by `set`, mapped inputs and sizes. */
export function canFail(failing: Failing, place: string | undefined, operationContext: OperationContext): boolean {
  const { input } = operationContext
  switch (place) {
    case 'path':
      return canParametersFail(failing, [...input.path.values()], operationContext)
    case 'header':
      return (
        canParametersFail(failing, [...input.headers.values()], operationContext) ||
        slotValueOf(operationContext.operation.slots.idempotency)?.kind === 'key'
      )
    case 'query':
      return (
        canParametersFail(failing, queryParameters(operationContext), operationContext) ||
        (slotValueOf(operationContext.operation.slots.strict) === true &&
          (failing.keyword ?? 'additionalProperties') === 'additionalProperties')
      )
    case 'patch':
      return input.body?.jsonPatch === true && (failing.keyword === undefined || patchKeywords.has(failing.keyword))
    case 'body':
      return input.body !== undefined && canBodyFail(failing, input.body.schema, input.body.required, operationContext)
    default:
      return true
  }
}

/** The keywords that `exchange/json-patch.ts` reports. */
const patchKeywords: ReadonlySet<string> = new Set(['type', 'required', 'enum', 'format', 'path', 'test'])

function canBodyFail({ member, keyword }: Failing, schema: Schema, required: boolean, operationContext: OperationContext): boolean {
  if (member === undefined && keyword === 'required' && required) return true
  return canSchemaFail(schema, member?.split('.') ?? [], keyword, operationContext, new Set())
}

type NamedSchema = { readonly name: string; readonly schema: Schema; readonly required?: boolean }

function queryParameters({ input: { query, filters, sort, page, fields } }: OperationContext): readonly NamedSchema[] {
  const listParameters = [...listSortParameters({ sort }), fields, ...Object.values(page ?? {})].filter(
    (parameter) => parameter !== undefined,
  )
  return [...query.values(), ...listParameters, ...[...filters.values()].flatMap(({ parameters }) => parameters)]
}

function canParametersFail({ member, keyword }: Failing, parameters: readonly NamedSchema[], operationContext: OperationContext): boolean {
  return parameters.some(({ name, schema, required }) => {
    const isWithinMember = member === undefined || isWithin(name.toLowerCase(), member.toLowerCase())
    if (isWithinMember && keyword === 'required' && required === true) return true
    if (!isWithinMember && !member.toLowerCase().startsWith(`${name.toLowerCase()}.`)) return false
    const pathInside = isWithinMember ? [] : member.slice(name.length + 1).split('.')
    return canSchemaFail(schema, pathInside, keyword, operationContext, new Set())
  })
}

const nestedKeywords = ['items', 'contains', 'not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames'] as const
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const

/** True if a value at the path, or within it, can fail the keyword; without a keyword, any keyword. */
function canSchemaFail(
  schema: Schema,
  path: readonly string[],
  keyword: string | undefined,
  operationContext: OperationContext,
  visited: Set<string>,
): boolean {
  if (typeof schema === 'boolean') return !schema && path.length === 0
  if (schema.$ref !== undefined) {
    const key = `${schema.$ref} ${path.length}`
    if (visited.has(key)) return false
    visited.add(key)
    const shape = operationContext.modelIndex.domain.shapes.get(schema.$ref)
    return shape === undefined || canSchemaFail(shape.schema, path, keyword, operationContext, visited)
  }
  const [firstMember, ...rest] = path
  if (firstMember === undefined && hasKeyword(schema, keyword)) return true
  if (
    firstMember !== undefined &&
    rest.length === 0 &&
    (keyword ?? 'required') === 'required' &&
    schema.required?.includes(firstMember) === true
  )
    return true
  const nestedSchemas: Schema[] = [
    ...nestedKeywords.flatMap((name) => schema[name] ?? []),
    ...listKeywords.flatMap((name) => schema[name] ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
  ]
  if (nestedSchemas.some((each) => canSchemaFail(each, path, keyword, operationContext, visited))) return true
  const members = { ...schema.properties, ...schema.patternProperties }
  if (firstMember === undefined) return Object.values(members).some((each) => canSchemaFail(each, [], keyword, operationContext, visited))
  const property = schema.properties?.[firstMember]
  return property !== undefined ? canSchemaFail(property, rest, keyword, operationContext, visited) : schema.patternProperties !== undefined
}

function hasKeyword(schema: Exclude<Schema, boolean>, keyword: string | undefined): boolean {
  if (keyword === undefined) return Object.keys(schema).length > 0
  if (keyword === 'maxBytes' || keyword === 'readOnly' || keyword === 'type') return true
  return Object.hasOwn(schema, keyword)
}
