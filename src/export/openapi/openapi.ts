// Exports an OpenAPI 3.1 document: every complete operation with all its responses.

import { type Json, type JsonObject, jsonObject } from '../../base/json.ts'
import type { Facts, OperationFacts, VersionFacts } from '../../fact/fact.ts'
import { world } from '../../fact/world.ts'
import { slotValue } from '../../model/slot.ts'
import { printData } from '../print.ts'
import { componentsOf } from '../schema/components.ts'
import { requestSchema } from '../schema/request-schema.ts'
import { type Exported, type ExportTarget, leftOutList } from '../target.ts'
import { examplesOf, withExamples } from './examples.ts'
import { infoOf, serversOf } from './info.ts'
import { sayLeftOut } from './left-out.ts'
import { linksOf } from './links.ts'
import { type Older, olderOf } from './older.ts'
import type { OpenApiContext } from './context.ts'
import { type OpenApiNames, openApiNames } from './names.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import { schemesOf, describeSecurity } from './security.ts'
import { operationText } from './text.ts'
import { callbacksOf, webhooksOf } from './webhooks.ts'

export const openapi: ExportTarget = {
  name: 'openapi',
  about: 'OpenAPI 3.1: every complete operation, with its input and all its responses',
  forms: ['yaml', 'json'],
  run: (facts, form, version) => exportTarget(facts, form === 'json' ? 'json' : 'yaml', version?.isNewest === true ? undefined : version),
  older: true,
}

/** The methods that a path item can have (OpenAPI 3.1.1, section 4.8.9). */
const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

function exportTarget(facts: Facts, form: 'json' | 'yaml', version: VersionFacts | undefined): Exported {
  const leftOut = leftOutList()
  const making: OpenApiContext = {
    facts,
    leftOut,
    world: world(facts.model, facts.typing),
    components: componentsOf(facts, '#/components/schemas/', 'openapi'),
  }
  const older = version && olderOf(version, making)
  const paths = version === undefined ? pathsOf(making) : olderPaths(version, older!, making)
  const webhooks = webhooksOf(making)
  const schemes = schemesOf(making)
  const newest = making.components.all()
  const schemas = older === undefined ? newest : older.schemas(newest)
  sayLeftOut(facts, leftOut)
  const components = [['schemas', schemas], ['securitySchemes', schemes]] as const
  const document = jsonObject([
    ['openapi', '3.1.1'],
    ['info', infoOf(making, version?.name)],
    ['servers', serversOf(making, version?.name)],
    ['paths', paths],
    ...(Object.keys(webhooks).length === 0 ? [] : [['webhooks', webhooks] as const]),
    ['components', jsonObject(components.filter(([, value]) => Object.keys(value).length > 0))],
    ...(leftOut.all.length === 0 ? [] : [['x-ninefold-left-out', leftOut.all] as const]),
  ])
  return { text: printData(document, form), leftOut: leftOut.all }
}

function pathsOf(making: OpenApiContext): JsonObject {
  const { facts, leftOut } = making
  const names = openApiNames(facts)
  const examples = examplesOf(facts, undefined, facts.operations.map(({ operation }) => operation))
  const expressible = facts.operations.filter(({ operation, complete }) => {
    if (operation.until !== undefined) return false
    if (complete && !methods.has(operation.method)) leftOut.add(`\`${operation.name}\`: OpenAPI 3.1 has no method \`${operation.method}\`.`)
    return complete && methods.has(operation.method)
  })
  const byPath = Map.groupBy(expressible, ({ operation }) => names.path(operation))
  return jsonObject(
    [...byPath].map(([path, found]) => [
      path,
      jsonObject(
        found.map((each) => [
          each.operation.method.toLowerCase(),
          withExamples(operationObject(each, names, making), examples.forRoute(each.operation)),
        ]),
      ),
    ]),
  )
}

/** The paths of an older version, under its own addresses. */
function olderPaths(version: VersionFacts, older: Older, making: OpenApiContext): JsonObject {
  const { facts, leftOut } = making
  const names = openApiNames(facts)
  const examples = examplesOf(facts, version.name, version.routes)
  if (version.conversions.size > 0) leftOut.add('Names in descriptions, which are those of the newest version.')
  const served = version.routes.flatMap((route) => {
    const { operation, method, segments } = route
    const found = facts.operations.find((each) => each.operation === operation)
    if (found === undefined || !found.complete || !methods.has(method)) return []
    const path = segments.map((segment) => `/${segment.kind === 'literal' ? segment.text : `{${segment.name}}`}`).join('')
    return [{ path, method, object: withExamples(older.operation(operation, operationObject(found, names, making)), examples.forRoute(route)) }]
  })
  const byPath = Map.groupBy(served, ({ path }) => path)
  return jsonObject(
    [...byPath].map(([path, found]) => [path, jsonObject(found.map(({ method, object }) => [method.toLowerCase(), object]))]),
  )
}

function operationObject(operationFacts: OperationFacts, names: OpenApiNames, making: OpenApiContext): JsonObject {
  const { operation } = operationFacts
  const rename = new Map(
    operation.segments.flatMap((segment) =>
      segment.kind === 'parameter' ? [[segment.name, names.parameter(operation, segment.name)] as const] : [],
    ),
  )
  const parameters = parametersOf(operationFacts, rename, making)
  const body = requestBody(operationFacts, making)
  const callbacks = callbacksOf(operationFacts, making)
  const tags = (slotValue(operation.slots.tags) ?? []).map(({ text }) => text)
  return jsonObject([
    ['operationId', names.operationId(operation)],
    ...(tags.length === 0 ? [] : [['tags', tags] as const]),
    ...Object.entries(operationText(making.facts, operation)),
    ...(slotValue(operation.slots.deprecated) === true ? [['deprecated', true] as const] : []),
    ['security', describeSecurity(operation, making)],
    ...(parameters.length === 0 ? [] : [['parameters', parameters] as const]),
    ...(body === undefined ? [] : [['requestBody', body] as const]),
    ['responses', responsesOf(operationFacts, making, linksOf(operation, names, making))],
    ...(callbacks === undefined ? [] : [['callbacks', callbacks] as const]),
  ])
}

function requestBody({ operation }: OperationFacts, { facts, components }: OpenApiContext): JsonObject | undefined {
  const { body } = facts.typing.input(operation)
  if (body === undefined) return undefined
  return jsonObject([
    ...(body.required ? [['required', true] as const] : []),
    [
      'content',
      jsonObject(
        body.media.map((type): [string, Json] => [type, { schema: components.published(requestSchema(body, type, facts.typing.domain)) }]),
      ),
    ],
  ])
}
