// Converts OpenAPI 2.0 to 3.0: bodies, forms, answers, parameters, servers and schemes. Schemas keep their places.

import { type Json, type JsonObject, isJsonArray, isJsonObject, createJsonObject } from '../../base/json.ts'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

export function upgradeSource(root: JsonObject): JsonObject {
  const shared = {
    consumes: listTexts(root['consumes']),
    produces: listTexts(root['produces']),
    parameters: readObject(root['parameters']),
  }
  const paths = mapValues(readObject(root['paths']), (path) => upgradePathItem(readObject(path), shared))
  const servers = listServers(root)
  return createJsonObject([
    ...Object.entries(root).filter(
      ([name]) =>
        !['paths', 'host', 'basePath', 'schemes', 'securityDefinitions', 'parameters', 'responses', 'consumes', 'produces'].includes(name),
    ),
    ...(servers.length === 0 ? [] : [['servers', servers] as const]),
    ['paths', paths],
    ['parameters', mapValues(readObject(root['parameters']), upgradeParameter)],
    ['responses', mapValues(readObject(root['responses']), (response) => upgradeResponse(response, shared.produces))],
    ['components', createJsonObject([['securitySchemes', mapValues(readObject(root['securityDefinitions']), upgradeScheme)]])],
  ])
}

type Shared = { readonly consumes: readonly string[]; readonly produces: readonly string[]; readonly parameters: JsonObject }

function upgradePathItem(path: JsonObject, shared: Shared): Json {
  const own = list(path['parameters'])
  // A body that all operations of a path share is copied to each.
  const [bodies, rest] = split(own, (each) => isBodily(each, shared))
  return createJsonObject(
    Object.entries(path).map(([name, value]): [string, Json] => {
      if (name === 'parameters') return [name, rest.map((each) => upgradeParameter(each))]
      return methods.has(name) && isJsonObject(value) ? [name, upgradeOperation(value, bodies, shared)] : [name, value]
    }),
  )
}

function upgradeOperation(operation: JsonObject, inherited: readonly Json[], shared: Shared): Json {
  const consumes = operation['consumes'] === undefined ? shared.consumes : listTexts(operation['consumes'])
  const produces = operation['produces'] === undefined ? shared.produces : listTexts(operation['produces'])
  const [bodily, rest] = split(list(operation['parameters']), (each) => isBodily(each, shared))
  const body = upgradeBody(
    (bodily.length === 0 ? inherited : bodily).map((each) => resolve(each, shared)),
    consumes,
  )
  return createJsonObject([
    ...Object.entries(operation).filter(([name]) => !['parameters', 'responses', 'consumes', 'produces', 'schemes'].includes(name)),
    ['parameters', rest.map((each) => upgradeParameter(each))],
    ...(body === undefined ? [] : [['requestBody', body] as const]),
    ['responses', mapValues(readObject(operation['responses']), (response) => upgradeResponse(response, produces))],
  ])
}

function isBodily(parameter: Json, shared: Shared): boolean {
  const place = resolve(parameter, shared)['in']
  return place === 'body' || place === 'formData'
}

/** Resolves a reference to a shared parameter; others are followed later. */
function resolve(parameter: Json, { parameters }: Shared): JsonObject {
  const object = readObject(parameter)
  const name = typeof object['$ref'] === 'string' ? /^#\/parameters\/(.+)$/.exec(object['$ref'])?.[1] : undefined
  return name === undefined ? object : readObject(parameters[name.replaceAll('~1', '/').replaceAll('~0', '~')])
}

function upgradeBody(parameters: readonly JsonObject[], consumes: readonly string[]): Json | undefined {
  const body = parameters.find((each) => each['in'] === 'body')
  if (body !== undefined) {
    const media = consumes.filter((each) => !forms.includes(each))
    return createJsonObject([
      ...(typeof body['description'] === 'string' ? [['description', body['description']] as const] : []),
      ...(body['required'] === true ? [['required', true] as const] : []),
      ['content', makeContent(media.length === 0 ? ['application/json'] : media, body['schema'] ?? {})],
    ])
  }
  if (parameters.length === 0) return undefined
  const required = parameters.filter((each) => each['required'] === true).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  const properties = createJsonObject(
    parameters.flatMap((each): [string, Json][] => (typeof each['name'] === 'string' ? [[each['name'], extractSchema(each)]] : [])),
  )
  const schema = createJsonObject([
    ['type', 'object'],
    ['properties', properties],
    ...(required.length === 0 ? [] : [['required', required] as const]),
  ])
  const media = consumes.filter((each) => forms.includes(each))
  const usual = parameters.some((each) => each['type'] === 'file') ? forms[1]! : forms[0]!
  return createJsonObject([
    ...(required.length === 0 ? [] : [['required', true] as const]),
    ['content', makeContent(media.length === 0 ? [usual] : media, schema)],
  ])
}

function makeContent(media: readonly string[], schema: Json): Json {
  return createJsonObject(media.map((each) => [each, createJsonObject([['schema', schema]])]))
}

const ofParameter = new Set(['name', 'in', 'required', 'description', 'allowEmptyValue', 'collectionFormat', 'deprecated'])

function upgradeParameter(parameter: Json): Json {
  const object = readObject(parameter)
  if (object['$ref'] !== undefined || object['schema'] !== undefined || object['in'] === undefined) return parameter
  const format = object['collectionFormat']
  return createJsonObject([
    ...Object.entries(object).filter(([name]) => name !== 'collectionFormat' && (ofParameter.has(name) || name.startsWith('x-'))),
    ...(object['type'] !== 'array' ? [] : [['explode', format === 'multi'] as const]),
    ...(format === 'ssv' || format === 'tsv' || format === 'pipes'
      ? [['style', format === 'pipes' ? 'pipeDelimited' : 'spaceDelimited'] as const]
      : []),
    ['schema', extractSchema(object)],
  ])
}

function extractSchema(parameter: JsonObject): Json {
  return createJsonObject(Object.entries(parameter).filter(([name]) => !ofParameter.has(name) && !name.startsWith('x-')))
}

function upgradeResponse(response: Json, produces: readonly string[]): Json {
  const object = readObject(response)
  if (object['$ref'] !== undefined) return response
  const headers = mapValues(readObject(object['headers']), (header) =>
    upgradeParameter(createJsonObject([...Object.entries(readObject(header)), ['in', 'header']])),
  )
  return createJsonObject([
    ...Object.entries(object).filter(([name]) => !['schema', 'headers', 'examples'].includes(name)),
    ...(object['headers'] === undefined ? [] : [['headers', headers] as const]),
    ...(object['schema'] === undefined
      ? []
      : [['content', makeContent(produces.length === 0 ? ['application/json'] : produces, object['schema'])] as const]),
  ])
}

const flows: { readonly [name: string]: string } = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

function upgradeScheme(scheme: Json): Json {
  const object = readObject(scheme)
  if (object['type'] === 'basic')
    return createJsonObject([...Object.entries(object).filter(([name]) => name !== 'type'), ['type', 'http'], ['scheme', 'basic']])
  const flow = typeof object['flow'] === 'string' ? flows[object['flow']] : undefined
  if (object['type'] !== 'oauth2' || flow === undefined) return scheme
  const own = ['authorizationUrl', 'tokenUrl', 'scopes']
  return createJsonObject([
    ...Object.entries(object).filter(([name]) => name !== 'flow' && !own.includes(name)),
    [
      'flows',
      createJsonObject([
        [flow, createJsonObject(own.flatMap((name): [string, Json][] => (object[name] === undefined ? [] : [[name, object[name]]])))],
      ]),
    ],
  ])
}

function listServers(root: JsonObject): Json[] {
  const { host, basePath } = root
  const path = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : ''
  if (typeof host !== 'string' || host === '') return path === '' ? [] : [createJsonObject([['url', path]])]
  const schemes = listTexts(root['schemes'])
  const scheme = schemes.includes('https') ? 'https' : schemes[0]
  return [createJsonObject([['url', `${scheme === undefined ? '' : `${scheme}:`}//${host}${path}`]])]
}

function readObject(json: Json | undefined): JsonObject {
  return isJsonObject(json) ? json : createJsonObject()
}

function list(json: Json | undefined): readonly Json[] {
  return isJsonArray(json) ? json : []
}

function listTexts(json: Json | undefined): string[] {
  return list(json).filter((each) => typeof each === 'string')
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return createJsonObject(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

function split(all: readonly Json[], test: (each: Json) => boolean): [Json[], Json[]] {
  return [all.filter(test), all.filter((each) => !test(each))]
}
