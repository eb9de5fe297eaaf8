// Prints the type of an operation's input, and the code that places each member.

import type { Operation } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { TypedParameter } from '../../typing/domain.ts'
import { makeRequestSchema, chooseSentMedia } from '../schema/request-schema.ts'
import { type ClientContext, nameTypeOfRef } from './context.ts'
import { printComment, printMemberName, printType } from './type-text.ts'

/** The members of a request: parameters by name, the body, a key, entity tags. */
type RequestMember = { readonly name: string; readonly type: string; readonly required: boolean; readonly about?: string }

function listArguments(
  operation: Operation,
  { facts, components }: ClientContext,
): {
  readonly path: RequestMember[]
  readonly query: RequestMember[]
  readonly headers: (RequestMember & { readonly header: string })[]
  readonly body?: RequestMember
} {
  const input = facts.typing.input(operation)
  const printPublished = (schema: Schema): string => printType(components.publish(schema), nameTypeOfRef, '  ')
  const makeParameterMember = ({ name, schema, required }: TypedParameter): RequestMember => ({
    name,
    type: printPublished(schema),
    required,
  })
  const idempotency = slotValue(operation.slots.idempotency)
  const key = idempotency?.kind === 'key' ? slotValue(idempotency.key)?.text : undefined
  const conditional = slotValue(operation.slots.conditional)
  const page = [input.page?.size, input.page?.offset, input.page?.cursor].flatMap((each) => each ?? [])
  return {
    path: [...input.path.values()].map((each) => ({ ...makeParameterMember(each), required: true })),
    query: [
      ...[...input.query.values()].map(makeParameterMember),
      ...[...input.filters.values()].flatMap(({ name, operators, plain, parameters, isDeepObject }): RequestMember[] => {
        if (!isDeepObject)
          return parameters.map((each) => ({
            name: each.name,
            type:
              each.operator === 'in' || each.operator === 'any'
                ? `readonly (${printPublished(unwrapItems(each.schema))})[]`
                : printPublished(each.schema),
            required: false,
            about: `Only records whose \`${name}\` compares so: \`${each.operator}\`.`,
          }))
        const members = [...operators].map(
          ([operator, schema]) =>
            `readonly ${operator}?: ${operator === 'in' || operator === 'any' ? `readonly (${printPublished(unwrapItems(schema))})[]` : printPublished(schema)}`,
        )
        const plainSchema = operators.get(plain)
        return [
          {
            name,
            type: `${plainSchema === undefined ? 'string' : printPublished(plainSchema)} | { ${members.join('; ')} }`,
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
        : [{ ...makeParameterMember(input.fields), required: false, about: 'The members of the answer; all where it is left out.' }]),
      ...page.map(makeParameterMember).map((each) => ({ ...each, required: false })),
    ],
    headers: [
      ...[...input.headers.values()].map((each) => ({ ...makeParameterMember(each), header: each.name })),
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
            type: printPublished(makeRequestSchema(input.body, chooseSentMedia(input.body), facts.typing.domain)),
            required: input.body.required,
          },
        }),
  }
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
