// The facts as a typed client in one file of TypeScript without dependencies: operations as functions, refusals as a union.

import { type Json, isJsonObject, jsonObject, printJson } from '../../base/json.ts'
import type { EntryFacts, Facts, OperationFacts } from '../../fact/fact.ts'
import { security } from '../../fact/conditions/caller.ts'
import { type World, world } from '../../fact/world.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, each, shown } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Parameter } from '../../typing/domain.ts'
import { normalExpression } from '../../explain/expression-text.ts'
import { type Names, namesOf } from '../openapi/names.ts'
import { errorSchema } from '../openapi/errors.ts'
import { statusesOf } from '../openapi/status.ts'
import { operationText } from '../openapi/text.ts'
import { type Components, componentsOf } from '../schema/components.ts'
import { askedSchema } from '../schema/merge-patch.ts'
import { sentTemplate } from '../schema/sent.ts'
import { type Exported, type LeftOut, type Target, leftOutList } from '../target.ts'
import { pagesRuntime, runtime, streamsRuntime } from './runtime.ts'
import { comment, described, memberName, typeName, typeText } from './type-text.ts'

export const typescript: Target = {
  name: 'typescript',
  about: 'a typed client in one file, on fetch: operations as functions, errors as a union',
  forms: ['typescript'],
  run: (facts) => exported(facts),
}

const prefix = '#/$defs/'

type Making = { readonly facts: Facts; readonly world: World; readonly names: Names; readonly components: Components; readonly leftOut: LeftOut }

function exported(facts: Facts): Exported {
  const leftOut = leftOutList()
  const making: Making = { facts, leftOut, world: world(facts.model, facts.typing), names: namesOf(facts), components: componentsOf(facts, prefix, 'json-schema') }
  const operations = facts.operations.filter(({ operation, complete }) => complete && operation.until === undefined)
  for (const { operation, complete } of facts.operations) if (!complete) leftOut.add(`\`${operation.name}\`, which is incomplete.`)
  const written = operations.map((found) => operationOf(found, making))
  const refusals = refusalsOf(operations, making)
  const shapes = Object.entries(making.components.all()).map(([name, schema]) => [...described(schema), `export type ${named(prefix + name)} = ${typeText(schema, named)}`].join('\n'))
  leftOut.add('Bounds, patterns and formats of values, which only the service asks.')
  if (operations.some(({ operation }) => operation.slots.conditional.state === 'shown')) leftOut.add('Entity tags: they stand in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.')
  const isPaged = written.some(({ paged }) => paged)
  const isStreamed = operations.some(({ operation }) => operation.action === 'stream')
  const text = [
    head(facts),
    ...shapes,
    ...refusals,
    ...written.map(({ types }) => types).filter((types) => types !== ''),
    clientType(facts, written),
    clientValue(written),
    schemesText(facts),
    runtime.trimEnd(),
    ...(isPaged ? [pagesRuntime.trim()] : []),
    ...(isStreamed ? [streamsRuntime.trim()] : []),
    leftOutText(leftOut.all),
  ].join('\n\n')
  return { text: `${text}\n`, leftOut: leftOut.all }
}

function head({ model }: Facts): string {
  const title = shown(model.service.value.title) ?? shown(model.service.value.name)?.text ?? 'the service'
  return `// A client of ${String(title).replaceAll('\n', ' ')}, made by \`ninefold export typescript\`. Changes are made in the document.\n\n/* eslint-disable */`
}

function leftOutText(all: readonly string[]): string {
  return ['// What this client does not say of the document:', ...all.map((sentence) => `// - ${sentence}`)].join('\n')
}

/** Names that the client has of its own, or that its code means by the language's. */
const reserved = new Set([
  'Answer', 'Array', 'AsyncGenerator', 'Call', 'Client', 'Date', 'Error', 'Headers', 'JSON', 'Map', 'Number', 'Object', 'Operation', 'Options', 'Promise',
  'ReadableStream', 'Record', 'Refused', 'RequestInit', 'Response', 'Result', 'Scheme', 'Secret', 'Sent', 'Set', 'Settings', 'StreamEvent', 'String',
  'TypeError', 'Uint8Array', 'Unexpected', 'URLSearchParams',
])

/** What a schema that others refer to is called. */
function named(ref: string): string {
  const name = typeName(ref.slice(prefix.length))
  return reserved.has(name) || /(?:Request|Value|Failure|Refusal)$/.test(name) ? `${name}Body` : name
}

/** What is called like an entry of the catalogue. */
function refusalName(entry: string): string {
  return `${typeName(entry)}Refusal`
}

type Written = { readonly types: string; readonly method: string; readonly value: string; readonly paged: boolean }

function operationOf(found: OperationFacts, making: Making): Written {
  const { operation } = found
  const { facts, names } = making
  const id = names.operationId(operation)
  const own = typeName(id)
  const request = requestType(operation, making)
  const output = shown(operation.slots.output)
  const isFresh = operation.slots.conditional.state === 'shown' && operation.method === 'GET'
  const value = output === undefined ? 'undefined' : typeText(making.components.published(sentTemplate(output, facts.typing).schema), named)
  const failures = failuresOf(found, making)
  const parameter = request.text === undefined ? '' : `request${request.required ? '' : '?'}: ${own}Request, `
  const { summary, description } = operationText(facts, operation)
  const doc = comment([summary, ...(description === undefined ? [] : [description]), `\`${operation.method} ${operation.path}\``].join('\n\n'), '  ')
  const types = [
    ...(request.text === undefined ? [] : [`export type ${own}Request = ${request.text}`]),
    ...(operation.action === 'stream' ? [] : [
      `export type ${own}Value = ${value}${isFresh ? ' | undefined' : ''}`,
      `export type ${own}Failure = ${[...failures.map(({ error }) => refusalName(error)), 'Unexpected'].join(' | ')}`,
    ]),
  ].join('\n\n')
  const descriptor = descriptorText(found, failures, making)
  const given = request.text === undefined ? '{}' : sentText(operation, request.required, making)
  const result = `Promise<Result<${own}Value, ${own}Failure>>`
  if (operation.action === 'stream') {
    return {
      types, paged: false,
      method: `${doc}\n  ${id}(${parameter}call?: Call & { readonly lastEventId?: string }): AsyncGenerator<StreamEvent, void>`,
      value: `  ${id}: (${request.text === undefined ? '' : 'request, '}call) => stream(settings, ${descriptor}, ${given}, call),`,
    }
  }
  const paging = pagingOf(operation, making)
  const more = paging === undefined ? undefined : `  ${comment(`Page after page of \`${id}\`, until there is none, or one is refused.`)}\n  ${id}Pages(${parameter}call?: Call): AsyncGenerator<Result<${own}Value, ${own}Failure>, void>`
  const before = request.text === undefined ? '' : 'request, '
  return {
    types, paged: paging !== undefined,
    method: `${doc}\n  ${id}(${parameter}call?: Call): ${result}${more === undefined ? '' : `\n${more}`}`,
    value: [
      `  ${id}: (${before}call) => send(settings, ${descriptor}, ${given}, call) as ${result},`,
      ...(paging === undefined ? [] : [`  ${id}Pages: (${before}call) => pages(settings, ${descriptor}, ${given}, ${JSON.stringify(paging.parameter)}, ${JSON.stringify(paging.at)}, call) as AsyncGenerator<Result<${own}Value, ${own}Failure>, void>,`]),
    ].join('\n'),
  }
}

/** Members of a request: parameters by name, the body, a key, entity tags. */
type Given = { readonly name: string; readonly type: string; readonly required: boolean; readonly about?: string }

function givenBy(operation: Operation, { facts, components }: Making): { readonly path: Given[]; readonly query: Given[]; readonly headers: (Given & { readonly header: string })[]; readonly body?: Given } {
  const input = facts.typing.input(operation)
  const typed = (schema: Schema): string => typeText(components.published(schema), named, '  ')
  const of = ({ name, schema, required }: Parameter): Given => ({ name, type: typed(schema), required })
  const idempotency = shown(operation.slots.idempotency)
  const key = idempotency?.kind === 'key' ? shown(idempotency.key)?.text : undefined
  const conditional = shown(operation.slots.conditional)
  const page = [input.page?.size, input.page?.offset, input.page?.cursor].flatMap((each) => each ?? [])
  return {
    path: [...input.path.values()].map((each) => ({ ...of(each), required: true })),
    query: [
      ...[...input.query.values()].map(of),
      ...[...input.filters.values()].map(({ property, operators, plain }): Given => {
        const members = [...operators].map(([operator, schema]) => `readonly ${operator}?: ${operator === 'in' ? `readonly (${typed(inner(schema))})[]` : typed(schema)}`)
        const alone = operators.get(plain)
        return { name: property, type: `${alone === undefined ? 'string' : typed(alone)} | { ${members.join('; ')} }`, required: false, about: `Only records whose \`${property}\` compares so.` }
      }),
      ...(input.sort === undefined ? [] : [{ name: input.sort.parameter.name, type: `readonly (${input.sort.properties.flatMap((name) => [JSON.stringify(name), JSON.stringify(`-${name}`)]).join(' | ')})[]`, required: false, about: 'Names of properties, `-` before one that descends.' }]),
      ...page.map(of).map((each) => ({ ...each, required: false })),
    ],
    headers: [
      ...[...input.headers.values()].map((each) => ({ ...of(each), header: each.name })),
      ...(key === undefined ? [] : [{ name: 'idempotencyKey', header: key, type: 'string', required: false, about: 'Names this request; without it the client makes one.' }]),
      ...(conditional === undefined ? [] : operation.method === 'GET'
        ? [{ name: 'ifNoneMatch', header: 'If-None-Match', type: 'string', required: false, about: 'The entity tag that is known; the answer is then 304, without a value.' }]
        : [{ name: 'ifMatch', header: 'If-Match', type: 'string', required: conditional === 'required', about: 'The entity tag of what was read.' }]),
    ],
    ...(input.body === undefined ? {} : { body: { name: 'body', type: typed(askedSchema(input.body.schema, facts.typing.domain)), required: input.body.required } }),
  }
}

function inner(schema: Schema): Schema {
  return typeof schema === 'object' && schema.items !== undefined ? schema.items : schema
}

function requestType(operation: Operation, making: Making): { readonly text?: string; readonly required: boolean } {
  const { path, query, headers, body } = givenBy(operation, making)
  const all = [...path, ...query, ...headers, ...(body === undefined ? [] : [body])]
  if (all.length === 0) return { required: false }
  const members = all.flatMap(({ name, type, required, about }) => [...(about === undefined ? [] : [comment(about, '  ')]), `  readonly ${memberName(name)}${required ? '' : '?'}: ${type}`])
  return { text: `{\n${members.join('\n')}\n}`, required: all.some(({ required }) => required) }
}

function sentText(operation: Operation, required: boolean, making: Making): string {
  const { path, query, headers, body } = givenBy(operation, making)
  const of = (name: string): string => `request${required ? '' : '?'}${/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `${required ? '' : '.'}[${JSON.stringify(name)}]`}`
  const place = (name: string, members: readonly (readonly [string, string])[]): string[] => members.length === 0 ? [] : [`${name}: { ${members.map(([to, from]) => `${memberName(to)}: ${of(from)}`).join(', ')} }`]
  return `{ ${[
    ...place('path', path.map(({ name }) => [name, name])),
    ...place('query', query.map(({ name }) => [name, name])),
    ...place('headers', headers.map(({ name, header }) => [header, name])),
    ...(body === undefined ? [] : [`body: ${of('body')}`]),
  ].join(', ')} }`
}

/** Each entry that some operation can answer with, once. */
function refusalsOf(operations: readonly OperationFacts[], { facts, components }: Making): string[] {
  const entries = new Set(operations.flatMap(({ points }) => points.flatMap(({ answer }): EntryFacts[] => (answer.kind === 'entry' ? [answer.entry] : []))))
  return [...entries].map((entry) => {
    const schema = errorSchema(entry, facts)
    const numbers = numbersOf(entry, facts)
    const title = shown(entry.slots.title)
    const body = schema === undefined ? 'undefined' : typeText(components.published(schema), named, '  ')
    return [
      ...(title === undefined ? [] : [comment(title.text)]),
      `export type ${refusalName(entry.name)} = {\n  readonly error: ${JSON.stringify(entry.name)}\n  readonly status: ${numbers.length === 0 ? 'number' : numbers.join(' | ')}\n  readonly headers: Headers\n  readonly body: ${body}\n}`,
    ].join('\n')
  })
}

/** None where one of them is computed. */
function numbersOf(entry: EntryFacts, { typing }: Facts): readonly number[] {
  const statuses = statusesOf(shown(entry.slots.status), typing)
  return statuses.includes('default') ? [] : statuses.map(Number)
}

type Failing = { readonly error: string; readonly statuses: readonly number[]; readonly told?: readonly [string, Json] }

function failuresOf({ points }: OperationFacts, { facts }: Making): Failing[] {
  const entries = new Set(points.flatMap(({ answer }): EntryFacts[] => (answer.kind === 'entry' ? [answer.entry] : [])))
  return [...entries].map((entry) => {
    const schema = errorSchema(entry, facts)
    const told = schema === undefined ? undefined : toldBy(schema)
    return { error: entry.name, statuses: numbersOf(entry, facts), ...(told === undefined ? {} : { told }) }
  })
}

/** A member of the body that this entry alone has with this value, which is not its status. */
function toldBy(schema: Schema): readonly [string, Json] | undefined {
  if (typeof schema === 'boolean') return undefined
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = typeof member === 'object' ? member.const : undefined
    if (typeof value === 'string') return [name, value]
  }
  return undefined
}

function descriptorText({ operation }: OperationFacts, failures: readonly Failing[], { facts, world: model }: Making): string {
  const statuses = statusesOf(shown(operation.slots.status), facts.typing)
  const conditional = operation.slots.conditional.state === 'shown' && operation.method === 'GET'
  const good = statuses.includes('default') ? [] : [...statuses.map(Number), ...(conditional ? [304] : [])]
  const idempotency = shown(operation.slots.idempotency)
  const key = idempotency?.kind === 'key' ? shown(idempotency.key)?.text : undefined
  const patch = facts.typing.input(operation).body?.patch === true
  const data = jsonObject([
    ['method', operation.method],
    ['path', operation.path],
    ...(patch ? [['media', 'application/merge-patch+json'] as const] : []),
    ['good', good],
    ['failures', failures.map(({ error, statuses: numbers, told }) => jsonObject([['error', error], ['statuses', [...numbers]], ...(told === undefined ? [] : [['told', [...told]] as const])]))],
    ['schemes', security({ world: model, operation }).map((requirement) => requirement.map(({ name }) => name))],
    ...(key === undefined ? [] : [['keyHeader', key] as const]),
  ])
  return printJson(data)
}

/** Which query parameter a page is asked by, and the members of an answer that lead to its value. */
function pagingOf(operation: Operation, { facts }: Making): { readonly parameter: string; readonly at: readonly string[] } | undefined {
  const { page } = facts.typing.input(operation)
  const parameter = page?.cursor ?? page?.offset
  const output = shown(operation.slots.output)
  const at = output === undefined ? undefined : placeOf(output)
  return parameter === undefined || at === undefined ? undefined : { parameter: parameter.name, at }
}

function placeOf(output: Template): readonly string[] | undefined {
  if (output.kind === 'expression') return normalExpression(output.text) === 'page.next' ? [] : undefined
  if (output.kind !== 'map') return undefined
  for (const { name, value } of output.entries) {
    const found = placeOf(value)
    if (found !== undefined) return [name, ...found]
  }
  return undefined
}

function clientType(facts: Facts, written: readonly Written[]): string {
  const schemes = each(facts.model.authentication.value.schemes).map(({ name, value }) =>
    `    readonly ${memberName(name)}?: ${shown(value.type) === 'http' && shown(value.scheme)?.text.toLowerCase() === 'basic' ? '{ readonly username: string; readonly password: string }' : 'Secret'}`)
  return `export type Options = {
  /** Where the service is: \`https://api.example.com\`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
${schemes.length === 0 ? '' : `  readonly credentials?: {\n${schemes.join('\n')}\n  }\n`}  /** How often a request that may be repeated is sent again (2), where the network or the service is not there for it. */
  readonly retries?: number
  /** Waits so many milliseconds between two tries. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
${written.map(({ method }) => method).join('\n\n')}
}`
}

function clientValue(written: readonly Written[]): string {
  return `export function client(settings: Options): Client {\n  return {\n${written.map(({ value }) => value.replaceAll(/^/gm, '  ')).join('\n')}\n  }\n}`
}

function schemesText({ model }: Facts): string {
  const schemes = each(model.authentication.value.schemes).map(({ name, value }): readonly [string, Json] => {
    const type = shown(value.type) ?? 'http'
    const word = shown(value.scheme)?.text ?? 'Bearer'
    if (type === 'apiKey') return [name, jsonObject([['kind', 'key'], ['in', shown(value.in) ?? 'header'], ['name', shown(value.name)?.text ?? '']])]
    if (type === 'http' && word.toLowerCase() === 'basic') return [name, jsonObject([['kind', 'basic']])]
    return [name, jsonObject([['kind', 'http'], ['word', type === 'http' ? (word.toLowerCase() === 'bearer' ? 'Bearer' : word) : 'Bearer']])]
  })
  const data = jsonObject(schemes)
  return `const schemes: { readonly [name: string]: Scheme } = ${isJsonObject(data) && schemes.length > 0 ? printJson(data) : '{}'}`
}
