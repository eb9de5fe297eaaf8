// Prints the type of an operation's input, and the code that places each member.

import type { Operation } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { TypedParameter } from '../../typing/domain.ts'
import { requestSchema, sentMedia } from '../schema/request-schema.ts'
import { type ClientContext, typeNameOfRef } from './context.ts'
import { comment, memberName, printType } from './type-text.ts'

/** The members of a request: parameters by name, the body, a key, entity tags. */
type Given = { readonly name: string; readonly type: string; readonly required: boolean; readonly about?: string }

function argumentsOf(
  operation: Operation,
  { facts, components }: ClientContext,
): { readonly path: Given[]; readonly query: Given[]; readonly headers: (Given & { readonly header: string })[]; readonly body?: Given } {
  const input = facts.typing.input(operation)
  const typeText = (schema: Schema): string => printType(components.published(schema), typeNameOfRef, '  ')
  const givenParameter = ({ name, schema, required }: TypedParameter): Given => ({ name, type: typeText(schema), required })
  const idempotency = slotValue(operation.slots.idempotency)
  const key = idempotency?.kind === 'key' ? slotValue(idempotency.key)?.text : undefined
  const conditional = slotValue(operation.slots.conditional)
  const page = [input.page?.size, input.page?.offset, input.page?.cursor].flatMap((each) => each ?? [])
  return {
    path: [...input.path.values()].map((each) => ({ ...givenParameter(each), required: true })),
    query: [
      ...[...input.query.values()].map(givenParameter),
      ...[...input.filters.values()].flatMap(({ name, operators, plain, sent, isDeepObject }): Given[] => {
        if (!isDeepObject)
          return sent.map((each) => ({
            name: each.name,
            type: each.operator === 'in' || each.operator === 'any' ? `readonly (${typeText(innerSchema(each.schema))})[]` : typeText(each.schema),
            required: false,
            about: `Only records whose \`${name}\` compares so: \`${each.operator}\`.`,
          }))
        const members = [...operators].map(
          ([operator, schema]) =>
            `readonly ${operator}?: ${operator === 'in' || operator === 'any' ? `readonly (${typeText(innerSchema(schema))})[]` : typeText(schema)}`,
        )
        const alone = operators.get(plain)
        return [
          {
            name,
            type: `${alone === undefined ? 'string' : typeText(alone)} | { ${members.join('; ')} }`,
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
        : [{ ...givenParameter(input.fields), required: false, about: 'The members of the answer; all where it is left out.' }]),
      ...page.map(givenParameter).map((each) => ({ ...each, required: false })),
    ],
    headers: [
      ...[...input.headers.values()].map((each) => ({ ...givenParameter(each), header: each.name })),
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
                about: 'The entity tag that is known; the answer is then 304, without a value.',
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

function innerSchema(schema: Schema): Schema {
  return typeof schema === 'object' && schema.items !== undefined ? schema.items : schema
}

export function printRequestType(operation: Operation, making: ClientContext): { readonly text?: string; readonly required: boolean } {
  const { path, query, headers, body } = argumentsOf(operation, making)
  const all = [...path, ...query, ...headers, ...(body === undefined ? [] : [body])]
  if (all.length === 0) return { required: false }
  const members = all.flatMap(({ name, type, required, about }) => [
    ...(about === undefined ? [] : [comment(about, '  ')]),
    `  readonly ${memberName(name)}${required ? '' : '?'}: ${type}`,
  ])
  return { text: `{\n${members.join('\n')}\n}`, required: all.some(({ required }) => required) }
}

export function sentText(operation: Operation, required: boolean, making: ClientContext): string {
  const { path, query, headers, body } = argumentsOf(operation, making)
  const fieldText = (name: string): string =>
    `request${required ? '' : '?'}${/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `${required ? '' : '.'}[${JSON.stringify(name)}]`}`
  const place = (name: string, members: readonly (readonly [string, string])[]): string[] =>
    members.length === 0 ? [] : [`${name}: { ${members.map(([to, from]) => `${memberName(to)}: ${fieldText(from)}`).join(', ')} }`]
  return `{ ${[
    ...place('path', path.map(({ name }) => [name, name])),
    ...place('query', query.map(({ name }) => [name, name])),
    ...place('headers', headers.map(({ name, header }) => [header, name])),
    ...(body === undefined ? [] : [`body: ${fieldText('body')}`]),
  ].join(', ')} }`
}
