// A schema of OpenAPI in the dialect of the language: JSON Schema 2020-12 with names instead of pointers. What the dialect lacks is told.

import { type Json, isInteger, isJsonArray, isJsonNumber, isJsonObject, jsonKind, numberText, printJson } from '../../base/json.ts'
import { compileGiven, compilePattern } from '../../base/pattern.ts'
import { numberFormats, textFormats } from '../../schema/format.ts'
import { type Entry, type Said, data, entry, from, hole, list, map, question, text, word } from '../said.ts'
import { type At, isTrue, items, member, members, refOf, step, textAt } from './spec.ts'
import type { Work } from './work.ts'

/** Deeper than people write schemas; what goes on is a question. */
const deepest = 30

type Writing = { readonly work: Work; readonly notes: string[]; readonly depth: number }

/** `notes` gets what is doubtful in it. */
export function schemaSaid(at: At, work: Work, notes: string[]): Said {
  return said(at, { work, notes, depth: 0 })
}

/** An entry of `properties`, with the doubts about it above. */
export function propertyEntry(name: string, at: At, work: Work): Entry {
  const notes: string[] = []
  const value = schemaSaid(at, work, notes)
  return entry(name, value, ...notes)
}

function said(at: At, writing: Writing): Said {
  const { work, notes, depth } = writing
  if (typeof at.value === 'boolean') return word(at.value)
  if (at.value === undefined) return map()
  if (!isJsonObject(at.value)) return doubtful(`\`${at.pointer}\` is no schema: what is it?`, notes)
  if (depth > deepest) return doubtful(`\`${at.pointer}\` goes on for more than ${deepest} levels: what does it hold?`, notes)
  return orNull(at, refOf(at) === undefined ? keywords(at, writing) : reference(at, writing), work)
}

function doubtful(sentence: string, notes: string[]): Said {
  notes.push(question(sentence))
  return hole
}

function reference(at: At, writing: Writing): Said {
  const { work, notes } = writing
  const target = work.spec.follow(at)
  if (target.problem !== undefined) return doubtful(`${target.problem}: what does it say?`, notes)
  if (!isJsonObject(target.value) && typeof target.value !== 'boolean') return doubtful(`\`${target.pointer}\` is no schema: what is it?`, notes)
  const name = entry('$ref', text(work.shapes.nameOf(target)))
  // Only 3.1 reads what stands beside a reference.
  if (work.spec.version !== '3.1') return map(name)
  const beside = keywords({ ...at, value: Object.fromEntries(Object.entries(at.value as object).filter(([key]) => key !== '$ref')) as Json }, writing)
  return beside.kind === 'map' ? map(name, ...beside.entries) : map(name)
}

/** `nullable` of 3.0 and `x-nullable` of 2.0: null is a type. */
function orNull(at: At, schema: Said, { spec }: Work): Said {
  const isNullable = spec.version === '3.1' ? false : isTrue(at, 'nullable') || isTrue(at, 'x-nullable')
  if (!isNullable || schema.kind !== 'map') return schema
  const type = schema.entries.find(({ key }) => key === 'type')
  if (type === undefined) return map(entry('anyOf', list([schema, map(entry('type', text('null')))])))
  type.value = list([...(type.value.kind === 'list' ? type.value.items : [type.value]), text('null')])
  const values = schema.entries.find(({ key }) => key === 'enum')
  if (values?.value.kind === 'list' && !values.value.items.some((each) => each.kind === 'word' && each.text === 'null')) values.value = list([...values.value.items, word('null')])
  return schema
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const counts = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'])
const numbers = new Set(['minimum', 'maximum', 'multipleOf'])
const flags = new Set(['uniqueItems', 'readOnly', 'writeOnly', 'deprecated'])
const texts = new Set(['title', 'description', 'contentEncoding', 'contentMediaType', '$comment'])
const inner = new Set(['contains', 'not', 'if', 'then', 'else', 'propertyNames', 'additionalProperties', 'contentSchema'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Said elsewhere, or of no meaning for what is sent. */
const silent = new Set(['nullable', 'example', 'required', 'exclusiveMinimum', 'exclusiveMaximum', 'format', '$ref', '$schema', '$id', '$anchor'])

function keywords(at: At, writing: Writing): Said {
  return map(...members(at).flatMap(([name, value]) => keyword(name, value, at, writing)), ...bounds(at), ...example(at))
}

function keyword(name: string, at: At, of: At, writing: Writing): Entry[] {
  const { work, notes, depth } = writing
  const { value } = at
  const deeper: Writing = { work, notes, depth: depth + 1 }
  const drop = (why: string): Entry[] => {
    work.leftOut.add(why, at.pointer)
    return []
  }
  if (name === 'type') return [typeOf(at, writing), formatOf(of, writing)].flat()
  if (name === 'format' && !isJsonArray(member(of, 'type').value) && typeof member(of, 'type').value !== 'string') return formatOf(of, writing)
  if (name === 'required') return requiredOf(at, of, writing)
  if (silent.has(name)) return []
  if (counts.has(name)) return isJsonNumber(value) && isInteger(value) && Number(value) >= 0 ? [entry(name, data(value))] : drop(`\`${name}\` that is no count`)
  if (numbers.has(name) && isExclusive(name, of)) return []
  if (numbers.has(name)) return isJsonNumber(value) ? [entry(name, data(value))] : drop(`\`${name}\` that is no number`)
  if (flags.has(name)) return value === true ? [entry(name, word(true))] : []
  if (texts.has(name)) return typeof value === 'string' && value !== '' ? [entry(name, text(value))] : []
  if (name === 'pattern') return patternOf(at, notes)
  if (name === 'enum') return enumOf(at, of, writing)
  if (name === 'const') return value === undefined ? [] : [entry(name, data(value))]
  if (name === 'default') return value === undefined || (value === null && !admitsNull(of)) ? [] : fitsPlainly(value, of, work) ? [entry(name, data(value))] : unfit('default', value, at, notes)
  if (name === 'examples') return isJsonArray(value) && value.length > 0 ? [entry(name, data(value))] : []
  if (name === 'items') return isJsonArray(value) ? [entry('prefixItems', list(items(at).map((each) => said(each, deeper))))] : [entry(name, said(at, deeper))]
  if (inner.has(name)) return isJsonObject(value) || typeof value === 'boolean' ? [entry(name, said(at, deeper))] : []
  if (lists.has(name)) return isJsonArray(value) && value.length > 0 ? [entry(name, list(items(at).map((each) => said(each, deeper))))] : []
  if (maps.has(name)) return [entry(name, map(...members(at).map(([key, schema]) => propertyOf(key, schema, deeper))))]
  if (name === 'dependentRequired') return isJsonObject(value) ? [entry(name, data(value))] : []
  if (name === 'discriminator') return discriminatorOf(at, of, writing)
  if (name.startsWith('x-')) return drop(`The extension \`${name}\``)
  return drop(`The keyword \`${name}\` of schemas`)
}

function propertyOf(name: string, at: At, { work, depth }: Writing): Entry {
  const notes: string[] = []
  return entry(name, said(at, { work, notes, depth }), ...notes)
}

function typeOf(at: At, { work }: Writing): Entry[] {
  const all = (isJsonArray(at.value) ? at.value : [at.value]).filter((each) => typeof each === 'string')
  const known = [...new Set(all.map((each) => (each === 'file' ? 'string' : each)).filter((each) => types.has(each)))]
  const [first, ...more] = known
  if (known.length === 0 || known.length < new Set(all).size) work.leftOut.add(`The type \`${all.find((each) => !types.has(each) && each !== 'file') ?? 'that is no word'}\``, at.pointer)
  return first === undefined ? [] : [entry('type', more.length === 0 ? text(first) : list(known))]
}

/** Those of the language are asserted; others are told to be left out. */
function formatOf(of: At, { work }: Writing): Entry[] {
  const format = textAt(of, 'format')
  if (format === undefined) return []
  const { value } = member(of, 'type')
  const said = isJsonArray(value) ? value : [value]
  const isNumeric = said.includes('number') || said.includes('integer')
  const fits = (isNumeric && numberFormats.has(format) && (format === 'decimal' || (format === 'double' || format === 'float') === !said.includes('integer'))) || (said.includes('string') && textFormats.has(format) && !numberFormats.has(format))
  if (fits) return [entry('format', text(format))]
  work.leftOut.add(`The format \`${format}\` of ${said.filter((each) => typeof each === 'string').join(' or ') || 'any value'}`, of.pointer)
  return []
}

function patternOf({ value, pointer }: At, notes: string[]): Entry[] {
  if (typeof value !== 'string') return []
  const { problem } = compileGiven(value, compilePattern)
  if (problem === undefined) return [entry('pattern', text(value))]
  notes.push(question(`the pattern at \`${pointer}\` does not run in linear time (${problem}): which one does, and says the same?`))
  return [entry('pattern', hole)]
}

/** Where a schema lists all members that there are, it requires none but these. */
function requiredOf(at: At, of: At, { work }: Writing): Entry[] {
  const said = [...new Set(items(at).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))]
  const listed = new Set(members(member(of, 'properties')).map(([name]) => name))
  const isOpen = listed.size === 0 || ['allOf', 'anyOf', 'oneOf', 'patternProperties', 'additionalProperties'].some((each) => member(of, each).value !== undefined)
  const names = isOpen ? said : said.filter((each) => listed.has(each))
  for (const each of said) if (!names.includes(each)) work.leftOut.add(`That \`${each}\` is required, which no schema lists`, at.pointer)
  return names.length === 0 ? [] : [entry('required', list(names))]
}

function isExclusive(name: string, of: At): boolean {
  return name !== 'multipleOf' && isTrue(of, name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum')
}

function enumOf(at: At, of: At, { work, notes }: Writing): Entry[] {
  const values = isJsonArray(at.value) ? [...new Map(at.value.map((each) => [JSON.stringify(each), each])).values()] : []
  const fitting = values.filter((each) => isOfType(each, of) || (each === null && admitsNull(of)))
  if (values.length === 0) work.leftOut.add('An `enum` without values', at.pointer)
  if (fitting.length > 0) return [entry('enum', data(fitting))]
  return values.length === 0 ? [] : unfit('enum', at.value!, at, notes)
}

/** What its own type or `enum` excludes; what only its bounds exclude, the language tells. */
function fitsPlainly(value: Json, of: At, { spec }: Work): boolean {
  const target = spec.follow(of)
  const values = items(member(target, 'enum')).map((each) => JSON.stringify(each.value))
  return isOfType(value, target) && (values.length === 0 || values.includes(JSON.stringify(value)))
}

function isOfType(value: Json, of: At): boolean {
  const { value: type } = member(of, 'type')
  const all = (isJsonArray(type) ? type : [type]).filter((each) => typeof each === 'string' && types.has(each))
  if (all.length === 0) return true
  const kind = jsonKind(value)
  return (kind === 'null' && admitsNull(of)) || all.some((each) => each === kind || (each === 'integer' && isJsonNumber(value) && isInteger(value)))
}

function unfit(keyword: string, value: Json, { pointer }: At, notes: string[]): Entry[] {
  const said = printJson(value)
  notes.push(question(`the source says \`${keyword}: ${said.length > 100 ? `${said.slice(0, 100)} …` : said}\`, which the schema around it excludes: what is meant? ${from(pointer)}`))
  return []
}

/** Before 3.1 `exclusiveMinimum` is a flag beside `minimum`. */
function bounds(at: At): Entry[] {
  return (['minimum', 'maximum'] as const).flatMap((name) => {
    const own = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
    const [exclusive, bound] = [member(at, own).value, member(at, name).value]
    if (isJsonNumber(exclusive)) return [entry(own, data(exclusive))]
    return exclusive === true && isJsonNumber(bound) ? [entry(own, word(numberText(bound)))] : []
  })
}

function example(at: At): Entry[] {
  const { value } = member(at, 'example')
  return value === undefined || isJsonArray(member(at, 'examples').value) || (value === null && !admitsNull(at)) ? [] : [entry('examples', data([value]))]
}

function admitsNull(at: At): boolean {
  const type = member(at, 'type').value
  return isTrue(at, 'nullable') || isTrue(at, 'x-nullable') || (isJsonArray(type) && type.includes('null'))
}

/** It chooses among alternatives that are listed; where they are not, it names what may come, which the dialect cannot. */
function discriminatorOf(at: At, of: At, { work }: Writing): Entry[] {
  const name = textAt(at, 'propertyName') ?? (typeof at.value === 'string' ? at.value : undefined)
  const alternatives = [...items(member(of, 'oneOf')), ...items(member(of, 'anyOf'))]
  if (name === undefined || alternatives.length === 0 || alternatives.some((each) => refOf(each) === undefined)) {
    work.leftOut.add('A `discriminator` without alternatives beside it', at.pointer)
    return []
  }
  const targets = new Map(alternatives.map((each) => [work.spec.follow(each).pointer, each]))
  const mapping = members(member(at, 'mapping')).flatMap(([key, { value, pointer }]): Entry[] => {
    if (typeof value !== 'string') return []
    const target = work.spec.follow({ value: { $ref: value.includes('/') || value.startsWith('#') ? value : `#/components/schemas${step(value)}` }, pointer })
    return target.value !== undefined && targets.has(target.pointer) ? [entry(key, text(work.shapes.nameOf(target)))] : []
  })
  // Without a mapping the value is the name that the schema has in the source, whatever it is called here.
  const implied = mapping.length > 0 ? mapping : [...targets].flatMap(([pointer, each]) => {
    const target = work.spec.follow(each)
    return target.value === undefined ? [] : [entry(pointer.split('/').at(-1)!, text(work.shapes.nameOf(target)))]
  })
  return [entry('discriminator', map(entry('propertyName', text(name)), entry('mapping', map(...implied))))]
}
