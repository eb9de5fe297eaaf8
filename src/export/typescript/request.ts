// Prints the type of an operation's input, and the code that places each member.

import type { Operation } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { TypedParameter } from '../../typing/domain.ts'
import { requestSchema, sentMedia } from '../schema/request-schema.ts'
import { type ClientContext, typeNameOfRef } from './context.ts'
import { comment, printMemberName, printType } from './type-text.ts'

/** The members of a request: parameters by name, the body, a key, entity tags. */
type RequestMember = { readonly name: string; readonly type: string; readonly required: boolean; readonly about?: string }

function argumentsOf(
  operation: Operation,
  { facts, components }: ClientContext,
): {
  readonly path: RequestMember[]
  readonly query: RequestMember[]
  readonly headers: (RequestMember & { readonly header: string })[]
  readonly body?: RequestMember
} {
  const input = facts.typing.input(operation)
  const typeText = (schema: Schema): string => printType(components.publish(schema), typeNameOfRef, '  ')
  const parameterMember = ({ name, schema, required }: TypedParameter): RequestMember => ({ name, type: typeText(schema), required })
  const idempotency = slotValue(operation.slots.idempotency)
  const key = idempotency?.kind === 'key' ? slotValue(idempotency.key)?.text : undefined
  const conditional = slotValue(operation.slots.conditional)
  const page = [input.page?.size, input.page?.offset, input.page?.cursor].flatMap((each) => each ?? [])
  return {
    path: [...input.path.values()].map((each) => ({ ...parameterMember(each), required: true })),
    query: [
      ...[...input.query.values()].map(parameterMember),
      ...[...input.filters.values()].flatMap(({ name, operators, plain, parameters, isDeepObject }): RequestMember[] => {
        if (!isDeepObject)
          return parameters.map((each) => ({
            name: each.name,
            type:
              each.operator === 'in' || each.operator === 'any'
                ? `readonly (${typeText(itemSchema(each.schema))})[]`
                : typeText(each.schema),
            required: false,
            about: `Only records whose \`${name}\` compares so: \`${each.operator}\`.`,
          }))
        const members = [...operators].map(
          ([operator, schema]) =>
            `readonly ${operator}?: ${operator === 'in' || operator === 'any' ? `readonly (${typeText(itemSchema(schema))})[]` : typeText(schema)}`,
        )
        const plainSchema = operators.get(plain)
        return [
          {
            name,
            type: `${plainSchema === undefined ? 'string' : typeText(plainSchema)} | { ${members.join('; ')} }`,
            required: false,
            about: `Only records whose \`${name}\` compares so.`,
          },
        ]
      }),
      ...(input.sort === undefined
        ? []
        : [
            {
              name: input.sort.parameter.name,
              type: `readonly (${input.sort.properties.flatMap((name) => [JSON.stringify(name), JSON.stringify(`-${name}`)]).join(' | ')})[]`,
              required: false,
              about: 'Names of properties, `-` before one that descends.',
            },
          ]),
      ...(input.fields === undefined
        ? []
        : [{ ...parameterMember(input.fields), required: false, about: 'The members of the answer; all where it is left out.' }]),
      ...page.map(parameterMember).map((each) => ({ ...each, required: false })),
    ],
    headers: [
      ...[...input.headers.values()].map((each) => ({ ...parameterMember(each), header: each.name })),
      ...(key === undefined
        ? []
        : [
            {
              name: 'idempotencyKey',
              header: key,
              type: 'string',
              required: false,
              about: 'Names this request; without it the client makes one.',
            },
          ]),
      ...(conditional === undefined
        ? []
        : operation.method === 'GET'
          ? [
              {
                name: 'ifNoneMatch',
                header: 'If-None-Match',
                type: 'string',
                required: false,
                about: 'A known entity tag: if it is current, the answer is 304, without a value.',
              },
            ]
          : [
              {
                name: 'ifMatch',
                header: 'If-Match',
                type: 'string',
                required: conditional === 'required',
                about: 'The entity tag of what was read.',
              },
            ]),
    ],
    ...(input.body === undefined
      ? {}
      : {
          body: {
            name: 'body',
            type: typeText(requestSchema(input.body, sentMedia(input.body), facts.typing.domain)),
            required: input.body.required,
          },
        }),
  }
}

function itemSchema(schema: Schema): Schema {
  return typeof schema === 'object' && schema.items !== undefined ? schema.items : schema
}

export function printRequestType(operation: Operation, context: ClientContext): { readonly text?: string; readonly required: boolean } {
  const { path, query, headers, body } = argumentsOf(operation, context)
  const requestMembers = [...path, ...query, ...headers, ...(body === undefined ? [] : [body])]
  if (requestMembers.length === 0) return { required: false }
  const members = requestMembers.flatMap(({ name, type, required, about }) => [
    ...(about === undefined ? [] : [comment(about, '  ')]),
    `  readonly ${printMemberName(name)}${required ? '' : '?'}: ${type}`,
  ])
  return { text: `{\n${members.join('\n')}\n}`, required: requestMembers.some(({ required }) => required) }
}

export function sentText(operation: Operation, required: boolean, context: ClientContext): string {
  const { path, query, headers, body } = argumentsOf(operation, context)
  const fieldText = (name: string): string =>
    `request${required ? '' : '?'}${/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `${required ? '' : '.'}[${JSON.stringify(name)}]`}`
  const placeText = (name: string, members: readonly (readonly [string, string])[]): string[] =>
    members.length === 0 ? [] : [`${name}: { ${members.map(([to, from]) => `${printMemberName(to)}: ${fieldText(from)}`).join(', ')} }`]
  return `{ ${[
    ...placeText(
      'path',
      path.map(({ name }) => [name, name]),
    ),
    ...placeText(
      'query',
      query.map(({ name }) => [name, name]),
    ),
    ...placeText(
      'headers',
      headers.map(({ name, header }) => [header, name]),
    ),
    ...(body === undefined ? [] : [`body: ${fieldText('body')}`]),
  ].join(', ')} }`
}
