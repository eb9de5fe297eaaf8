// Finds problems in schemas whose keywords are well formed: unresolved names, crossed bounds, values that do not fit.

import { decimalToNumber } from '../base/decimal.ts'
import { type Json, compareNumbers, equalJson, exactly, printJson } from '../base/json.ts'
import { nearest } from '../base/nearest.ts'
import { compilePattern } from '../base/pattern.ts'
import { languageOf, lengthsOf } from '../base/pattern-language.ts'
import { exactLimit } from './checks.ts'
import { checkEnds } from './ends.ts'
import { type Path, pointer } from './failure.ts'
import { numberFormats, textFormats } from './format.ts'
import { type Kinds, admits, everyKind, kindsOf } from './kind.ts'
import { resolveReference } from './node.ts'
import type { Report, SchemaProblem } from './read.ts'
import type { JsonType, Schema, SchemaObject } from './schema.ts'
import { compileSchema, standardPolicy } from './validate.ts'

/** Problems in the order of the schema's keywords. A definition is checked once, not at each reference. */
export function schemaProblems(schema: Schema, definitions: ReadonlyMap<string, Schema> = new Map<string, Schema>()): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const report: Report = (path, kind, message, reason) => {
    problems.push({ pointer: pointer(path), kind, message, ...(reason === undefined ? {} : { reason }) })
  }
  const known: Known = { root: schema, definitions }
  const all = everySchema(schema, [])
  const crossed = new Set<SchemaObject>()
  for (const { each, path } of all) {
    checkReferences(each, path, known, report)
    checkPatterns(each, path, report)
    checkFormat(each, path, report)
    if (checkBounds(each, path, report)) crossed.add(each)
    checkIdle(each, path, report)
  }
  // A schema that allows no value would refuse each written value; only the schema itself is reported.
  const valued = all.filter(({ each }) => !crossed.has(each)).map(({ each, path }) => ({ each, path, values: valuesOf(each) })).filter(({ values }) => values.length > 0)
  if (valued.length > 0 && isSound(schema, known)) checkValues(valued, known, report)
  return problems
}

/** Only problems that prevent compilation: unresolved names, cycles, invalid patterns. */
export function brokenParts(schema: Schema, definitions: ReadonlyMap<string, Schema>): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const report: Report = (path, kind, message) => problems.push({ pointer: pointer(path), kind, message })
  for (const { each, path } of everySchema(schema, [])) {
    checkReferences(each, path, { root: schema, definitions }, report)
    checkPatterns(each, path, report)
  }
  return problems
}

type Known = { readonly root: Schema; readonly definitions: ReadonlyMap<string, Schema> }

type Found = { readonly each: SchemaObject; readonly path: Path }

/** The schema and all schemas within it, with the path to each. */
function everySchema(schema: Schema, path: Path): Found[] {
  const found: Found[] = []
  addEvery(schema, path, found)
  return found
}

function addEvery(schema: Schema, path: Path, found: Found[]): void {
  if (typeof schema === 'boolean') return
  found.push({ each: schema, path })
  for (const keyword of Object.keys(schema) as (keyof SchemaObject)[]) {
    const value: unknown = schema[keyword]
    const add = (each: unknown, ...steps: (string | number)[]): void => addEvery(each as Schema, [...path, keyword, ...steps], found)
    switch (keyword) {
      case 'items': case 'contains': case 'additionalProperties': case 'propertyNames': case 'not': case 'if': case 'then': case 'else':
        add(value)
        break
      case 'prefixItems': case 'allOf': case 'anyOf': case 'oneOf':
        for (const [index, each] of (value as readonly Schema[]).entries()) add(each, index)
        break
      case 'properties': case 'patternProperties': case 'dependentSchemas': case '$defs':
        for (const [name, each] of Object.entries(value as object)) add(each, name)
        break
      default:
    }
  }
}

function checkReferences(schema: SchemaObject, path: Path, known: Known, report: Report): void {
  const unknown = (reference: string, ...steps: string[]): void => {
    if (resolveReference(reference, known.root, known.definitions) !== undefined) return
    const near = nearest(reference, known.definitions.keys())
    const meant = near.length > 0 ? `; did you mean ${near.map((name) => `\`${name}\``).join(' or ')}?` : ''
    report([...path, ...steps], 'unknown-reference', `\`${reference}\` names no schema${meant}`)
  }
  if (schema.$ref !== undefined) {
    unknown(schema.$ref, '$ref')
    if (leadsBack(schema, known)) {
      report([...path, '$ref'], 'circle', `\`${schema.$ref}\` leads back to this \`$ref\``, 'A value would be held against the same schema forever.')
    }
  }
  for (const [value, reference] of Object.entries(schema.discriminator?.mapping ?? {})) unknown(reference, 'discriminator', 'mapping', value)
}

/** True if a schema applies to the same value again, through `$ref` or another keyword about the value itself. */
function leadsBack(schema: SchemaObject, { root, definitions }: Known): boolean {
  const seen = new Set<Schema>()
  const waiting: Schema[] = [schema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'boolean' || seen.has(next)) continue
    seen.add(next)
    const target = next.$ref === undefined ? undefined : resolveReference(next.$ref, root, definitions)
    const sameValue = [
      target, ...(next.allOf ?? []), ...(next.anyOf ?? []), ...(next.oneOf ?? []), next.not, next.if, next.then, next.else,
      ...Object.values(next.dependentSchemas ?? {}),
    ]
    for (const each of sameValue) {
      if (each === schema) return true
      if (each !== undefined) waiting.push(each)
    }
  }
  return false
}

/** True if the schema can be compiled, with all that it refers to. */
function isSound(schema: Schema, known: Known, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return true
  seen.add(schema)
  return everySchema(schema, []).every(({ each }) => {
    if (leadsBack(each, known) || patternsOf(each).some(({ problem }) => problem !== undefined)) return false
    const references = [...(each.$ref === undefined ? [] : [each.$ref]), ...Object.values(each.discriminator?.mapping ?? {})]
    return references.every((reference) => {
      const target = resolveReference(reference, known.root, known.definitions)
      return target !== undefined && isSound(target, known, seen)
    })
  })
}

function patternsOf({ pattern, patternProperties = {} }: SchemaObject): { source: string; at: string[]; problem: string | undefined }[] {
  const sources = [
    ...(pattern === undefined ? [] : [{ source: pattern, at: ['pattern'] }]),
    ...Object.keys(patternProperties).map((source) => ({ source, at: ['patternProperties', source] })),
  ]
  return sources.map((each) => ({ ...each, problem: compilePattern(each.source).problem }))
}

function checkPatterns(schema: SchemaObject, path: Path, report: Report): void {
  for (const { source, at, problem } of patternsOf(schema)) {
    if (problem !== undefined) report([...path, ...at], 'pattern', `\`${source}\` cannot be a pattern here: ${problem}`)
  }
}

function checkFormat({ format, type }: SchemaObject, path: Path, report: Report): void {
  if (format === undefined) return
  const ofTexts = textFormats.has(format)
  const ofNumbers = numberFormats.has(format)
  if (!ofTexts && !ofNumbers) {
    const near = nearest(format, [...textFormats.keys(), ...numberFormats.keys()])
    const help = near.length > 0 ? `did you mean ${near.map((name) => `\`${name}\``).join(' or ')}?` : 'formats are asserted, so only those of the reference are allowed'
    report([...path, 'format'], 'unknown-format', `\`${format}\` is not a format; ${help}`)
    return
  }
  const kinds = kindsOf(type)
  const meets = (ofTexts && admits(kinds, 'string')) || (ofNumbers && (admits(kinds, 'integer') || admits(kinds, 'number')))
  if (!meets) report([...path, 'format'], 'unused-keyword', `\`format: ${format}\` says nothing about ${nameType(type)}`)
}

/** True if any of the bounds cross. */
function checkBounds(schema: SchemaObject, path: Path, report: Report): boolean {
  let isFound = false
  const pairs = [
    ['minLength', 'maxLength'], ['minItems', 'maxItems'], ['minProperties', 'maxProperties'], ['minContains', 'maxContains'],
    ['minimum', 'maximum'], ['exclusiveMinimum', 'maximum'], ['minimum', 'exclusiveMaximum'], ['exclusiveMinimum', 'exclusiveMaximum'],
  ] as const
  for (const [least, most] of pairs) {
    const low = schema[least]
    const high = schema[most]
    if (low === undefined || high === undefined) continue
    const order = compareNumbers(exactLimit(low), exactLimit(high))
    const exclusive = least === 'exclusiveMinimum' || most === 'exclusiveMaximum'
    if (order > 0 || (exclusive && order === 0)) {
      report([...path, least], 'crossed-bounds', `\`${least}: ${low}\` and \`${most}: ${high}\` leave no value`)
      isFound = true
    } else if (order === 0 && least === 'minimum') report([...path, most], 'single-value', `\`${least}: ${low}\` and \`${most}: ${high}\` leave one value`)
  }
  for (const most of ['maxLength', 'maxItems', 'maxProperties'] as const) {
    if (!isFound && schema[most] !== undefined && Number(schema[most]) === 0) report([...path, most], 'single-value', `\`${most}: 0\` leaves one value, the empty one`)
  }
  const isCrossed = [checkMultiple(schema, path, report), checkLengths(schema, path, report)].includes(true) || isFound
  if (!isCrossed) checkEnds(schema, path, report)
  return isCrossed
}

/** Reports a pattern none of whose texts has a length within the bounds. */
function checkLengths({ pattern, minLength, maxLength }: SchemaObject, path: Path, report: Report): boolean {
  const language = pattern === undefined ? undefined : languageOf(pattern)
  if (language === undefined) return false
  const { least, most } = lengthsOf(language)
  const isCrossed = (maxLength !== undefined && Number(maxLength) < least) || (minLength !== undefined && Number(minLength) > most)
  if (!isCrossed) return false
  const bound = maxLength !== undefined && Number(maxLength) < least ? `maxLength: ${maxLength}` : `minLength: ${minLength}`
  const length = least === most ? String(least) : bound.startsWith('max') ? `at least ${least}` : `at most ${most}`
  report(
    [...path, 'pattern'],
    'crossed-bounds',
    `\`${bound}\` and the pattern, whose texts have ${length} ${length === '1' ? 'character' : 'characters'}, leave no value`,
  )
  return true
}

/** Reports bounds with no multiple between them; zero is always a multiple. */
function checkMultiple({ multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject, path: Path, report: Report): boolean {
  if (multipleOf === undefined || (minimum ?? exclusiveMinimum) === undefined || (maximum ?? exclusiveMaximum) === undefined) return false
  const step = decimalToNumber(exactly(exactLimit(multipleOf)))
  const [low, high] = [minimum ?? exclusiveMinimum!, maximum ?? exclusiveMaximum!].map((limit) => decimalToNumber(exactly(exactLimit(limit))) / step) as [number, number]
  // Near a whole number the quotient of doubles may be on either side of it.
  const first = Math.ceil(low - 1e-9)
  const isOnBound = exclusiveMinimum !== undefined && minimum === undefined && Math.abs(first - low) < 1e-9
  const least = isOnBound ? first + 1 : first
  const isOver = exclusiveMaximum !== undefined && maximum === undefined ? least >= high - 1e-9 : least > high + 1e-9
  if (isOver && low <= high) report([...path, 'multipleOf'], 'crossed-bounds', `No multiple of \`${multipleOf}\` lies between the bounds`)
  return isOver && low <= high
}

/** The type that each keyword applies to; it ignores other types. */
const speaksOf: ReadonlyMap<string, JsonType> = new Map(([
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['integer', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['array', ['items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'minItems', 'maxItems', 'uniqueItems']],
  [
    'object',
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties',
      'dependentRequired', 'dependentSchemas', 'discriminator'],
  ],
] as const).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type])))

/** The keyword that each needs to have an effect. */
const restsOn: ReadonlyMap<string, 'contains' | 'if'> = new Map([['minContains', 'contains'], ['maxContains', 'contains'], ['then', 'if'], ['else', 'if']])

function checkIdle(schema: SchemaObject, path: Path, report: Report): void {
  const kinds: Kinds = kindsOf(schema.type)
  const reportIdle = (keyword: string, about: string): void => report([...path, keyword], 'unused-keyword', `\`${keyword}\` says nothing ${about}`)
  const { enum: values = [] } = schema
  for (const [index, value] of values.entries()) {
    if (values.slice(0, index).some((other) => equalJson(other, value))) report([...path, 'enum', index], 'unused-keyword', `\`${printJson(value)}\` is listed twice`)
  }
  for (const keyword of Object.keys(schema)) {
    const type = speaksOf.get(keyword)
    const other = restsOn.get(keyword)
    if (type !== undefined && kinds !== everyKind && !admits(kinds, type)) reportIdle(keyword, `about ${nameType(schema.type)}`)
    if (other !== undefined && schema[other] === undefined) reportIdle(keyword, `without \`${other}\``)
  }
}

function nameType(type: SchemaObject['type']): string {
  const names = type === undefined ? [] : typeof type === 'string' ? [type] : type
  return names.map((name) => `\`${name}\``).join(' and ')
}

type Valued = Found & { readonly values: ReturnType<typeof valuesOf> }

/** Defaults, examples and enumerated values that their own schema refuses. */
function checkValues(checked: readonly Valued[], { root, definitions }: Known, report: Report): void {
  const reachable = withPointers(root, definitions)
  for (const { each, path, values } of checked) {
    const decoder = compileSchema(each, { ...standardPolicy, definitions: reachable })
    for (const { value, at } of values) {
      const [failure] = decoder.decode(value).failures ?? []
      if (failure === undefined) continue
      const where = failure.pointer === '' ? '' : ` at \`${failure.pointer}\``
      const word = at[0] === 'enum' || at[0] === 'const' ? 'can never be the value' : `does not fit its own schema`
      report([...path, ...at], 'invalid-value', `\`${at[0]}: ${printJson(value)}\` ${word}: \`${failure.keyword}\` refuses it${where}`)
    }
  }
}

function valuesOf(schema: SchemaObject): { readonly value: Json; readonly at: readonly [string, ...number[]] }[] {
  return [
    ...(schema.default === undefined ? [] : [{ value: schema.default, at: ['default'] as const }]),
    ...(schema.examples ?? []).map((value, index) => ({ value, at: ['examples', index] as const })),
    ...(schema.enum ?? []).map((value, index) => ({ value, at: ['enum', index] as const })),
    ...(schema.const === undefined ? [] : [{ value: schema.const, at: ['const'] as const }]),
  ]
}

/** The definitions, and the targets of pointers into the schema itself. */
function withPointers(root: Schema, definitions: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  const pointers = everySchema(root, []).flatMap(({ each: { $ref } }): [string, Schema][] => {
    const target = $ref?.startsWith('#') ? resolveReference($ref, root, definitions) : undefined
    return $ref === undefined || target === undefined ? [] : [[$ref, target]]
  })
  return pointers.length === 0 ? definitions : new Map([...definitions, ...pointers])
}
