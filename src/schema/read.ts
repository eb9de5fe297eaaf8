// Reads a JSON schema, keyword by keyword, and reports syntax that the dialect does not have.

import { createDictionary } from '../base/dictionary.ts'
import { type Json, type JsonObject, isInteger, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../base/json.ts'
import { findNearest } from '../base/nearest.ts'
import { type KeywordForm, keywords, unsupportedKeywords, silent } from './dialect.ts'
import { type Path, printPointer } from './failure.ts'
import type { Schema } from './schema.ts'

/** A problem of a schema: `pointer` leads to the keyword. The message is independent of its place and starts with the keyword. */
export type SchemaProblem = {
  readonly pointer: string
  readonly kind:
    | 'form'
    | 'unknown-keyword'
    | 'unsupported-keyword'
    | 'pattern'
    | 'unknown-reference'
    | 'cycle'
    | 'unknown-format'
    | 'conflicting-bounds'
    | 'single-value'
    | 'unreachable-bound'
    | 'open-pattern'
    | 'mixed-range'
    | 'unused-keyword'
    | 'invalid-value'
  readonly message: string
  readonly reason?: string
  /** The value that the schema refuses. */
  readonly refused?: Json
  /** Names that were probably meant, which the message lists. */
  readonly suggestions?: readonly string[]
}

/** Receives a problem of the schema, at its keyword. */
export type Report = (
  path: Path,
  kind: SchemaProblem['kind'],
  message: string,
  details?: Pick<SchemaProblem, 'reason' | 'suggestions' | 'refused'>,
) => void

export type SchemaReading = { readonly schema: Schema; readonly problems: readonly SchemaProblem[] }

/** The readable keywords, and a problem for each other one. `ignore`: JSON Schema allows unknown keywords. */
export function readSchema(json: Json, unknown: 'report' | 'ignore' = 'report'): SchemaReading {
  const problems: SchemaProblem[] = []
  return { schema: new SchemaReader(unknown, problems).schema(json, []), problems }
}

const typeNames = ['null', 'boolean', 'string', 'integer', 'number', 'array', 'object']

const expectedForms: { readonly [form in KeywordForm]: string } = {
  schema: 'a schema',
  schemas: 'a list of schemas',
  'schemas by name': 'a map of schemas',
  types: `a type (${typeNames.map((name) => `\`${name}\``).join(', ')}) or a list of different ones`,
  text: 'a text',
  count: 'a whole number of 0 or more',
  number: 'a number',
  boolean: '`true` or `false`',
  names: 'a list of different names',
  'names by name': 'a map of lists of names',
  value: 'a value',
  values: 'a list of values',
  pattern: 'a regular expression',
  reference: 'the name of a schema',
  discriminator: 'a map with `propertyName`',
}

class SchemaReader {
  readonly #unknownKeywords: 'report' | 'ignore'
  readonly #problems: SchemaProblem[]

  constructor(unknown: 'report' | 'ignore', problems: SchemaProblem[]) {
    this.#unknownKeywords = unknown
    this.#problems = problems
  }

  schema(json: Json, path: Path): Schema {
    if (typeof json === 'boolean') return json
    if (!isJsonObject(json)) {
      this.#report(path, 'form', `${nameSubject(path)} should be a schema: a map of keywords, \`true\` or \`false\``)
      return true
    }
    const schema: JsonObject = json
    const entries: [string, unknown][] = []
    for (const keyword of Object.keys(schema)) {
      const form = this.#form(keyword, path)
      if (form === undefined) continue
      const value = this.#value(keyword, form, schema[keyword]!, [...path, keyword])
      if (value !== undefined) entries.push([keyword, value])
    }
    return Object.fromEntries(entries) as Schema
  }

  #report(path: Path, kind: SchemaProblem['kind'], message: string, details?: Parameters<Report>[3]): void {
    this.#problems.push({ pointer: printPointer(path), kind, message, ...details })
  }

  #form(keyword: string, path: Path): KeywordForm | undefined {
    const form = keywords.get(keyword)
    if (form !== undefined || silent.has(keyword)) return form
    const reason = unsupportedKeywords.get(keyword)
    if (reason !== undefined) this.#report([...path, keyword], 'unsupported-keyword', `\`${keyword}\` is not in the dialect`, { reason })
    else if (this.#unknownKeywords === 'report') {
      const [suggestion] = findNearest(keyword, keywords.keys())
      this.#report(
        [...path, keyword],
        'unknown-keyword',
        `\`${keyword}\` is not a keyword${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}`,
        suggestion === undefined ? {} : { suggestions: [suggestion] },
      )
    }
    return undefined
  }

  /** The keyword's value, or undefined if it has the wrong form. */
  #value(keyword: string, form: KeywordForm, json: Json, path: Path): unknown {
    const value = this.#read(form, json, path)
    const needsItems = keyword === 'enum' ? this.#unknownKeywords === 'report' : ['allOf', 'anyOf', 'oneOf'].includes(keyword)
    const isEmpty = needsItems && isJsonArray(json) && json.length === 0
    const isNotPositive = keyword === 'multipleOf' && isJsonNumber(json) && !(Number(numberText(json)) > 0)
    if (value !== undefined && !isEmpty && !isNotPositive) return value
    const expected = isEmpty ? 'a list with something in it' : isNotPositive ? 'a number above 0' : expectedForms[form]
    this.#report(path, 'form', `\`${keyword}\` should be ${expected}`)
    return undefined
  }

  #read(form: KeywordForm, json: Json, path: Path): unknown {
    switch (form) {
      case 'schema':
        return this.schema(json, path)
      case 'schemas':
        return isJsonArray(json) ? json.map((each, index) => this.schema(each, [...path, index])) : undefined
      case 'schemas by name':
        return isJsonObject(json) ? this.#readNamed(json, path) : undefined
      case 'pattern':
      case 'text':
      case 'reference':
        return typeof json === 'string' ? json : undefined
      case 'number':
        if (!isJsonNumber(json)) return undefined
        return typeof json === 'object' ? numberText(json) : json
      default:
        return readPlain(form, json)
    }
  }

  #readNamed(json: JsonObject, path: Path): { readonly [name: string]: Schema } {
    return createDictionary(Object.keys(json).map((name) => [name, this.schema(json[name]!, [...path, name])] as const))
  }
}

/** Forms without subschemas. */
function readPlain(
  form: Exclude<KeywordForm, 'schema' | 'schemas' | 'schemas by name' | 'pattern' | 'text' | 'reference' | 'number'>,
  json: Json,
): unknown {
  switch (form) {
    case 'boolean':
      return typeof json === 'boolean' ? json : undefined
    case 'count':
      return isJsonNumber(json) && isInteger(json) && Number(json) >= 0 ? Number(json) : undefined
    case 'types':
      return (typeof json === 'string' && typeNames.includes(json)) ||
        (isNames(json) && json.length > 0 && json.every((each) => typeNames.includes(each)))
        ? json
        : undefined
    case 'names':
      return isNames(json) ? json : undefined
    case 'names by name':
      return isJsonObject(json) && Object.values(json).every(isNames) ? json : undefined
    case 'value':
      return json
    case 'values':
      return isJsonArray(json) ? json : undefined
    case 'discriminator':
      return isJsonObject(json) && isDiscriminator(json) ? json : undefined
  }
}

function isNames(json: Json): json is readonly string[] {
  return isJsonArray(json) && json.every((each) => typeof each === 'string') && new Set(json).size === json.length
}

function isDiscriminator({ propertyName, mapping }: JsonObject): boolean {
  if (typeof propertyName !== 'string') return false
  return mapping === undefined || (isJsonObject(mapping) && Object.values(mapping).every((each) => typeof each === 'string'))
}

function nameSubject(path: Path): string {
  const lastStep = path.at(-1)
  return lastStep === undefined ? 'This' : `\`${lastStep}\``
}
