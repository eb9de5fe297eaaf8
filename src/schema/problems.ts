// Finds problems in schemas whose keywords are well formed: unresolved names, crossed bounds, values that do not fit.

import { type Json, equalJson, printJson } from '../base/json.ts'
import { findNearest } from '../base/nearest.ts'
import { compilePattern } from '../base/pattern.ts'
import { type Path, printPointer } from './failure.ts'
import { numberFormats, textFormats } from './format.ts'
import { type Kinds, admits, everyKind, kindsOf } from './kind.ts'
import { resolveReference } from './node.ts'
import type { Report, SchemaProblem } from './read.ts'
import type { JsonType, Schema, SchemaObject } from './schema.ts'
import { compileSchema, standardPolicy } from './validate.ts'
import { checkBounds } from './crossed-bounds.ts'
import { checkRanges } from './mixed-range.ts'

/** Problems in the order of the schema's keywords. A definition is checked once, not at each reference. */
export function findSchemaProblems(
  schema: Schema,
  definitions: ReadonlyMap<string, Schema> = new Map<string, Schema>(),
): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const report: Report = (path, kind, message, details) => {
    problems.push({ pointer: printPointer(path), kind, message, ...details })
  }
  const context: ReferenceContext = { root: schema, definitions }
  const schemas = listSubschemas(schema, [])
  const crossed = new Set<SchemaObject>()
  for (const { each, path } of schemas) {
    checkReferences(each, path, context, report)
    checkPatterns(each, path, report)
    checkRanges(each, path, report)
    checkFormat(each, path, report)
    if (checkBounds(each, path, report)) crossed.add(each)
    checkUnused(each, path, report)
  }
  // A schema that allows no value would refuse each written value; only the schema itself is reported.
  const withValues = schemas
    .filter(({ each }) => !crossed.has(each))
    .map(({ each, path }) => ({ each, path, values: listValues(each) }))
    .filter(({ values }) => values.length > 0)
  if (withValues.length > 0 && isValid(schema, context)) checkValues(withValues, context, report)
  return problems
}

/** Only problems that prevent compilation: unresolved names, cycles, invalid patterns. */
export function findBrokenParts(schema: Schema, definitions: ReadonlyMap<string, Schema>): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const report: Report = (path, kind, message) => problems.push({ pointer: printPointer(path), kind, message })
  for (const { each, path } of listSubschemas(schema, [])) {
    checkReferences(each, path, { root: schema, definitions }, report)
    checkPatterns(each, path, report)
  }
  return problems
}

type ReferenceContext = { readonly root: Schema; readonly definitions: ReadonlyMap<string, Schema> }

type Subschema = { readonly each: SchemaObject; readonly path: Path }

/** The schema and all schemas within it, with the path to each. */
function listSubschemas(schema: Schema, path: Path): Subschema[] {
  const subschemas: Subschema[] = []
  addSubschemas(schema, path, subschemas)
  return subschemas
}

function addSubschemas(schema: Schema, path: Path, subschemas: Subschema[]): void {
  if (typeof schema === 'boolean') return
  subschemas.push({ each: schema, path })
  for (const keyword of Object.keys(schema) as (keyof SchemaObject)[]) {
    const value: unknown = schema[keyword]
    const add = (each: unknown, ...steps: (string | number)[]): void =>
      addSubschemas(each as Schema, [...path, keyword, ...steps], subschemas)
    switch (keyword) {
      case 'items':
      case 'contains':
      case 'additionalProperties':
      case 'propertyNames':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        add(value)
        break
      case 'prefixItems':
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        for (const [index, each] of (value as readonly Schema[]).entries()) add(each, index)
        break
      case 'properties':
      case 'patternProperties':
      case 'dependentSchemas':
      case '$defs':
        for (const [name, each] of Object.entries(value as object)) add(each, name)
        break
      default:
    }
  }
}

function checkReferences(schema: SchemaObject, path: Path, context: ReferenceContext, report: Report): void {
  const checkName = (reference: string, ...steps: string[]): void => {
    if (resolveReference(reference, context.root, context.definitions) !== undefined) return
    const similar = findNearest(reference, context.definitions.keys())
    const suggestion = similar.length > 0 ? `; did you mean ${similar.map((name) => `\`${name}\``).join(' or ')}?` : ''
    report([...path, ...steps], 'unknown-reference', `\`${reference}\` names no schema${suggestion}`, { suggestions: similar })
  }
  if (schema.$ref !== undefined) {
    checkName(schema.$ref, '$ref')
    if (isCircular(schema, context)) {
      report([...path, '$ref'], 'cycle', `\`${schema.$ref}\` leads back to this \`$ref\``, {
        reason: 'A value would be held against the same schema forever.',
      })
    }
  }
  for (const [value, reference] of Object.entries(schema.discriminator?.mapping ?? {}))
    checkName(reference, 'discriminator', 'mapping', value)
}

/** True if a schema applies to the same value again, through `$ref` or another keyword about the value itself. */
function isCircular(schema: SchemaObject, { root, definitions }: ReferenceContext): boolean {
  const visited = new Set<Schema>()
  const stack: Schema[] = [schema]
  for (let nextSchema = stack.pop(); nextSchema !== undefined; nextSchema = stack.pop()) {
    if (typeof nextSchema === 'boolean' || visited.has(nextSchema)) continue
    visited.add(nextSchema)
    const target = nextSchema.$ref === undefined ? undefined : resolveReference(nextSchema.$ref, root, definitions)
    const schemasOfSameValue = [
      target,
      ...(nextSchema.allOf ?? []),
      ...(nextSchema.anyOf ?? []),
      ...(nextSchema.oneOf ?? []),
      nextSchema.not,
      nextSchema.if,
      nextSchema.then,
      nextSchema.else,
      ...Object.values(nextSchema.dependentSchemas ?? {}),
    ]
    for (const each of schemasOfSameValue) {
      if (each === schema) return true
      if (each !== undefined) stack.push(each)
    }
  }
  return false
}

/** True if the schema can be compiled, with all that it refers to. */
function isValid(schema: Schema, context: ReferenceContext, visited = new Set<Schema>()): boolean {
  if (visited.has(schema)) return true
  visited.add(schema)
  return listSubschemas(schema, []).every(({ each }) => {
    if (isCircular(each, context) || listPatterns(each).some(({ problem }) => problem !== undefined)) return false
    const references = [...(each.$ref === undefined ? [] : [each.$ref]), ...Object.values(each.discriminator?.mapping ?? {})]
    return references.every((reference) => {
      const target = resolveReference(reference, context.root, context.definitions)
      return target !== undefined && isValid(target, context, visited)
    })
  })
}

function listPatterns({ pattern, patternProperties = {} }: SchemaObject): { source: string; at: string[]; problem: string | undefined }[] {
  const sources = [
    ...(pattern === undefined ? [] : [{ source: pattern, at: ['pattern'] }]),
    ...Object.keys(patternProperties).map((source) => ({ source, at: ['patternProperties', source] })),
  ]
  return sources.map((each) => ({ ...each, problem: compilePattern(each.source).problem }))
}

function checkPatterns(schema: SchemaObject, path: Path, report: Report): void {
  for (const { source, at, problem } of listPatterns(schema)) {
    if (problem !== undefined) report([...path, ...at], 'pattern', `\`${source}\` cannot be a pattern here: ${problem}`)
  }
}

function checkFormat({ format, type }: SchemaObject, path: Path, report: Report): void {
  if (format === undefined) return
  const isTextFormat = textFormats.has(format)
  const isNumberFormat = numberFormats.has(format)
  if (!isTextFormat && !isNumberFormat) {
    const similar = findNearest(format, [...textFormats.keys(), ...numberFormats.keys()])
    const help =
      similar.length > 0
        ? `did you mean ${similar.map((name) => `\`${name}\``).join(' or ')}?`
        : 'formats are asserted, so only those of the reference are allowed'
    report([...path, 'format'], 'unknown-format', `\`${format}\` is not a format; ${help}`, { suggestions: similar })
    return
  }
  const kinds = kindsOf(type)
  const applies = (isTextFormat && admits(kinds, 'string')) || (isNumberFormat && (admits(kinds, 'integer') || admits(kinds, 'number')))
  if (!applies) report([...path, 'format'], 'unused-keyword', `\`format: ${format}\` has no effect on ${nameType(type)}`)
}

/** The type that each keyword applies to; it ignores other types. */
export const typeOfKeyword: ReadonlyMap<string, JsonType> = new Map(
  (
    [
      ['string', ['minLength', 'maxLength', 'pattern']],
      ['integer', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
      ['array', ['items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'minItems', 'maxItems', 'uniqueItems']],
      [
        'object',
        [
          'properties',
          'required',
          'additionalProperties',
          'patternProperties',
          'propertyNames',
          'minProperties',
          'maxProperties',
          'dependentRequired',
          'dependentSchemas',
          'discriminator',
        ],
      ],
    ] as const
  ).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type])),
)

/** The keyword that each needs to have an effect. */
const requiredBeside: ReadonlyMap<string, 'contains' | 'if'> = new Map([
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
  ['then', 'if'],
  ['else', 'if'],
])

function checkUnused(schema: SchemaObject, path: Path, report: Report): void {
  const kinds: Kinds = kindsOf(schema.type)
  const reportUnused = (keyword: string, where: string): void =>
    report([...path, keyword], 'unused-keyword', `\`${keyword}\` has no effect ${where}`)
  const { enum: values = [] } = schema
  for (const [index, value] of values.entries()) {
    if (values.slice(0, index).some((earlierValue) => equalJson(earlierValue, value)))
      report([...path, 'enum', index], 'unused-keyword', `\`${printJson(value)}\` is listed twice`)
  }
  for (const keyword of Object.keys(schema)) {
    const type = typeOfKeyword.get(keyword)
    const requiredKeyword = requiredBeside.get(keyword)
    if (type !== undefined && kinds !== everyKind && !admits(kinds, type)) reportUnused(keyword, `on ${nameType(schema.type)}`)
    if (requiredKeyword !== undefined && schema[requiredKeyword] === undefined) reportUnused(keyword, `without \`${requiredKeyword}\``)
  }
}

function nameType(type: SchemaObject['type']): string {
  const names = typeof type === 'string' ? [type] : (type ?? [])
  return names.map((name) => `\`${name}\``).join(' and ')
}

type SubschemaWithValues = Subschema & { readonly values: ReturnType<typeof listValues> }

/** Defaults, examples and enumerated values that their own schema refuses. */
function checkValues(checked: readonly SubschemaWithValues[], { root, definitions }: ReferenceContext, report: Report): void {
  const reachable = withPointers(root, definitions)
  for (const { each, path, values } of checked) {
    const decoder = compileSchema(each, { ...standardPolicy, definitions: reachable })
    for (const { value, at } of values) {
      const [failure] = decoder.decode(value).failures ?? []
      if (failure === undefined) continue
      const location = failure.pointer === '' ? '' : ` at \`${failure.pointer}\``
      const description = at[0] === 'enum' || at[0] === 'const' ? 'can never be the value' : `does not fit its own schema`
      report(
        [...path, ...at],
        'invalid-value',
        `\`${at[0]}: ${printJson(value)}\` ${description}: \`${failure.keyword}\` refuses it${location}`,
        { refused: value },
      )
    }
  }
}

function listValues(schema: SchemaObject): { readonly value: Json; readonly at: readonly [string, ...number[]] }[] {
  return [
    ...(schema.default === undefined ? [] : [{ value: schema.default, at: ['default'] as const }]),
    ...(schema.examples ?? []).map((value, index) => ({ value, at: ['examples', index] as const })),
    ...(schema.enum ?? []).map((value, index) => ({ value, at: ['enum', index] as const })),
    ...(schema.const === undefined ? [] : [{ value: schema.const, at: ['const'] as const }]),
  ]
}

/** The definitions, and the targets of pointers into the schema itself. */
function withPointers(root: Schema, definitions: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  const pointers = listSubschemas(root, []).flatMap(({ each: { $ref } }): [string, Schema][] => {
    const target = $ref?.startsWith('#') ? resolveReference($ref, root, definitions) : undefined
    return $ref === undefined || target === undefined ? [] : [[$ref, target]]
  })
  return pointers.length === 0 ? definitions : new Map([...definitions, ...pointers])
}
