// The parameters of an operation: declared ones, and those of filters, sorting, pages, keys and entity tags.

import { type JsonObject, createJsonObject } from '../../base/json.ts'
import { type StandardParameter, listOwnHeaders, listStandardParameters } from '../../fact/standard-parameters.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import type { Parameter as Declared } from '../../model/endpoints.ts'
import { type Named, type Slot, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Filter, FilterParameter, Sort, TypedParameter } from '../../typing/domain.ts'
import { createDictionary } from '../../base/dictionary.ts'
import { addDocumentation } from '../schema/documented.ts'
import type { OpenApiContext } from './context.ts'

type Place = 'path' | 'query' | 'header'

type ParameterDescription = {
  readonly in: Place
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly style?: 'deepObject' | 'form'
  readonly explode?: boolean
}

/** `openApiNames` maps names of path parameters to those in OpenAPI's path. */
export function buildParameters(
  { operation }: OperationFacts,
  openApiNames: ReadonlyMap<string, string>,
  context: OpenApiContext,
): JsonObject[] {
  const input = context.facts.typing.input(operation)
  const specified = slotValueOf(operation.slots.parameters)
  const otherParameters = listStandardParameters(operation, input)
  const parameters: ParameterDescription[] = [
    ...[...input.path.values()]
      .map((each) => describeParameter('path', each, specified?.path))
      .map((each) => ({ ...each, name: openApiNames.get(each.name) ?? each.name })),
    ...[...input.query.values()].map((each) => describeParameter('query', each, specified?.query)),
    ...[...input.filters.values()].flatMap(describeFilter),
    ...otherParameters.filter((each) => each.in === 'query').flatMap((each) => describeOther(each, input.sort)),
    ...listOwnHeaders(operation, input).map((each) => describeParameter('header', each, specified?.header)),
    ...otherParameters.filter((each) => each.in === 'header').flatMap((each) => describeOther(each, input.sort)),
  ]
  return parameters.filter((each) => isExpressible(each, operation.name, context)).map((each) => printParameter(each, context))
}

/** OpenAPI 3.1 has other places for these headers, and ignores parameters with their names. */
function isExpressible({ in: place, name }: ParameterDescription, operation: string, { leftOut }: OpenApiContext): boolean {
  if (place !== 'header' || !/^(accept|content-type|authorization)$/i.test(name)) return true
  leftOut.add(`The header \`${name}\` of \`${operation}\`: OpenAPI ignores a parameter of this name.`)
  return false
}

function describeParameter(
  place: Place,
  { name, schema, required, several }: TypedParameter,
  slot: Slot<readonly Named<Declared>[]> | undefined,
): ParameterDescription {
  const declared =
    slot === undefined ? undefined : (findNamedEntry(slot, name) ?? slotValueOf(slot)?.find((each) => each.name.toLowerCase() === name))
  const source = declared?.slot.state === 'shown' ? declared.slot.value.schema : undefined
  const description = source === undefined ? undefined : slotValueOf(source.keywords.description)
  return {
    in: place,
    name: declared?.name ?? name,
    required,
    schema: addDocumentation(schema, source),
    ...(description === undefined ? {} : { description }),
    ...(several === 'commas' && place === 'query' ? { style: 'form', explode: false } : {}),
  }
}

/**
 * A list inside `deepObject` has no form in OpenAPI, so an `in` parameter is described as text. Other spellings have one parameter for each
 * comparison.
 */
function describeFilter({ name, plain, operators, parameters, isDeepObject }: Filter): ParameterDescription[] {
  if (!isDeepObject) return parameters.map((each) => describeComparison(each, name))
  const members = [...operators].map(([operator, schema]): [string, Schema] => [
    operator,
    takesSeveralValues(operator) ? { type: 'string', description: 'Values, separated by commas.' } : schema,
  ])
  return [
    {
      in: 'query',
      name,
      style: 'deepObject',
      explode: true,
      description: `Only records whose \`${name}\` meets these comparisons; \`?${name}=…\` alone is \`${plain}\`.`,
      schema: { type: 'object', properties: createDictionary(members), additionalProperties: false },
    },
  ]
}

function describeComparison({ name, operator, schema, several }: FilterParameter, property: string): ParameterDescription {
  const description = `Only records whose \`${property}\` meets this comparison: \`${operator}\`.`
  return {
    in: 'query',
    name,
    description,
    schema,
    ...(takesSeveralValues(operator) ? { style: 'form', explode: several === 'repeated' } : {}),
  }
}

function takesSeveralValues(operator: FilterParameter['operator']): boolean {
  return operator === 'in' || operator === 'any'
}

function describeSort(sort: Sort | undefined): string {
  const isSigned = sort?.properties.every((name) => sort.words.get(`-${name}`) === `-${name}`) === true
  return isSigned ? 'The order: names of properties; `-` before a name sorts in descending order.' : 'The order: names of properties.'
}

/** `Last-Event-ID` is not exported: clients of server-sent events send it automatically. */
function describeOther({ kind, in: place, name, required, schema }: StandardParameter, sort: Sort | undefined): ParameterDescription[] {
  switch (kind) {
    case 'sort':
      return [
        {
          in: place,
          name,
          style: 'form',
          explode: sort?.several === 'repeated',
          description: describeSort(sort),
          schema,
        },
      ]
    case 'direction':
      return [{ in: place, name, description: 'The direction of the order.', schema }]
    case 'fields':
      return [{ in: place, name, style: 'form', explode: false, description: 'The members of the answer; by default all.', schema }]
    case 'page':
      return [{ in: place, name, required, schema }]
    case 'key':
      return [
        { in: place, name, required, description: 'Names this request: sent again with the same key, it gets the same answer.', schema },
      ]
    case 'condition':
      return [
        name === 'If-Match'
          ? { in: place, name, required, description: 'The entity tag of what the client read.', schema }
          : { in: place, name, description: 'Entity tags that the client has; 304 if one is still good.', schema },
      ]
    case 'position':
      return []
    case 'preference':
      return [
        { in: place, name, description: '`respond-async`, or `wait=` and seconds: how long to wait for the outcome (RFC 7240).', schema },
      ]
  }
}

function printParameter(
  { in: place, name, required, description, style, explode, schema }: ParameterDescription,
  { components }: OpenApiContext,
): JsonObject {
  return createJsonObject([
    ['name', name],
    ['in', place],
    ...(required === true ? [['required', true] as const] : []),
    ...(description === undefined ? [] : [['description', description] as const]),
    ...(style === undefined ? [] : [['style', style] as const]),
    ...(explode === undefined ? [] : [['explode', explode] as const]),
    ['schema', components.publish(schema)],
  ])
}
