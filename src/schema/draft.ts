// Converts schemas of any draft of JSON Schema to the dialect, for schemas that are data.

import { type Json, type JsonObject, isJsonArray, isJsonObject, createJsonObject } from '../base/json.ts'
import { parsePointer } from './failure.ts'
import { textFormats } from './format.ts'

export const drafts = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'] as const

export type SchemaDraft = (typeof drafts)[number]

/** Determines the draft by `$schema`: the newest if it is absent, undefined if it is unknown. */
export function detectDraft(schema: Json): SchemaDraft | undefined {
  const dialect = isJsonObject(schema) ? (schema as JsonObject)['$schema'] : undefined
  if (dialect === undefined) return '2020-12'
  const named = typeof dialect === 'string' ? /^https?:\/\/json-schema\.org\/(?:draft\/)?([a-z0-9-]+)\/schema#?$/.exec(dialect) : null
  return drafts.find((draft) => draft === named?.[1])
}

/** How a keyword contains subschemas. */
type Holds = 'schema' | 'schemas' | 'by name' | 'plain'

/** The validating keywords with the draft that introduced each; older drafts ignore them. */
const subschemaKeywords: ReadonlyMap<string, readonly [SchemaDraft, Holds]> = new Map<string, readonly [SchemaDraft, Holds]>([
  ...[
    'type',
    'enum',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'uniqueItems',
    'required',
    'minProperties',
    'maxProperties',
    'format',
  ].map((name) => [name, ['draft-04', 'plain']] as const),
  ...['allOf', 'anyOf', 'oneOf'].map((name) => [name, ['draft-04', 'schemas']] as const),
  ...['properties', 'patternProperties'].map((name) => [name, ['draft-04', 'by name']] as const),
  ...['not', 'items', 'additionalItems', 'additionalProperties'].map((name) => [name, ['draft-04', 'schema']] as const),
  ['const', ['draft-06', 'plain']],
  ...['contains', 'propertyNames'].map((name) => [name, ['draft-06', 'schema']] as const),
  ...['if', 'then', 'else'].map((name) => [name, ['draft-07', 'schema']] as const),
  ...['minContains', 'maxContains', 'dependentRequired'].map((name) => [name, ['2019-09', 'plain']] as const),
  ['dependentSchemas', ['2019-09', 'by name']],
  ...['unevaluatedItems', 'unevaluatedProperties'].map((name) => [name, ['2019-09', 'schema']] as const),
  ['prefixItems', ['2020-12', 'schemas']],
])

function supports(draft: SchemaDraft, since: SchemaDraft): boolean {
  return drafts.indexOf(draft) >= drafts.indexOf(since)
}

export type Translated =
  | { readonly schema: Json; readonly definitions: ReadonlyMap<string, Json>; readonly problem?: undefined }
  | { readonly problem: string }

/** The schema in the dialect's keywords, with the targets of its `$ref`s; a problem if one refers outside. */
export function translate(root: Json, draft: SchemaDraft): Translated {
  const translation = new Translation(root, draft)
  const schema = translation.schema(root, true)
  return translation.problem === undefined ? { schema, definitions: translation.definitions } : { problem: translation.problem }
}

class Translation {
  readonly definitions = new Map<string, Json>()
  problem: string | undefined
  readonly #root: Json
  readonly #draft: SchemaDraft
  /** The schema's own address, with which a `$ref` may begin. */
  readonly #base: string

  constructor(root: Json, draft: SchemaDraft) {
    this.#root = root
    this.#draft = draft
    const id = isJsonObject(root) ? (root as JsonObject)[this.#idKeyword] : undefined
    this.#base = typeof id === 'string' ? id.replace(/#$/, '') : ''
  }

  get #idKeyword(): string {
    return this.#draft === 'draft-04' ? 'id' : '$id'
  }

  schema(json: Json, isRoot = false): Json {
    if (!isJsonObject(json)) return json
    const schemaObject: JsonObject = json
    const id = schemaObject[this.#idKeyword]
    if (!isRoot && typeof id === 'string' && !id.startsWith('#')) this.problem ??= `\`${this.#idKeyword}\` within a schema is not supported`
    const reference = this.#reference(schemaObject)
    // Up to draft-07 all keywords beside `$ref` are ignored.
    if (reference !== undefined && !supports(this.#draft, '2019-09')) return createJsonObject([['$ref', reference]])
    return createJsonObject([...(reference === undefined ? [] : [['$ref', reference] as const]), ...this.#keywords(schemaObject)])
  }

  /** In a schema without embedded schemas of other addresses, dynamic references are plain ones. */
  #reference(schema: JsonObject): string | undefined {
    const recursive = this.#draft === '2019-09' ? schema['$recursiveRef'] : undefined
    const reference = schema['$ref'] ?? (supports(this.#draft, '2020-12') ? schema['$dynamicRef'] : recursive)
    if (typeof reference !== 'string') return undefined
    if (this.definitions.has(reference)) return reference
    const target = this.#target(reference)
    if (target === undefined) {
      this.problem ??= `\`$ref: ${reference}\` leads to nothing in the schema`
      return undefined
    }
    // Added before its translation, because it may refer to itself.
    this.definitions.set(reference, true)
    this.definitions.set(reference, this.schema(target, target === this.#root))
    return reference
  }

  #target(reference: string): Json | undefined {
    const [address = '', fragment = ''] = reference.split('#', 2)
    if (address !== '' && address !== this.#base) return undefined
    const text = decode(fragment)
    if (text === undefined) return undefined
    const steps = parsePointer(text)
    return steps === undefined ? findAnchor(this.#root, text) : findSchemaAtSteps(this.#root, steps)
  }

  *#keywords(schema: JsonObject): Generator<readonly [string, Json]> {
    for (const name of Object.keys(schema)) {
      const value = schema[name]!
      const [since, content] = subschemaKeywords.get(name) ?? []
      if (name === 'dependencies' && !supports(this.#draft, '2019-09') && isJsonObject(value)) yield* this.#dependencies(value)
      if (since === undefined || content === undefined || !supports(this.#draft, since)) continue
      if (name === 'items' || name === 'additionalItems') yield* this.#items(name, value, schema)
      else if (name === 'format') yield* this.#format(value)
      else if (this.#draft === 'draft-04' && /^(?:exclusiveM|m)(?:in|ax)imum$/.test(name)) yield* listBoundKeywords(name, value, schema)
      else yield [name, this.#translateSubschemas(content, value)]
    }
  }

  #translateSubschemas(content: Holds, value: Json): Json {
    if (content === 'schema') return this.schema(value)
    if (content === 'schemas' && isJsonArray(value)) return value.map((each) => this.schema(each))
    if (content === 'by name' && isJsonObject(value))
      return createJsonObject(Object.entries(value).map(([name, each]) => [name, this.schema(each)] as const))
    return value
  }

  /** Before 2020-12, a list under `items` meant `prefixItems`. */
  *#items(name: string, value: Json, schema: JsonObject): Generator<readonly [string, Json]> {
    const listed = !supports(this.#draft, '2020-12') && isJsonArray(schema['items'])
    if (name === 'items' && listed && isJsonArray(value)) yield ['prefixItems', value.map((each) => this.schema(each))]
    else if (name === 'items' || listed) yield ['items', this.schema(value)]
  }

  /** Validated up to draft-07, if the format is known; an annotation since then. */
  *#format(value: Json): Generator<readonly [string, Json]> {
    if (!supports(this.#draft, '2019-09') && typeof value === 'string' && textFormats.has(value)) yield ['format', value]
  }

  *#dependencies(value: JsonObject): Generator<readonly [string, Json]> {
    const entries = Object.entries(value)
    yield ['dependentRequired', createJsonObject(entries.filter(([, each]) => isJsonArray(each)))]
    const schemas = entries.filter(([, each]) => !isJsonArray(each))
    yield ['dependentSchemas', createJsonObject(schemas.map(([name, each]) => [name, this.schema(each)] as const))]
  }
}

/** Draft-04 writes `exclusiveMinimum: true` beside `minimum`. */
function* listBoundKeywords(name: string, value: Json, schema: JsonObject): Generator<readonly [string, Json]> {
  if (name.startsWith('exclusive')) return
  const exclusive = `exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}`
  yield [schema[exclusive] === true ? exclusive : name, value]
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

function findSchemaAtSteps(root: Json, steps: readonly string[]): Json | undefined {
  let current: Json | undefined = root
  for (const step of steps) {
    if (isJsonArray(current)) current = /^(?:0|[1-9][0-9]*)$/.test(step) ? current[Number(step)] : undefined
    else current = isJsonObject(current) && Object.hasOwn(current, step) ? (current as JsonObject)[step] : undefined
  }
  return current
}

/** The subschema with that anchor: `$anchor`, `$dynamicAnchor`, or before 2019-09 an `$id` that is a fragment. */
function findAnchor(json: Json, name: string): Json | undefined {
  if (isJsonArray(json)) return findFirst(json, name)
  if (!isJsonObject(json)) return undefined
  const { $anchor, $dynamicAnchor, $id, id }: JsonObject = json
  if ([$anchor, $dynamicAnchor].includes(name) || [$id, id].includes(`#${name}`)) return json
  return findFirst(Object.values(json), name)
}

function findFirst(jsons: readonly Json[], name: string): Json | undefined {
  for (const each of jsons) {
    const json = findAnchor(each, name)
    if (json !== undefined) return json
  }
  return undefined
}
