// Prints the type of an operation's input, and the code that places each member.

import { listOwnHeaders } from '../../fact/standard-parameters.ts'
import { type Operation, findKeyHeader } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { FilterOperator } from '../../model/filters.ts'
import type { Filter, Input, TypedParameter } from '../../typing/domain.ts'
import { makeRequestSchema, chooseSentMedia } from '../schema/request-schema.ts'
import { type ClientContext, nameTypeOfRef } from './context.ts'
import { printComment, printMemberName, printType } from './type-text.ts'

/** The members of a request: parameters by name, the body, a key, entity tags. */
type RequestMember = { readonly name: string; readonly type: string; readonly required: boolean; readonly about?: string }

type HeaderMember = RequestMember & { readonly header: string }

type Arguments = {
  readonly path: readonly RequestMember[]
  readonly query: readonly RequestMember[]
  readonly headers: readonly HeaderMember[]
  readonly body?: RequestMember
}

function listArguments(operation: Operation, { facts, components }: ClientContext): Arguments {
  const input = facts.typing.input(operation)
  const printSchema = (schema: Schema): string => printType(components.publish(schema), nameTypeOfRef, '  ')
  return {
    path: [...input.path.values()].map((parameter) => ({ ...makeMember(parameter, printSchema), required: true })),
    query: [
      ...[...input.query.values()].map((parameter) => makeMember(parameter, printSchema)),
      ...[...input.filters.values()].flatMap((filter) => listFilterMembers(filter, printSchema)),
      ...listPagingMembers(input, printSchema),
    ],
    headers: [
      ...listOwnHeaders(operation, input).map((parameter) => ({ ...makeMember(parameter, printSchema), header: parameter.name })),
      ...listKeyMembers(operation),
      ...listTagMembers(operation),
    ],
    ...(input.body === undefined
      ? {}
      : {
          body: {
            name: 'body',
            type: printSchema(makeRequestSchema(input.body, chooseSentMedia(input.body), facts.typing.domain)),
            required: input.body.required,
          },
        }),
  }
}

type PrintSchema = (schema: Schema) => string

function makeMember({ name, schema, required }: TypedParameter, printSchema: PrintSchema): RequestMember {
  return { name, type: printSchema(schema), required }
}

/** One member with all operators if the filter is an object in the query (`deepObject`), else one for each operator. */
function listFilterMembers(
  { name, operators, plain, parameters, isDeepObject }: Filter,
  printSchema: PrintSchema,
): readonly RequestMember[] {
  const printOperand = (operator: FilterOperator, schema: Schema): string =>
    operator === 'in' || operator === 'any' ? `readonly (${printSchema(unwrapItems(schema))})[]` : printSchema(schema)
  if (!isDeepObject)
    return parameters.map((parameter) => ({
      name: parameter.name,
      type: printOperand(parameter.operator, parameter.schema),
      required: false,
      about: `Only records whose \`${name}\` meets this comparison: \`${parameter.operator}\`.`,
    }))
  const members = [...operators].map(([operator, schema]) => `readonly ${operator}?: ${printOperand(operator, schema)}`)
  const plainSchema = operators.get(plain)
  return [
    {
      name,
      type: `${plainSchema === undefined ? 'string' : printSchema(plainSchema)} | { ${members.join('; ')} }`,
      required: false,
      about: `Only records whose \`${name}\` meets these comparisons.`,
    },
  ]
}

/** The order, the selected members, and the page. */
function listPagingMembers({ sort, fields, page }: Input, printSchema: PrintSchema): readonly RequestMember[] {
  const pageParameters = [page?.size, page?.offset, page?.cursor].filter((parameter) => parameter !== undefined)
  return [
    ...(sort === undefined
      ? []
      : [
          {
            name: sort.parameter.name,
            type: `readonly (${sort.properties.flatMap((name) => [JSON.stringify(name), JSON.stringify(`-${name}`)]).join(' | ')})[]`,
            required: false,
            about: 'Names of properties; `-` before a name sorts in descending order.',
          },
        ]),
    ...(fields === undefined
      ? []
      : [{ ...makeMember(fields, printSchema), required: false, about: 'The members of the answer; by default all.' }]),
    ...pageParameters.map((parameter) => ({ ...makeMember(parameter, printSchema), required: false })),
  ]
}

function listKeyMembers(operation: Operation): readonly HeaderMember[] {
  const header = findKeyHeader(operation)
  if (header === undefined) return []
  return [
    {
      name: 'idempotencyKey',
      header,
      type: 'string',
      required: false,
      about: 'Names this request; by default the client generates a name.',
    },
  ]
}

function listTagMembers({ method, slots }: Operation): readonly HeaderMember[] {
  const conditional = slotValueOf(slots.conditional)
  if (conditional === undefined) return []
  if (method === 'GET')
    return [
      {
        name: 'ifNoneMatch',
        header: 'If-None-Match',
        type: 'string',
        required: false,
        about: 'A known entity tag: if it is current, the answer is 304, without a value.',
      },
    ]
  return [
    {
      name: 'ifMatch',
      header: 'If-Match',
      type: 'string',
      required: conditional === 'required',
      about: 'The entity tag of the record as it was read.',
    },
  ]
}

function unwrapItems(schema: Schema): Schema {
  return typeof schema === 'object' && schema.items !== undefined ? schema.items : schema
}

export function printRequestType(operation: Operation, context: ClientContext): { readonly text?: string; readonly required: boolean } {
  const { path, query, headers, body } = listArguments(operation, context)
  const requestMembers = [...path, ...query, ...headers, ...(body === undefined ? [] : [body])]
  if (requestMembers.length === 0) return { required: false }
  const members = requestMembers.flatMap(({ name, type, required, about }) => [
    ...(about === undefined ? [] : [printComment(about, '  ')]),
    `  readonly ${printMemberName(name)}${required ? '' : '?'}: ${type}`,
  ])
  return { text: `{\n${members.join('\n')}\n}`, required: requestMembers.some(({ required }) => required) }
}

export function printSent(operation: Operation, required: boolean, context: ClientContext): string {
  const { path, query, headers, body } = listArguments(operation, context)
  const printField = (name: string): string =>
    `request${required ? '' : '?'}${/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `${required ? '' : '.'}[${JSON.stringify(name)}]`}`
  const printPlace = (name: string, members: readonly (readonly [string, string])[]): string[] =>
    members.length === 0 ? [] : [`${name}: { ${members.map(([to, from]) => `${printMemberName(to)}: ${printField(from)}`).join(', ')} }`]
  return `{ ${[
    ...printPlace(
      'path',
      path.map(({ name }) => [name, name]),
    ),
    ...printPlace(
      'query',
      query.map(({ name }) => [name, name]),
    ),
    ...printPlace(
      'headers',
      headers.map(({ name, header }) => [header, name]),
    ),
    ...(body === undefined ? [] : [`body: ${printField('body')}`]),
  ].join(', ')} }`
}
