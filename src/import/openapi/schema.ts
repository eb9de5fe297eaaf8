// Converts an OpenAPI schema to the language's dialect: JSON Schema 2020-12 with names instead of pointers. Unsupported keywords are
// reported.

import { type Json, isInteger, isJsonArray, isJsonNumber, isJsonObject, numberText, printJson } from '../../base/json.ts'
import { compileClientPattern, compilePattern } from '../../base/pattern.ts'
import { numberFormats, textFormats } from '../../schema/format.ts'
import {
  type DraftEntry,
  type DraftValue,
  draftData,
  draftEntry,
  printSourceNote,
  gap,
  list,
  map,
  question,
  draftText,
  draftWord,
} from '../draft.ts'
import { type At, isTrue, listItems, findMember, listMembers, readRef, step, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'
import { draftRequired, listRequiredByParts } from './schema-required.ts'
import { jsonTypeNames, fitsPlainly, hasDeclaredType, acceptsNull } from './schema-values.ts'

/** Deeper than people write schemas; further levels become a question. */
const deepest = 30

/** `isShown`: answers may show the values. */
type Writing = { readonly work: ImportContext; readonly notes: string[]; readonly depth: number; readonly isShown?: true }

/** `notes` receives the questions about it. */
export function draftSchema(at: At, work: ImportContext, notes: string[]): DraftValue {
  return declareSchema(at, { work, notes, depth: 0 })
}

/** A schema of values that records may contain. */
export function draftShownSchema(at: At, work: ImportContext, notes: string[]): DraftValue {
  return declareSchema(at, { work, notes, depth: 1, isShown: true })
}

/** An entry of `properties`, with its questions above it. */
export function draftPropertyEntry(name: string, at: At, work: ImportContext): DraftEntry {
  const notes: string[] = []
  const value = declareSchema(at, { work, notes, depth: 0, isShown: true })
  return draftEntry(name, value, ...notes)
}

function declareSchema(at: At, writing: Writing): DraftValue {
  const { work, notes, depth } = writing
  if (typeof at.value === 'boolean') return draftWord(at.value)
  if (at.value === undefined) return map()
  if (!isJsonObject(at.value)) return noteDoubt(`\`${at.pointer}\` is not a schema: what is it?`, notes)
  if (depth > deepest) return noteDoubt(`\`${at.pointer}\` goes on for more than ${deepest} levels: what does it hold?`, notes)
  return orNull(at, readRef(at) === undefined ? convertKeywords(at, writing) : convertReference(at, writing), work)
}

function noteDoubt(sentence: string, notes: string[]): DraftValue {
  notes.push(question(sentence))
  return gap
}

function convertReference(at: At, writing: Writing): DraftValue {
  const { work, notes } = writing
  const target = work.spec.follow(at)
  if (target.problem !== undefined) return noteDoubt(`${target.problem}: what does it say?`, notes)
  if (!isJsonObject(target.value) && typeof target.value !== 'boolean')
    return noteDoubt(`\`${target.pointer}\` is not a schema: what is it?`, notes)
  const name = draftEntry('$ref', draftText(work.shapes.nameOf(target)))
  // Only 3.1 allows keywords beside a reference.
  if (work.spec.version !== '3.1') return map(name)
  const beside = convertKeywords(
    { ...at, value: Object.fromEntries(Object.entries(at.value as object).filter(([key]) => key !== '$ref')) as Json },
    writing,
  )
  return beside.kind === 'map' ? map(name, ...beside.entries) : map(name)
}

/** `nullable` of 3.0 and `x-nullable` of 2.0: null is a type. */
function orNull(at: At, schema: DraftValue, { spec }: ImportContext): DraftValue {
  const isNullable = spec.version === '3.1' ? false : isTrue(at, 'nullable') || isTrue(at, 'x-nullable')
  if (!isNullable || schema.kind !== 'map') return schema
  const type = schema.entries.find(({ key }) => key === 'type')
  if (type === undefined) {
    // They say something of null too: a default may be null.
    const [about, allowed] = [true, false].map((isAbout) => schema.entries.filter(({ key }) => annotations.has(key) === isAbout))
    return map(draftEntry('anyOf', list([map(...allowed!), map(draftEntry('type', draftText('null')))])), ...about!)
  }
  type.value = list([...(type.value.kind === 'list' ? type.value.items : [type.value]), draftText('null')])
  const values = schema.entries.find(({ key }) => key === 'enum')
  if (values?.value.kind === 'list' && !values.value.items.some((each) => each.kind === 'word' && each.text === 'null'))
    values.value = list([...values.value.items, draftWord('null')])
  return schema
}

/** Keywords that permit and forbid nothing. */
const annotations = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'])
const counts = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'])
const numbers = new Set(['minimum', 'maximum', 'multipleOf'])
const flags = new Set(['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'])
const texts = new Set(['title', 'description', 'contentEncoding', 'contentMediaType', '$comment'])
const inner = new Set(['contains', 'not', 'if', 'then', 'else', 'propertyNames', 'additionalProperties', 'contentSchema'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Keywords handled elsewhere, or without meaning for data. */
const silent = new Set([
  'nullable',
  'example',
  'required',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'format',
  '$ref',
  '$schema',
  '$id',
  '$anchor',
])

function convertKeywords(at: At, writing: Writing): DraftValue {
  const required = findMember(at, 'required').value === undefined ? listRequiredByParts(at, writing.work) : []
  return map(
    ...listMembers(at).flatMap(([name, value]) => convertKeyword(name, value, at, writing)),
    ...bounds(at),
    ...(required.length === 0 ? [] : [draftEntry('required', list(required))]),
    ...convertExample(at),
  )
}

function convertKeyword(name: string, at: At, of: At, writing: Writing): DraftEntry[] {
  const { work, notes, depth } = writing
  const { value } = at
  const deeper: Writing = { ...writing, depth: depth + 1 }
  const drop = (why: string): DraftEntry[] => {
    work.leftOut.add(why, at.pointer)
    return []
  }
  if (name === 'type') return [typeOf(at, writing), formatOf(of, writing)].flat()
  if (name === 'format' && !isJsonArray(findMember(of, 'type').value) && typeof findMember(of, 'type').value !== 'string')
    return formatOf(of, writing)
  if (name === 'required') return draftRequired(at, of, writing.work)
  if (silent.has(name)) return []
  if (counts.has(name))
    return isJsonNumber(value) && isInteger(value) && Number(value) >= 0
      ? [draftEntry(name, draftData(value))]
      : drop(`\`${name}\` that is not a count`)
  if (numbers.has(name) && isExclusive(name, of)) return []
  if (numbers.has(name)) return isJsonNumber(value) ? [draftEntry(name, draftData(value))] : drop(`\`${name}\` that is not a number`)
  // A view leaves out properties, and no members inside their values.
  if (name === 'writeOnly' && writing.isShown === true && depth > 0 && value === true)
    return drop('`writeOnly` of a member inside a value, which answers show whole')
  if (flags.has(name)) return value === true ? [draftEntry(name, draftWord(true))] : []
  if (texts.has(name)) return typeof value === 'string' && value !== '' ? [draftEntry(name, draftText(value))] : []
  if (name === 'pattern') return convertPattern(at, work, notes)
  if (name === 'enum') return convertEnum(at, of, writing)
  if (name === 'const') return value === undefined ? [] : [draftEntry(name, draftData(value))]
  if (name === 'default') {
    if (value === undefined || (value === null && !acceptsNull(of))) return []
    return fitsPlainly(value, of, work) ? [draftEntry(name, draftData(value))] : askAboutKeyword('default', value, at, notes)
  }
  if (name === 'examples') return isJsonArray(value) && value.length > 0 ? [draftEntry(name, draftData(value))] : []
  if (name === 'items')
    return isJsonArray(value)
      ? [draftEntry('prefixItems', list(listItems(at).map((each) => declareSchema(each, deeper))))]
      : [draftEntry(name, declareSchema(at, deeper))]
  if (inner.has(name)) return isJsonObject(value) || typeof value === 'boolean' ? [draftEntry(name, declareSchema(at, deeper))] : []
  if (lists.has(name))
    return isJsonArray(value) && value.length > 0 ? [draftEntry(name, list(listItems(at).map((each) => declareSchema(each, deeper))))] : []
  if (maps.has(name)) return [draftEntry(name, map(...listMembers(at).map(([key, schema]) => convertProperty(key, schema, deeper))))]
  if (name === 'dependentRequired') return isJsonObject(value) ? [draftEntry(name, draftData(value))] : []
  if (name === 'discriminator') return convertDiscriminator(at, of, writing)
  if (name === 'x-nullable' && work.spec.version !== '3.1') return []
  if (name.startsWith('x-')) return drop(`The extension \`${name}\``)
  return drop(`The keyword \`${name}\` of schemas`)
}

function convertProperty(name: string, at: At, writing: Writing): DraftEntry {
  const notes: string[] = []
  return draftEntry(name, declareSchema(at, { ...writing, notes }), ...notes)
}

function typeOf(at: At, { work }: Writing): DraftEntry[] {
  const all = (isJsonArray(at.value) ? at.value : [at.value]).filter((each) => typeof each === 'string')
  const typeNames = [...new Set(all.map((each) => (each === 'file' ? 'string' : each)).filter((each) => jsonTypeNames.has(each)))]
  const [first, ...more] = typeNames
  if (typeNames.length === 0 || typeNames.length < new Set(all).size)
    work.leftOut.add(`The type \`${all.find((each) => !jsonTypeNames.has(each) && each !== 'file') ?? 'that is not a word'}\``, at.pointer)
  return first === undefined ? [] : [draftEntry('type', more.length === 0 ? draftText(first) : list(typeNames))]
}

/** Known formats are kept; others are reported as left out. */
function formatOf(of: At, { work }: Writing): DraftEntry[] {
  const format = readTextAt(of, 'format')
  if (format === undefined) return []
  const { value } = findMember(of, 'type')
  const typeNames = isJsonArray(value) ? value : [value]
  const isNumeric = typeNames.includes('number') || typeNames.includes('integer')
  const fits =
    (isNumeric &&
      numberFormats.has(format) &&
      (format === 'decimal' || (format === 'double' || format === 'float') === !typeNames.includes('integer'))) ||
    (typeNames.includes('string') && textFormats.has(format) && !numberFormats.has(format))
  if (fits) return [draftEntry('format', draftText(format))]
  work.leftOut.add(
    `The format \`${format}\` of ${typeNames.filter((each) => typeof each === 'string').join(' or ') || 'any value'}`,
    of.pointer,
  )
  return []
}

/** With `stub@1` any text is taken until the question is answered. */
function convertPattern({ value, pointer }: At, { standsIn }: ImportContext, notes: string[]): DraftEntry[] {
  if (typeof value !== 'string') return []
  const { problem } = compileClientPattern(value, compilePattern)
  if (problem === undefined) return [draftEntry('pattern', draftText(value))]
  notes.push(question(`the pattern at \`${pointer}\` does not run in linear time (${problem}): which one does, and says the same?`))
  return standsIn ? [] : [draftEntry('pattern', gap)]
}

function isExclusive(name: string, of: At): boolean {
  return name !== 'multipleOf' && isTrue(of, name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum')
}

function convertEnum(at: At, of: At, { work, notes }: Writing): DraftEntry[] {
  const values = isJsonArray(at.value) ? [...new Map(at.value.map((each) => [JSON.stringify(each), each])).values()] : []
  const fitting = values.filter((each) => hasDeclaredType(each, of) || (each === null && acceptsNull(of)))
  if (values.length === 0) work.leftOut.add('An `enum` without values', at.pointer)
  if (fitting.length > 0) return [draftEntry('enum', draftData(fitting))]
  return values.length === 0 ? [] : askAboutKeyword('enum', at.value!, at, notes)
}

function askAboutKeyword(keyword: string, value: Json, { pointer }: At, notes: string[]): DraftEntry[] {
  const printed = printJson(value)
  notes.push(
    question(
      `the source says \`${keyword}: ${printed.length > 100 ? `${printed.slice(0, 100)} …` : printed}\`, which the schema around it excludes: what is meant? ${printSourceNote(pointer)}`,
    ),
  )
  return []
}

/** Before 3.1 `exclusiveMinimum` is a flag beside `minimum`. */
function bounds(at: At): DraftEntry[] {
  return (['minimum', 'maximum'] as const).flatMap((name) => {
    const own = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
    const [exclusive, bound] = [findMember(at, own).value, findMember(at, name).value]
    if (isJsonNumber(exclusive)) return [draftEntry(own, draftData(exclusive))]
    return exclusive === true && isJsonNumber(bound) ? [draftEntry(own, draftWord(numberText(bound)))] : []
  })
}

function convertExample(at: At): DraftEntry[] {
  const { value } = findMember(at, 'example')
  return value === undefined || isJsonArray(findMember(at, 'examples').value) || (value === null && !acceptsNull(at))
    ? []
    : [draftEntry('examples', draftData([value]))]
}

/** Only for listed alternatives; otherwise it names unlisted ones, which the dialect cannot express. */
function convertDiscriminator(at: At, of: At, { work }: Writing): DraftEntry[] {
  const name = readTextAt(at, 'propertyName') ?? (typeof at.value === 'string' ? at.value : undefined)
  const alternatives = [...listItems(findMember(of, 'oneOf')), ...listItems(findMember(of, 'anyOf'))]
  if (name === undefined || alternatives.length === 0 || alternatives.some((each) => readRef(each) === undefined)) {
    work.leftOut.add('A `discriminator` without alternatives beside it', at.pointer)
    return []
  }
  const targets = new Map(alternatives.map((each) => [work.spec.follow(each).pointer, each]))
  const mapping = listMembers(findMember(at, 'mapping')).flatMap(([key, { value, pointer }]): DraftEntry[] => {
    if (typeof value !== 'string') return []
    const target = work.spec.follow({
      value: { $ref: value.includes('/') || value.startsWith('#') ? value : `#/components/schemas${step(value)}` },
      pointer,
    })
    return target.value !== undefined && targets.has(target.pointer) ? [draftEntry(key, draftText(work.shapes.nameOf(target)))] : []
  })
  // Without a mapping the value is the schema's name in the source, regardless of renaming.
  const implied =
    mapping.length > 0
      ? mapping
      : [...targets].flatMap(([pointer, each]) => {
          const target = work.spec.follow(each)
          return target.value === undefined ? [] : [draftEntry(pointer.split('/').at(-1)!, draftText(work.shapes.nameOf(target)))]
        })
  return [draftEntry('discriminator', map(draftEntry('propertyName', draftText(name)), draftEntry('mapping', map(...implied))))]
}
