// Exports an operation as older versions of part 9 have it: schemas, parameters and errors.

import { type Json, type JsonObject, isJsonArray, isJsonObject, createJsonObject } from '../../base/json.ts'
import type { Conversion, MemberTree, ObjectTree, Tree, ValueStep, VersionFacts } from '../../fact/versions/version.ts'
import type { Operation } from '../../model/model.ts'
import { makeTypeSchema } from '../schema/of-type.ts'
import type { OpenApiContext } from './context.ts'

const prefix = '#/components/schemas/'

/** Converts operations, and then the components that they refer to. */
export class OlderVersionExport {
  readonly #version: VersionFacts
  readonly #context: OpenApiContext
  /** The changes of each component that an operation refers to. */
  readonly #treesByName = new Map<string, Tree>()

  constructor(version: VersionFacts, context: OpenApiContext) {
    this.#version = version
    this.#context = context
  }

  convertOperation(operation: Operation, object: JsonObject): JsonObject {
    const conversion: Conversion = this.#version.conversions.get(operation) ?? { path: new Map() }
    const parameters = this.#convertParameters(object['parameters'], conversion)
    const body = this.#convertContent(object['requestBody'], conversion.body, true)
    const responses = Object.entries(toObject(object['responses']) ?? {}).map(([status, response]): [string, Json] => [
      status,
      addVersionHeaders(this.#convertContent(response, status < '400' ? conversion.output : undefined, false) ?? response, this.#version),
    ])
    return createJsonObject(
      Object.entries(object).flatMap(([key, value]): [string, Json][] => {
        if (key === 'parameters') return parameters.length === 0 ? [] : [[key, parameters]]
        if (key === 'requestBody') return body === undefined ? [] : [[key, body]]
        if (key === 'responses')
          return [
            ...(this.#version.deprecated === undefined ? [] : [['deprecated', true] as [string, Json]]),
            [key, createJsonObject(responses)],
          ]
        // Links use the names of the newest version.
        return key === 'deprecated' && this.#version.deprecated !== undefined ? [] : [[key, value]]
      }),
    )
  }

  /** The components, with their changes in this version; call it after the last operation. */
  convertSchemas(all: JsonObject): JsonObject {
    const converted = new Map<string, Json>()
    // The loop also visits entries that are added during it.
    for (const [name, tree] of this.#treesByName) converted.set(name, this.#convertSchema(all[name] ?? {}, tree, false))
    return createJsonObject(Object.entries(all).map(([name, schema]) => [name, converted.get(name) ?? schema]))
  }

  #convertSchema(schema: Json, tree: Tree | undefined, isSent: boolean): Json {
    const schemaObject = toObject(schema)
    if (tree === undefined || schemaObject === undefined) return schema
    if (typeof schemaObject['$ref'] === 'string') {
      this.#treesByName.set(schemaObject['$ref'].slice(prefix.length), tree)
      return schema
    }
    const rest = createJsonObject(
      Object.entries(schemaObject).map(([keyword, value]) => [
        keyword,
        ['anyOf', 'oneOf', 'allOf'].includes(keyword) && isJsonArray(value)
          ? value.map((each) => this.#convertSchema(each, tree, isSent))
          : value,
      ]),
    )
    if (tree.kind === 'list')
      return rest['items'] === undefined ? rest : { ...rest, items: this.#convertSchema(rest['items'], tree.items, isSent) }
    return this.#convertMembers(rest, tree, isSent)
  }

  #convertMembers(schema: JsonObject, tree: ObjectTree, isSent: boolean): JsonObject {
    const properties = toObject(schema['properties'])
    if (properties === undefined) return schema
    const presentMembers = Object.entries(properties).flatMap(([name, value]): [string, Json][] => {
      const member = tree.members.get(name)
      if (member === undefined) return [[name, value]]
      return member.olderName === undefined ? [] : [[member.olderName, this.#convertValue(value, member, isSent)]]
    })
    const removedMembers = isSent
      ? []
      : [...tree.removed].flatMap(([name, { value }]): [string, Json][] => (value === undefined ? [] : [[name, { const: value }]]))
    const required = listTexts(schema['required']).flatMap((name) =>
      tree.members.has(name) ? (tree.members.get(name)!.olderName ?? []) : [name],
    )
    const requiredNames = [...required, ...removedMembers.map(([name]) => name)]
    const { required: _, ...rest } = schema
    return createJsonObject([
      ...Object.entries(rest),
      ['properties', createJsonObject([...presentMembers, ...removedMembers])],
      ...(requiredNames.length === 0 ? [] : [['required', requiredNames] as const]),
    ])
  }

  #convertValue(schema: Json, { inner, steps, fill }: MemberTree, isSent: boolean): Json {
    const olderValue = this.#applySteps(this.#convertSchema(schema, inner, isSent), steps)
    const schemaObject = toObject(olderValue)
    return isSent && fill !== undefined && schemaObject !== undefined ? { ...schemaObject, default: fill.value } : olderValue
  }

  /** Applies the changes from the newest version back to this one. */
  #applySteps(schema: Json, steps: readonly ValueStep[]): Json {
    return steps.toReversed().reduce((newer, step) => {
      if (step.kind === 'retype') return this.#context.components.publish(makeTypeSchema(step.older, this.#context.facts.typing.domain))
      const schemaObject = toObject(newer)
      const values = schemaObject?.['enum']
      if (schemaObject === undefined || !isJsonArray(values)) return newer
      return {
        ...schemaObject,
        enum: [...new Set(values.map((value) => (typeof value === 'string' ? (step.down.get(value) ?? value) : value)))],
      }
    }, schema)
  }

  #convertParameters(parameters: Json | undefined, { query, path }: Conversion): Json[] {
    return toList(parameters).flatMap((parameter): Json[] => {
      const [name = ''] = listTexts([parameter['name'] ?? ''])
      if (parameter['in'] === 'path') return [{ ...parameter, schema: this.#applySteps(parameter['schema'] ?? {}, path.get(name) ?? []) }]
      const member = parameter['in'] === 'query' ? query?.members.get(name) : undefined
      if (member === undefined) return [parameter]
      if (member.olderName === undefined) return []
      const comparisons = toObject(toObject(parameter['schema'])?.['properties'])
      const value =
        comparisons === undefined
          ? this.#convertValue(parameter['schema'] ?? {}, member, true)
          : {
              ...toObject(parameter['schema']),
              properties: createJsonObject(
                Object.entries(comparisons).map(([operator, schema]) => [operator, this.#applySteps(schema, member.steps)]),
              ),
            }
      return [{ ...parameter, name: member.olderName, schema: value }]
    })
  }

  #convertContent(place: Json | undefined, tree: Tree | undefined, isSent: boolean): Json | undefined {
    const placeObject = toObject(place)
    const media = toObject(placeObject?.['content'])
    if (placeObject === undefined || media === undefined) return place
    return {
      ...placeObject,
      content: createJsonObject(
        Object.entries(media).map(([type, each]) => [
          type,
          { ...toObject(each), schema: this.#withFormerEntryNames(this.#convertSchema(toObject(each)?.['schema'] ?? {}, tree, isSent)) },
        ]),
      ),
    }
  }

  /** Replaces the names of catalogue entries by their former names. */
  #withFormerEntryNames(schema: Json): Json {
    if (isJsonArray(schema)) return schema.map((each) => this.#withFormerEntryNames(each))
    const schemaObject = toObject(schema)
    if (schemaObject === undefined) return schema
    const constant = schemaObject['const']
    const formerEntry = typeof constant === 'string' ? this.#version.entries.get(constant) : undefined
    if (formerEntry !== undefined)
      return { ...schemaObject, const: 'formerName' in formerEntry ? formerEntry.formerName : formerEntry.replacement }
    return createJsonObject(Object.entries(schemaObject).map(([name, value]) => [name, this.#withFormerEntryNames(value)]))
  }
}

function addVersionHeaders(response: Json, { deprecated, sunset }: VersionFacts): Json {
  const responseObject = toObject(response)
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
  return createJsonObject([
    ['description', description ?? ''],
    ['headers', createJsonObject([...Object.entries(toObject(declaredHeaders) ?? {}), ...headers])],
    ...Object.entries(rest),
  ])
}

function toObject(json: Json | undefined): JsonObject | undefined {
  return isJsonObject(json) ? (json as JsonObject) : undefined
}

function toList(json: Json | undefined): readonly JsonObject[] {
  return isJsonArray(json) ? json.flatMap((item): JsonObject[] => (isJsonObject(item) ? [item as JsonObject] : [])) : []
}

function listTexts(json: Json | undefined): readonly string[] {
  return isJsonArray(json) ? json.filter((item) => typeof item === 'string') : []
}
