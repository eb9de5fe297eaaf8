// Offers the operations of a running service as tools: their inputs from the document, their calls as requests to the service.

import { type Json, type JsonObject, isJsonObject, createJsonObject } from '../base/json.ts'
import { findNearest } from '../base/nearest.ts'
import { printForm } from '../exchange/form.ts'
import { openApiNames } from '../export/openapi/names.ts'
import { buildParameters } from '../export/openapi/parameters.ts'
import { describeOperationInText } from '../export/openapi/text.ts'
import { createComponents } from '../export/schema/components.ts'
import { makeRequestSchema, chooseSentMedia } from '../export/schema/request-schema.ts'
import { makeLeftOutList } from '../export/target.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import { type ModelIndex, indexModel } from '../fact/model-index.ts'
import { isSafe } from '../model/methods.ts'
import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { fillSegment } from '../model/segment.ts'
import { type SpelledVersion, makeVersionSpeller } from '../serve/version-speller.ts'
import { isFormMedia } from '../typing/input-body.ts'
import type { ListedTool, ToolArguments } from './server.ts'

type Place = 'path' | 'query' | 'header'

type Parameter = {
  readonly in: Place
  readonly name: string
  readonly required: boolean
  readonly schema: Json
  readonly description: string | undefined
  readonly style: string | undefined
  readonly explode: boolean
}

export type ServiceTool = {
  readonly listed: ListedTool
  /** The request for the arguments, or the reason why there is none. */
  readonly request: (args: ToolArguments) => ToolRequest | { readonly mistake: string }
}

export type ToolRequest = {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

/** The groups of arguments, by their names in `input` of expressions. */
const groups = [
  ['path', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
] as const

export type ServiceTools = {
  readonly tools: ReadonlyMap<string, ServiceTool>
  /** Operations that are no tools, because they have no single answer. */
  readonly leftOut: readonly Operation[]
}

/** The tools of the newest version. An incomplete operation is not served, so it is not a tool. */
export function makeServiceTools(facts: Facts): ServiceTools {
  const served = facts.operations.filter(({ operation, complete }) => complete && operation.until === undefined)
  const names = openApiNames(facts)
  const modelIndex = indexModel(facts.model, facts.typing)
  const newest = slotValueOf(facts.model.versioning.value.current)?.text
  const version = newest === undefined ? undefined : makeVersionSpeller(facts.model)(newest)
  const tools = served
    .filter(({ operation }) => operation.action !== 'stream')
    .map((each) => makeTool(each, makeToolName(names.operationId(each.operation)), { facts, modelIndex, version }))
  return {
    tools: new Map(tools.map((tool) => [tool.listed.name, tool])),
    leftOut: served.filter(({ operation }) => operation.action === 'stream').map(({ operation }) => operation),
  }
}

/** The protocol allows at most 128 of these characters in a tool name. */
function makeToolName(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 128)
}

function makeTool(
  operationFacts: OperationFacts,
  name: string,
  { facts, modelIndex, version }: { readonly facts: Facts; readonly modelIndex: ModelIndex; readonly version: SpelledVersion | undefined },
): ServiceTool {
  const { operation } = operationFacts
  const components = createComponents(facts, '#/$defs/', 'json-schema')
  const parameters = buildParameters(operationFacts, new Map(), { facts, modelIndex, components, leftOut: makeLeftOutList() }).map(
    toParameter,
  )
  const { body } = facts.typing.input(operation)
  const bodySchema =
    body === undefined ? undefined : components.publish(makeRequestSchema(body, chooseSentMedia(body), facts.typing.domain))
  const inputs = groups.flatMap(([group, place]): [string, Json, boolean][] => {
    const ofPlace = parameters.filter((each) => each.in === place)
    return ofPlace.length === 0 ? [] : [[group, groupSchema(ofPlace), ofPlace.some(({ required }) => required)]]
  })
  if (bodySchema !== undefined) inputs.push(['body', bodySchema, body!.required])
  const required = inputs.filter(([, , isRequired]) => isRequired).map(([group]) => group)
  const defs = components.all()
  const inputSchema = createJsonObject([
    ['type', 'object'],
    ['properties', createJsonObject(inputs.map(([group, schema]) => [group, schema]))],
    ...(required.length === 0 ? [] : [['required', required] as const]),
    ['additionalProperties', false],
    ...(Object.keys(defs).length === 0 ? [] : [['$defs', defs] as const]),
  ])
  const { summary, description } = describeOperationInText(facts, operation)
  return {
    listed: {
      name,
      title: summary,
      description: [`${operation.name}: ${summary}`, ...(description === undefined ? [] : [description])].join('\n\n'),
      inputSchema,
      annotations: {
        title: summary,
        readOnlyHint: isSafe(operation.method),
        destructiveHint: operation.method === 'DELETE',
        idempotentHint: isSafe(operation.method) || ['PUT', 'DELETE'].includes(operation.method),
        openWorldHint: false,
      },
    },
    request: (args) => requestOf(args, { operation, parameters, media: body && chooseSentMedia(body), version }),
  }
}

function toParameter(definition: JsonObject): Parameter {
  const { in: place, name, required, schema, description, style, explode } = definition as { readonly [key: string]: Json }
  return {
    in: place as Place,
    name: name as string,
    required: required === true,
    schema: schema!,
    description: description as string | undefined,
    style: style as string | undefined,
    explode: explode !== false,
  }
}

function groupSchema(parameters: readonly Parameter[]): JsonObject {
  const required = parameters.filter((each) => each.required).map(({ name }) => name)
  return createJsonObject([
    ['type', 'object'],
    [
      'properties',
      createJsonObject(
        parameters.map(({ name, schema, description }) => [
          name,
          description !== undefined && isJsonObject(schema)
            ? createJsonObject([...(Object.entries(schema) as [string, Json][]), ['description', description]])
            : schema,
        ]),
      ),
    ],
    ...(required.length === 0 ? [] : [['required', required] as const]),
    ['additionalProperties', false],
  ])
}

type RequestForm = {
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  readonly media: string | undefined
  readonly version: SpelledVersion | undefined
}

/** Refuses only arguments that cannot form a request; the service validates everything else. */
function requestOf(
  args: ToolArguments,
  { operation, parameters, media, version }: RequestForm,
): ToolRequest | { readonly mistake: string } {
  const knownGroups = [
    ...groups.filter(([, place]) => parameters.some((each) => each.in === place)).map(([group]) => group as string),
    ...(media === undefined ? [] : ['body']),
  ]
  const unknownName = Object.keys(args).find((name) => !knownGroups.includes(name))
  if (unknownName !== undefined)
    return {
      mistake: `there is no argument ${unknownName}${knownGroups.length === 0 ? '; it takes none' : `; it takes ${knownGroups.join(', ')}`}`,
    }
  const values = new Map<Parameter, unknown>()
  for (const [group, place] of groups) {
    const groupArguments = args[group]
    if (groupArguments === undefined) continue
    if (groupArguments === null || typeof groupArguments !== 'object' || Array.isArray(groupArguments))
      return { mistake: `${group} takes an object` }
    for (const [name, value] of Object.entries(groupArguments)) {
      const parameter = parameters.find((each) => each.in === place && each.name === name)
      if (parameter === undefined) {
        const [near] = findNearest(
          name,
          parameters.filter((each) => each.in === place).map((each) => each.name),
        )
        return { mistake: `there is no ${group}.${name}${near === undefined ? '' : `; did you mean ${near}?`}` }
      }
      if (value !== undefined && value !== null) values.set(parameter, value)
    }
  }
  const path: string[] = []
  for (const segment of operation.segments) {
    if (segment.kind === 'literal') {
      path.push(segment.text)
      continue
    }
    const parameter = parameters.find((each) => each.in === 'path' && each.name === segment.name)
    const text = parameter === undefined ? '' : printText(values.get(parameter) ?? '')
    if (text === '') return { mistake: `path.${segment.name} is missing` }
    path.push(fillSegment(segment, encodeURIComponent(text)))
  }
  const query = [
    ...(version?.query ?? []),
    ...Array.from(values).flatMap(([parameter, value]) => (parameter.in === 'query' ? queryOf(parameter, value) : [])),
  ]
  const headers = Array.from(values).flatMap(([{ in: place, name }, value]): [string, string][] =>
    place === 'header' ? [[name, printText(value)]] : [],
  )
  const unsendable = headers.find(([, value]) => /[^\t\x20-\x7e\x80-\uffff]/.test(value))
  if (unsendable !== undefined) return { mistake: `headers.${unsendable[0]} has a character that no header may have` }
  const body =
    media === undefined || args['body'] === undefined ? undefined : (isFormMedia(media) ? printForm : JSON.stringify)(args['body'] as Json)
  return {
    method: operation.method,
    target: `${version?.prefix ?? ''}/${path.join('/')}${query.length === 0 ? '' : `?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`}`,
    headers: [...(version?.headers ?? []), ...headers, ...(body === undefined ? [] : [['Content-Type', media!] as const])],
    body,
  }
}

/** The query parameters, in the OpenAPI style of the parameter. */
function queryOf({ name, style, explode }: Parameter, value: unknown): [string, string][] {
  if (style === 'deepObject' && typeof value === 'object' && value !== null)
    return Object.entries(value).map(([member, each]) => [`${name}[${member}]`, printText(each)])
  if (Array.isArray(value) && explode) return value.map((each) => [name, printText(each)])
  return [[name, printText(value)]]
}

function printText(value: unknown): string {
  if (Array.isArray(value)) return value.map(printText).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
