// Determines whether an operation's schemas can fail as a pattern of `invalid` says.

import { slotValue } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import { type Failing, isWithin } from './failing.ts'
import type { OperationContext } from './operation-context.ts'

/** True if some request of the operation can fail this way. Ignores refusals by `set`, mapped inputs and sizes. */
export function canFail(failing: Failing, place: string | undefined, about: OperationContext): boolean {
  const { input } = about
  switch (place) {
    case 'path':
      return parametersFail(failing, [...input.path.values()], about)
    case 'header':
      return parametersFail(failing, [...input.headers.values()], about) || slotValue(about.operation.slots.idempotency)?.kind === 'key'
    case 'query':
      return (
        parametersFail(failing, queryParameters(about), about) ||
        (slotValue(about.operation.slots.strict) === true && (failing.keyword ?? 'additionalProperties') === 'additionalProperties')
      )
    case 'patch':
      return input.body?.jsonPatch === true && (failing.keyword === undefined || patchKeywords.has(failing.keyword))
    case 'body':
      return input.body !== undefined && bodyFails(failing, input.body.schema, input.body.required, about)
    default:
      return true
  }
}

/** The keywords that `exchange/json-patch.ts` reports. */
const patchKeywords: ReadonlySet<string> = new Set(['type', 'required', 'enum', 'format', 'path', 'test'])

function bodyFails({ member, keyword }: Failing, schema: Schema, required: boolean, about: OperationContext): boolean {
  if (member === undefined && keyword === 'required' && required) return true
  return schemaFails(schema, member?.split('.') ?? [], keyword, about, new Set())
}

type Named = { readonly name: string; readonly schema: Schema; readonly required?: boolean }

function queryParameters({ input: { query, filters, sort, page, fields } }: OperationContext): readonly Named[] {
  const own = [sort?.parameter, fields, ...Object.values(page ?? {})].filter((parameter) => parameter !== undefined)
  return [...query.values(), ...own, ...[...filters.values()].flatMap(({ sent }) => sent)]
}

function parametersFail({ member, keyword }: Failing, parameters: readonly Named[], about: OperationContext): boolean {
  return parameters.some(({ name, schema, required }) => {
    const isNamed = member === undefined || isWithin(name.toLowerCase(), member.toLowerCase())
    if (isNamed && keyword === 'required' && required === true) return true
    const rest = isNamed
      ? []
      : member.toLowerCase().startsWith(`${name.toLowerCase()}.`)
        ? member.slice(name.length + 1).split('.')
        : undefined
    return rest !== undefined && schemaFails(schema, rest, keyword, about, new Set())
  })
}

const nested = ['items', 'contains', 'not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames'] as const
const joined = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const

/** True if a value at the path, or within it, can fail the keyword; without a keyword, any keyword. */
function schemaFails(
  schema: Schema,
  path: readonly string[],
  keyword: string | undefined,
  about: OperationContext,
  seen: Set<string>,
): boolean {
  if (typeof schema === 'boolean') return !schema && path.length === 0
  if (schema.$ref !== undefined) {
    const key = `${schema.$ref} ${path.length}`
    if (seen.has(key)) return false
    seen.add(key)
    const shape = about.world.domain.shapes.get(schema.$ref)
    return shape === undefined || schemaFails(shape.schema, path, keyword, about, seen)
  }
  const [head, ...rest] = path
  if (head === undefined && isAsked(schema, keyword)) return true
  if (head !== undefined && rest.length === 0 && (keyword ?? 'required') === 'required' && schema.required?.includes(head) === true)
    return true
  const inner: Schema[] = [
    ...nested.flatMap((name) => schema[name] ?? []),
    ...joined.flatMap((name) => schema[name] ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
  ]
  if (inner.some((each) => schemaFails(each, path, keyword, about, seen))) return true
  const members = { ...schema.properties, ...schema.patternProperties }
  if (head === undefined) return Object.values(members).some((each) => schemaFails(each, [], keyword, about, seen))
  const named = schema.properties?.[head]
  return named !== undefined ? schemaFails(named, rest, keyword, about, seen) : schema.patternProperties !== undefined
}

function isAsked(schema: Exclude<Schema, boolean>, keyword: string | undefined): boolean {
  if (keyword === undefined) return Object.keys(schema).length > 0
  if (keyword === 'maxBytes' || keyword === 'readOnly' || keyword === 'type') return true
  return Object.hasOwn(schema, keyword)
}
