// Exports an operation as older versions of part 9 have it: schemas, parameters and errors.

import { type Json, type JsonObject, isJsonArray, isJsonObject, jsonObject } from '../../base/json.ts'
import type { Conversion, MemberTree, ObjectTree, Tree, ValueStep, VersionFacts } from '../../fact/versions/version.ts'
import type { Operation } from '../../model/model.ts'
import { schemaOfType } from '../schema/of-type.ts'
import type { OpenApiContext } from './context.ts'

export type OlderVersionExport = {
  operation(operation: Operation, object: JsonObject): JsonObject
  /** The components, with their changes in this version; call it after the last operation. */
  schemas(all: JsonObject): JsonObject
}

const prefix = '#/components/schemas/'

export function olderVersionExport(version: VersionFacts, context: OpenApiContext): OlderVersionExport {
  const treesByName = new Map<string, Tree>()
  const convertSchema = (schema: Json, tree: Tree | undefined, isSent: boolean): Json => {
    const schemaObject = objectOf(schema)
    if (tree === undefined || schemaObject === undefined) return schema
    if (typeof schemaObject['$ref'] === 'string') {
      treesByName.set(schemaObject['$ref'].slice(prefix.length), tree)
      return schema
    }
    const rest = jsonObject(
      Object.entries(schemaObject).map(([keyword, value]) => [
        keyword,
        ['anyOf', 'oneOf', 'allOf'].includes(keyword) && isJsonArray(value)
          ? value.map((each) => convertSchema(each, tree, isSent))
          : value,
      ]),
    )
    if (tree.kind === 'list')
      return rest['items'] === undefined ? rest : { ...rest, items: convertSchema(rest['items'], tree.items, isSent) }
    return convertMembers(rest, tree, isSent)
  }

  const convertMembers = (schema: JsonObject, tree: ObjectTree, isSent: boolean): JsonObject => {
    const properties = objectOf(schema['properties'])
    if (properties === undefined) return schema
    const presentMembers = Object.entries(properties).flatMap(([name, value]): [string, Json][] => {
      const member = tree.members.get(name)
      if (member === undefined) return [[name, value]]
      return member.olderName === undefined ? [] : [[member.olderName, valueOf(value, member, isSent)]]
    })
    const removedMembers = isSent
      ? []
      : [...tree.removed].flatMap(([name, { value }]): [string, Json][] => (value === undefined ? [] : [[name, { const: value }]]))
    const required = textsOf(schema['required']).flatMap((name) =>
      tree.members.has(name) ? (tree.members.get(name)!.olderName ?? []) : [name],
    )
    const requiredNames = [...required, ...removedMembers.map(([name]) => name)]
    const { required: _, ...rest } = schema
    return jsonObject([
      ...Object.entries(rest),
      ['properties', jsonObject([...presentMembers, ...removedMembers])],
      ...(requiredNames.length === 0 ? [] : [['required', requiredNames] as const]),
    ])
  }

  const valueOf = (schema: Json, { inner, steps, fill }: MemberTree, isSent: boolean): Json => {
    const olderValue = applySteps(convertSchema(schema, inner, isSent), steps)
    const schemaObject = objectOf(olderValue)
    return isSent && fill !== undefined && schemaObject !== undefined ? { ...schemaObject, default: fill.value } : olderValue
  }

  /** Applies the changes from the newest version back to this one. */
  const applySteps = (schema: Json, steps: readonly ValueStep[]): Json =>
    steps.toReversed().reduce((newer, step) => {
      if (step.kind === 'retype') return context.components.publish(schemaOfType(step.older, context.facts.typing.domain))
      const schemaObject = objectOf(newer)
      const values = schemaObject?.['enum']
      if (schemaObject === undefined || !isJsonArray(values)) return newer
      return {
        ...schemaObject,
        enum: [...new Set(values.map((value) => (typeof value === 'string' ? (step.down.get(value) ?? value) : value)))],
      }
    }, schema)

  const parametersOf = (parameters: Json | undefined, { query, path }: Conversion): Json[] =>
    listOf(parameters).flatMap((parameter): Json[] => {
      const [name = ''] = textsOf([parameter['name'] ?? ''])
      if (parameter['in'] === 'path') return [{ ...parameter, schema: applySteps(parameter['schema'] ?? {}, path.get(name) ?? []) }]
      const member = parameter['in'] === 'query' ? query?.members.get(name) : undefined
      if (member === undefined) return [parameter]
      if (member.olderName === undefined) return []
      const comparisons = objectOf(objectOf(parameter['schema'])?.['properties'])
      const value =
        comparisons === undefined
          ? valueOf(parameter['schema'] ?? {}, member, true)
          : {
              ...objectOf(parameter['schema']),
              properties: jsonObject(Object.entries(comparisons).map(([operator, schema]) => [operator, applySteps(schema, member.steps)])),
            }
      return [{ ...parameter, name: member.olderName, schema: value }]
    })

  const convertContent = (place: Json | undefined, tree: Tree | undefined, isSent: boolean): Json | undefined => {
    const placeObject = objectOf(place)
    const media = objectOf(placeObject?.['content'])
    if (placeObject === undefined || media === undefined) return place
    return {
      ...placeObject,
      content: jsonObject(
        Object.entries(media).map(([type, each]) => [
          type,
          { ...objectOf(each), schema: withFormerEntryNames(convertSchema(objectOf(each)?.['schema'] ?? {}, tree, isSent)) },
        ]),
      ),
    }
  }

  /** Replaces the names of catalogue entries by their former names. */
  const withFormerEntryNames = (schema: Json): Json => {
    if (isJsonArray(schema)) return schema.map(withFormerEntryNames)
    const schemaObject = objectOf(schema)
    if (schemaObject === undefined) return schema
    const constant = schemaObject['const']
    const formerEntry = typeof constant === 'string' ? version.entries.get(constant) : undefined
    if (formerEntry !== undefined)
      return { ...schemaObject, const: 'formerName' in formerEntry ? formerEntry.formerName : formerEntry.replacement }
    return jsonObject(Object.entries(schemaObject).map(([name, value]) => [name, withFormerEntryNames(value)]))
  }

  return {
    operation(operation, object) {
      const conversion: Conversion = version.conversions.get(operation) ?? { path: new Map() }
      const parameters = parametersOf(object['parameters'], conversion)
      const body = convertContent(object['requestBody'], conversion.body, true)
      const responses = Object.entries(objectOf(object['responses']) ?? {}).map(([status, response]): [string, Json] => [
        status,
        addVersionHeaders(convertContent(response, status < '400' ? conversion.output : undefined, false) ?? response, version),
      ])
      return jsonObject(
        Object.entries(object).flatMap(([key, value]): [string, Json][] => {
          if (key === 'parameters') return parameters.length === 0 ? [] : [[key, parameters]]
          if (key === 'requestBody') return body === undefined ? [] : [[key, body]]
          if (key === 'responses')
            return [...(version.deprecated === undefined ? [] : [['deprecated', true] as [string, Json]]), [key, jsonObject(responses)]]
          // Links use the names of the newest version.
          return key === 'deprecated' && version.deprecated !== undefined ? [] : [[key, value]]
        }),
      )
    },
    schemas(all) {
      const converted = new Map<string, Json>()
      // The loop also visits entries that are added during it.
      for (const [name, tree] of treesByName) converted.set(name, convertSchema(all[name] ?? {}, tree, false))
      return jsonObject(Object.entries(all).map(([name, schema]) => [name, converted.get(name) ?? schema]))
    },
  }
}

function addVersionHeaders(response: Json, { deprecated, sunset }: VersionFacts): Json {
  const responseObject = objectOf(response)
  const headers: [string, Json][] = [
    ...(deprecated === undefined
      ? []
      : [
          ['Deprecation', { description: 'Since when the version is deprecated (RFC 9745).', schema: { type: 'string' } }] as [
            string,
            Json,
          ],
        ]),
    ...(sunset === undefined
      ? []
      : [['Sunset', { description: 'Until when the version is served (RFC 8594).', schema: { type: 'string' } }] as [string, Json]]),
  ]
  if (responseObject === undefined || headers.length === 0) return response
  const { description, headers: declaredHeaders, ...rest } = responseObject
  return jsonObject([
    ['description', description ?? ''],
    ['headers', jsonObject([...Object.entries(objectOf(declaredHeaders) ?? {}), ...headers])],
    ...Object.entries(rest),
  ])
}

function objectOf(json: Json | undefined): JsonObject | undefined {
  return isJsonObject(json) ? (json as JsonObject) : undefined
}

function listOf(json: Json | undefined): readonly JsonObject[] {
  return isJsonArray(json) ? json.flatMap((item): JsonObject[] => (isJsonObject(item) ? [item as JsonObject] : [])) : []
}

function textsOf(json: Json | undefined): readonly string[] {
  return isJsonArray(json) ? json.filter((item) => typeof item === 'string') : []
}
