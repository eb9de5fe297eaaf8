// Exports an OpenAPI 3.1 document: every complete operation with all its responses.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import type { Facts, OperationFacts, VersionFacts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import { slotValueOf } from '../../model/slot.ts'
import { printSegment } from '../../model/segment.ts'
import { printJsonOrYaml } from '../print.ts'
import { createComponents } from '../schema/components.ts'
import { makeRequestSchema } from '../schema/request-schema.ts'
import { type Exported, type ExportTarget, makeLeftOutList } from '../target.ts'
import { collectExamples, addOperationExamples } from './examples.ts'
import { buildInfo, listServers } from './info.ts'
import { listLeftOut } from './left-out.ts'
import { buildLinks } from './links.ts'
import { OlderVersionExport } from './older.ts'
import type { OpenApiContext } from './context.ts'
import { type OpenApiNames, openApiNames } from './names.ts'
import { buildParameters } from './parameters.ts'
import { buildResponses } from './responses.ts'
import { buildSecuritySchemes, describeSecurity } from './security.ts'
import { describeOperationInText } from './text.ts'
import { buildCallbacks, buildWebhooks } from './webhooks.ts'

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
  const leftOut = makeLeftOutList()
  const context: OpenApiContext = {
    facts,
    leftOut,
    modelIndex: indexModel(facts.model, facts.typing),
    components: createComponents(facts, '#/components/schemas/', 'openapi'),
  }
  const olderExport = version && new OlderVersionExport(version, context)
  const paths = version === undefined ? makePaths(context) : makeOlderPaths(version, olderExport!, context)
  const webhooks = buildWebhooks(context)
  const schemes = buildSecuritySchemes(context)
  const newestSchemas = context.components.all()
  const schemas = olderExport === undefined ? newestSchemas : olderExport.convertSchemas(newestSchemas)
  listLeftOut(facts, leftOut)
  const components = [
    ['schemas', schemas],
    ['securitySchemes', schemes],
  ] as const
  const document = createJsonObject([
    ['openapi', '3.1.1'],
    ['info', buildInfo(context, version?.name)],
    ['servers', listServers(context, version?.name)],
    ['paths', paths],
    ...(Object.keys(webhooks).length === 0 ? [] : [['webhooks', webhooks] as const]),
    ['components', createJsonObject(components.filter(([, value]) => Object.keys(value).length > 0))],
    ...(leftOut.all.length === 0 ? [] : [['x-ninefold-left-out', leftOut.all] as const]),
  ])
  return { text: printJsonOrYaml(document, form), leftOut: leftOut.all }
}

function makePaths(context: OpenApiContext): JsonObject {
  const { facts, leftOut } = context
  const names = openApiNames(facts)
  const examples = collectExamples(
    facts,
    undefined,
    facts.operations.map(({ operation }) => operation),
  )
  const expressible = facts.operations.filter(({ operation, complete }) => {
    if (operation.until !== undefined) return false
    if (complete && !methods.has(operation.method)) leftOut.add(`\`${operation.name}\`: OpenAPI 3.1 has no method \`${operation.method}\`.`)
    return complete && methods.has(operation.method)
  })
  const byPath = Map.groupBy(expressible, ({ operation }) => names.path(operation))
  return createJsonObject(
    [...byPath].map(([path, operationsOfPath]) => [
      path,
      createJsonObject(
        operationsOfPath.map((each) => [
          each.operation.method.toLowerCase(),
          addOperationExamples(describeOperation(each, names, context), examples.forRoute(each.operation)),
        ]),
      ),
    ]),
  )
}

/** The paths of an older version, under its own addresses. */
function makeOlderPaths(version: VersionFacts, olderExport: OlderVersionExport, context: OpenApiContext): JsonObject {
  const { facts, leftOut } = context
  const names = openApiNames(facts)
  const examples = collectExamples(facts, version.name, version.routes)
  if (version.conversions.size > 0) leftOut.add('Names in descriptions, which are those of the newest version.')
  const olderOperations = version.routes.flatMap((route) => {
    const { operation, method, segments } = route
    const operationFacts = facts.operations.find((each) => each.operation === operation)
    if (operationFacts === undefined || !operationFacts.complete || !methods.has(method)) return []
    const path = segments.map((segment) => `/${printSegment(segment)}`).join('')
    return [
      {
        path,
        method,
        object: addOperationExamples(
          olderExport.convertOperation(operation, describeOperation(operationFacts, names, context)),
          examples.forRoute(route),
        ),
      },
    ]
  })
  const byPath = Map.groupBy(olderOperations, ({ path }) => path)
  return createJsonObject(
    [...byPath].map(([path, operationsOfPath]) => [
      path,
      createJsonObject(operationsOfPath.map(({ method, object }) => [method.toLowerCase(), object])),
    ]),
  )
}

function describeOperation(operationFacts: OperationFacts, names: OpenApiNames, context: OpenApiContext): JsonObject {
  const { operation } = operationFacts
  const parameterNames = new Map(
    operation.segments.flatMap((segment) =>
      segment.kind === 'parameter' ? [[segment.name, names.parameter(operation, segment.name)] as const] : [],
    ),
  )
  const parameters = buildParameters(operationFacts, parameterNames, context)
  const body = describeRequestBody(operationFacts, context)
  const callbacks = buildCallbacks(operationFacts, context)
  const tags = (slotValueOf(operation.slots.tags) ?? []).map(({ text }) => text)
  return createJsonObject([
    ['operationId', names.operationId(operation)],
    ...(tags.length === 0 ? [] : [['tags', tags] as const]),
    ...Object.entries(describeOperationInText(context.facts, operation)),
    ...(slotValueOf(operation.slots.deprecated) === true ? [['deprecated', true] as const] : []),
    ['security', describeSecurity(operation, context)],
    ...(parameters.length === 0 ? [] : [['parameters', parameters] as const]),
    ...(body === undefined ? [] : [['requestBody', body] as const]),
    ['responses', buildResponses(operationFacts, context, buildLinks(operation, names, context))],
    ...(callbacks === undefined ? [] : [['callbacks', callbacks] as const]),
  ])
}

function describeRequestBody({ operation }: OperationFacts, { facts, components }: OpenApiContext): JsonObject | undefined {
  const { body } = facts.typing.input(operation)
  if (body === undefined) return undefined
  return createJsonObject([
    ...(body.required ? [['required', true] as const] : []),
    [
      'content',
      createJsonObject(
        body.media.map((type): [string, Json] => [
          type,
          { schema: components.publish(makeRequestSchema(body, type, facts.typing.domain)) },
        ]),
      ),
    ],
  ])
}
