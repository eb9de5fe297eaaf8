// Normalises an OpenAPI document for comparison: operations by their input and answers, schemas by their allowed values.

import { type Json, type JsonObject, printCanonical, isJsonArray, isJsonObject, createJsonObject } from '../../src/base/json.ts'
import {
  type MediaContent,
  type SourceOperation,
  type SourceParameter,
  findJsonContent,
  readSourceOperations,
  listSuccesses,
} from '../../src/import/openapi/api.ts'
import { readFields, isNullable, isReadOnly, isWriteOnly, readTypes, resolveItems } from '../../src/import/openapi/fields.ts'
import {
  type At,
  type Spec,
  type Version,
  listItems,
  findMember,
  listMembers,
  createSpec,
  readTextAt,
} from '../../src/import/openapi/spec.ts'
import { upgradeSource } from '../../src/import/openapi/upgrade.ts'
import { numberFormats, textFormats } from '../../src/schema/format.ts'

/** The facts of one operation, each under its own name. */
export type Normal = ReadonlyMap<string, Json>

/** The facts of all operations, by method and path; the parameters of the path have no names there. */
export function normal(root: JsonObject, version: Version): ReadonlyMap<string, Normal> {
  const spec = createSpec(version === '2.0' ? upgradeSource(root) : root, version)
  return new Map(
    readSourceOperations(spec).map((each) => [
      `${each.method} ${each.path.replace(/\/$/, '').replaceAll(/\{[^{}]*\}/g, '{}')}`,
      ofOperation(each, spec),
    ]),
  )
}

function ofOperation(operation: SourceOperation, spec: Spec): Normal {
  const { at, body } = operation
  const facts = new Map<string, Json>()
  const put = (name: string, value: Json | undefined): void => {
    if (value !== undefined) facts.set(name, value)
  }
  for (const name of ['operationId', 'summary', 'description']) put(name, readTextAt(at, name))
  if (findMember(at, 'deprecated').value === true) put('deprecated', true)
  const tags = listItems(findMember(at, 'tags')).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  if (tags.length > 0) put('tags', tags.toSorted())
  put('security', security(at, spec))
  for (const each of operation.parameters)
    if (each.in !== 'cookie' && !isIgnored(each) && (each.in !== 'path' || positionOf(operation, each) >= 0))
      put(
        `parameter ${each.in} ${each.in === 'path' ? positionOf(operation, each) : each.in === 'header' ? each.name.toLowerCase() : each.name}`,
        ofParameter(each, spec),
      )
  const sent = body && findJsonContent(body.content)
  if (sent !== undefined) put('request body', schema(sent.schema, spec, 'request'))
  for (const { status, content, headers } of listSuccesses(operation)) {
    put(`answer ${status}`, answerSchema(content, spec))
    for (const [name] of headers) put(`answer ${status} header ${name.toLowerCase()}`, true)
  }
  // Statuses that HTTP alone answers (RFC 9110, section 15.5): of another method, of a body that the operation does not take, and of an
  // unreadable address.
  const isHttp = (status: string): boolean =>
    status === '405' ||
    (body === undefined &&
      (['413', '415'].includes(status) || (status === '400' && operation.parameters.every((each) => each.in === 'path'))))
  for (const { status } of operation.responses) if (/^[45]\d\d$/.test(status) && !isHttp(status)) put(`error ${status}`, true)
  return facts
}

/** OpenAPI 3.1, section 4.8.12: a header parameter with one of these names is ignored. */
function isIgnored({ in: place, name }: SourceParameter): boolean {
  return place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)
}

function positionOf({ path }: SourceOperation, { name }: SourceParameter): number {
  return [...path.matchAll(/\{([^{}]*)\}/g)].findIndex(([, each]) => each === name)
}

function answerSchema(content: readonly MediaContent[], spec: Spec): Json {
  const json = findJsonContent(content)
  return json === undefined ? (content.length === 0 ? 'no content' : 'no JSON') : schema(json.schema, spec, 'response')
}

function security(at: At, spec: Spec): Json | undefined {
  const declared = findMember(at, 'security')
  const effective = isJsonArray(declared.value) ? declared : findMember(spec.root, 'security')
  if (!isJsonArray(effective.value)) return undefined
  const requirements = listItems(effective).map((each) =>
    printCanonical(createJsonObject(listMembers(each).map(([name, { value }]) => [name.replaceAll(/[^\w-]+/g, '-'), value ?? []]))),
  )
  return (requirements.length === 0 ? ['{}'] : requirements).toSorted()
}

function ofParameter({ required, schema: at, in: place }: SourceParameter, spec: Spec): Json {
  const admitted = schema(at, spec, 'request')
  return createJsonObject([
    ['required', required || place === 'path'],
    ['schema', place === 'path' ? withoutEmptyText(admitted) : admitted],
  ])
}

/** A segment of a path is never empty. */
function withoutEmptyText(admitted: Json): Json {
  const { minLength, ...others } = isJsonObject(admitted) ? (admitted as { [keyword: string]: Json }) : {}
  return minLength === 0 || minLength === 1 ? others : admitted
}

export type Direction = 'request' | 'response'

const maxDepth = 8

/** Stands for a schema that contains itself, or that is nested too deeply: it is not compared. */
export const deeper = '…'

/** The allowed values of a schema and its `default`: references are resolved, `allOf` is merged, and equivalent forms of null and formats become one. */
function schema(at: At, spec: Spec, direction: Direction, ancestors: readonly string[] = []): Json {
  const target = spec.follow(at)
  if (ancestors.includes(target.pointer) || ancestors.length > maxDepth) return deeper
  const path = [...ancestors, target.pointer]
  const inner = (each: At): Json => schema(each, spec, direction, path)
  const isNull = isNullable(at, spec)
  const only = onlyAlternative(target)
  if (only !== undefined) {
    const admitted = inner(only)
    return isNull && isJsonObject(admitted)
      ? createJsonObject(Object.entries({ ...admitted, null: true }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : admitted
  }
  const fields = readFields(target, spec)
  if (fields !== undefined) {
    const visible = [...fields.properties].filter(
      ([, each]) => !(direction === 'request' ? isReadOnly(each, spec) : isWriteOnly(each, spec)),
    )
    return createJsonObject([
      ['type', 'object'],
      ...(isNull ? [['null', true] as const] : []),
      [
        'properties',
        createJsonObject(visible.map(([name, each]): [string, Json] => [name, inner(each)]).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ],
      [
        'required',
        visible
          .map(([name]) => name)
          .filter((name) => fields.required.has(name))
          .toSorted(),
      ],
    ])
  }
  const list = resolveItems(target, spec)
  const keywords = withoutLoneAllOf(
    listMembers(target).flatMap(([name, each]): [string, Json][] =>
      direction === 'response' && name === 'default' ? [] : keyword(name, each, target, inner),
    ),
  )
  if (keywords.some(([name, value]) => name === 'allOf' && printCanonical(value) === printCanonical([deeper]))) return deeper
  return createJsonObject(
    [
      ...keywords,
      ...(list === undefined ? [] : [['items', inner(list)] as [string, Json]]),
      ...(isNull ? [['null', true] as [string, Json]] : []),
    ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** One schema in `allOf` adds its keywords to those beside it. */
function withoutLoneAllOf(keywords: readonly [string, Json][]): readonly [string, Json][] {
  const all = keywords.find(([name]) => name === 'allOf')?.[1]
  const [only, ...others] = isJsonArray(all) ? all : []
  if (only === undefined || others.length > 0 || !isJsonObject(only)) return keywords
  const [beside, inside] = [keywords.filter(([name]) => name !== 'allOf'), Object.entries(only)]
  return inside.some(([name]) => name === 'null' || beside.some(([own]) => own === name)) ? keywords : [...beside, ...inside]
}

const annotations = new Set([
  'title',
  'description',
  'nullable',
  'x-nullable',
  'readOnly',
  'writeOnly',
  'deprecated',
  'example',
  'examples',
  'externalDocs',
])

/** The alternative of a schema that admits nothing else, except null. */
function onlyAlternative(at: At): At | undefined {
  const [[name, alternatives] = [], ...more] = listMembers(at).filter(([each]) => !annotations.has(each) && !each.startsWith('x-'))
  if (name === undefined || alternatives === undefined || more.length > 0 || !['allOf', 'anyOf', 'oneOf'].includes(name)) return undefined
  const [only, ...others] = listItems(alternatives).filter((each) => findMember(each, 'type').value !== 'null')
  return others.length > 0 ? undefined : only
}

/** A format says nothing of values of other types (JSON Schema 2020-12, Validation, section 7.1). */
function isAssertedFormat(format: string, types: readonly string[]): boolean {
  const admits = (...wanted: readonly string[]): boolean => types.length === 0 || wanted.some((each) => types.includes(each))
  return numberFormats.has(format) ? format !== 'double' && admits('number', 'integer') : textFormats.has(format) && admits('string')
}

const plain = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
  'multipleOf',
  'default',
  'uniqueItems',
])

function keyword(name: string, at: At, of: At, inner: (at: At) => Json): [string, Json][] {
  const { value } = at
  if (value === undefined) return []
  if (name === 'type')
    return [
      [
        name,
        (isJsonArray(value) ? value : [value])
          .filter((each) => each !== 'null')
          .map((each) => (each === 'file' ? 'string' : each))
          .map(String)
          .toSorted()
          .join(),
      ],
    ]
  if (name === 'format') return typeof value === 'string' && isAssertedFormat(value, readTypes(of)) ? [[name, value]] : []
  if (name === 'const') return [['enum', [printCanonical(value)]]]
  if (name === 'enum')
    return isJsonArray(value) ? [[name, [...new Set(value.filter((each) => each !== null).map(printCanonical))].toSorted()]] : []
  if (name === 'minimum' || name === 'maximum')
    return findMember(of, name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum').value === true
      ? [[name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum', value]]
      : [[name, value]]
  if (name.startsWith('exclusiveM')) return typeof value === 'boolean' ? [] : [[name, value]]
  if (name === 'anyOf' || name === 'oneOf' || name === 'allOf')
    return [
      [
        name,
        listItems(at)
          .filter((each) => findMember(each, 'type').value !== 'null')
          .map(inner)
          .toSorted((a, b) => (printCanonical(a) < printCanonical(b) ? -1 : 1)),
      ],
    ]
  if (name === 'additionalProperties') return typeof value === 'boolean' ? (value ? [] : [[name, false]]) : [[name, inner(at)]]
  return plain.has(name) ? [[name, value]] : []
}
