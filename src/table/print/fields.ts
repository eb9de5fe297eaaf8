// Prints fields, settings and parameters as rows; the rest stays YAML, and `below` keeps its place.

import type { Entry, MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { printText } from '../cell/by-shape.ts'
import { makeVerbatimScalar } from '../cell/node.ts'
import { printTypeCell, typeKeywords } from '../cell/print-type.ts'
import { printRules, readRules, ruleKeywords } from '../cell/rules.ts'
import { readType } from '../cell/type.ts'
import { type Resolve, printCellValue, readCellValue } from '../cell/value.ts'
import { readCode } from '../cell/expression.ts'
import { type PrintedPart, asCell, checkCell, isName, mapMember, printSameText, withoutKeys } from './printed.ts'

/** Knowledge about names in types. */
export type TypeNameLookup = { readonly resolve: Resolve; isResource(name: string): boolean }

/** The cells of a field; undefined if a cell cannot express a part of it. */
type Row = { readonly type: string; readonly defaultText: string; readonly rules: readonly string[]; readonly meaning: string }

export function printFieldRow(value: Node, names: TypeNameLookup): Row | undefined {
  if (value.kind === 'scalar')
    return value.style === 'plain' && value.text === 'not shown'
      ? { type: 'not shown', defaultText: '', rules: [], meaning: '' }
      : undefined
  if (value.kind === 'list') return undefined
  const typeSchema: MapNode = { ...value, entries: value.entries.filter(({ key }) => typeKeywords.has(key.text)) }
  const rest = value.entries.filter(
    ({ key }) => !typeKeywords.has(key.text) && !ruleKeywords.has(key.text) && key.text !== 'default' && key.text !== 'description',
  )
  if (rest.length > 0) return undefined
  // An empty cell declares no type.
  const type = typeSchema.entries.length === 0 ? '' : printTypeCell(typeSchema, (name) => names.isResource(name))
  const reparsed = type === undefined ? undefined : type === '' ? typeSchema : readType(asCell(type))
  if (
    type === undefined ||
    reparsed === undefined ||
    reparsed === 'below' ||
    reparsed.kind === 'problem' ||
    printSameText(addStringType(reparsed)) !== printSameText(addStringType(typeSchema))
  )
    return undefined
  const rules = printRules(value)
  if (rules === undefined || (rules.length > 0 && !areRulesSame(rules.join(', '), value, names))) return undefined
  const defaultNode = findEntryOf(value, 'default')?.value
  const defaultText =
    defaultNode === undefined
      ? ''
      : checkCell(
          printCellValue(defaultNode, typeSchema, names.resolve),
          (cell) => readCellValue(cell, typeSchema, names.resolve),
          defaultNode,
        )
  const description = findEntryOf(value, 'description')?.value
  const meaning =
    description === undefined
      ? ''
      : description.kind === 'scalar'
        ? checkCell(printText(description), (cell) => readCode(cell) ?? makeVerbatimScalar(cell), asText(description))
        : undefined
  return defaultText === undefined || meaning === undefined ? undefined : { type, defaultText, rules, meaning }
}

const asText = (scalar: Scalar): Scalar => ({ ...scalar, value: scalar.text, style: 'double' })

/** An `enum` of texts gets type `string`, explicit or not. */
function addStringType(schema: MapNode): MapNode {
  const choices = findEntryOf(schema, 'enum')?.value
  const isTextual = choices?.kind === 'list' && choices.items.every((item) => item.kind === 'scalar' && typeof item.value === 'string')
  return isTextual && findEntryOf(schema, 'type') === undefined
    ? { ...schema, entries: [...schema.entries, { key: makeTextScalar('type', schema), value: makeTextScalar('string', schema) }] }
    : schema
}

function makeTextScalar(text: string, { span }: MapNode): Scalar {
  return { kind: 'scalar', value: text, text, style: 'plain', span }
}

function areRulesSame(text: string, schema: MapNode, { resolve }: TypeNameLookup): boolean {
  const reparsed = readRules(asCell(text), schema, resolve)
  if ('kind' in reparsed) return false
  const ruleSchema: MapNode = { ...schema, entries: schema.entries.filter(({ key }) => ruleKeywords.has(key.text)) }
  const read: MapNode = {
    ...schema,
    entries: Object.entries(reparsed.keywords).map(([key, value]) => ({ key: makeTextScalar(key, schema), value })),
  }
  return printSameText(ruleSchema) === printSameText(read)
}

/** The names in a list; undefined if the node is not a list of names. */
function readNames(node: Node | undefined): readonly string[] | undefined {
  if (node === undefined) return []
  if (node.kind === 'scalar') return node.style === 'plain' && /^(?:none|not shown)$/.test(node.text) ? undefined : [node.text]
  if (node.kind === 'map') return undefined
  const names = node.items.map((item) => (item.kind === 'scalar' ? item.text : undefined))
  return names.includes(undefined) ? undefined : (names as string[])
}

/** The table of fields of a resource (or of a shape, which has neither key nor uniques), and the content that the table cannot express. */
export function printFields(
  owner: MapNode,
  heading: string,
  names: TypeNameLookup,
  isShape: boolean,
): { readonly printed: PrintedPart; readonly rest: MapNode } | undefined {
  const properties = mapMember(owner, 'properties')
  if (properties === undefined || properties.entries.length === 0) return undefined
  if (isShape && printSameText(findEntryOf(owner, 'type')?.value ?? properties) !== printSameText(makeTextScalar('object', owner)))
    return undefined
  const fieldNames = properties.entries.map(({ key }) => key.text)
  if (!fieldNames.every(isName)) return undefined
  const printedKeys = new Set(['properties', ...(isShape ? ['type'] : [])])
  const isInOrder = (list: readonly string[] | undefined): list is readonly string[] =>
    list !== undefined &&
    list.length > 0 &&
    new Set(list).size === list.length &&
    list.every((name) => fieldNames.includes(name)) &&
    list.toSorted((a, b) => fieldNames.indexOf(a) - fieldNames.indexOf(b)).join() === list.join()
  const required = readNames(findEntryOf(owner, 'required')?.value)
  const isRequired = isInOrder(required)
  if (isRequired) printedKeys.add('required')
  const key = isShape ? undefined : findEntryOf(owner, 'key')?.value
  const keys = readNames(key)
  const isKey = key !== undefined && isInOrder(keys) && (key.kind === 'scalar' || keys.length > 1)
  if (isKey) printedKeys.add('key')
  const unique = isShape ? undefined : readUnique(findEntryOf(owner, 'unique')?.value, fieldNames)
  if (unique !== undefined) printedKeys.add('unique')
  const others: Entry[] = []
  const rows = properties.entries.map((property): readonly string[] => {
    const { text } = property.key
    const row = printFieldRow(property.value, names)
    if (row === undefined) others.push(property)
    const rules = [...(isKey && keys.includes(text) ? ['key'] : []), ...(unique?.get(text) ?? []), ...(row?.rules ?? [])]
    return [
      text,
      row?.type ?? 'below',
      isRequired && required.includes(text) ? 'yes' : '',
      row?.defaultText ?? '',
      rules.join(', '),
      row?.meaning ?? '',
    ]
  })
  // The rest must be a map to be merged with the cells.
  if (others.some(({ value }) => value.kind !== 'map')) return undefined
  const rest = withoutKeys(owner, printedKeys)
  const remainder =
    others.length === 0
      ? rest
      : { ...rest, entries: [{ key: makeTextScalar('properties', owner), value: { ...properties, entries: others } }, ...rest.entries] }
  return { printed: { heading, header: ['field', 'type', 'must', 'default', 'rules', 'meaning'], rows }, rest: remainder }
}

/** The unique groups, at the first field of each; undefined if the order of fields cannot express them. */
function readUnique(node: Node | undefined, fieldNames: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  if (node?.kind !== 'list' || node.items.length === 0) return undefined
  const groups = new Map<string, string[]>()
  let lastIndex = -1
  for (const item of node.items) {
    const names = item.kind === 'scalar' ? [item.text] : (readNames(item) ?? [])
    const [first, ...others] = names
    if (
      first === undefined ||
      (item.kind === 'list' && others.length === 0) ||
      !names.every((name) => fieldNames.includes(name)) ||
      fieldNames.indexOf(first) < lastIndex
    )
      return undefined
    lastIndex = fieldNames.indexOf(first)
    groups.getOrInsertComputed(first, () => []).push(others.length === 0 ? 'unique' : `unique with ${others.join(' and ')}`)
  }
  return groups
}

/** Fields with names, as rows that begin with the given cells; and those that no row can express. */
export function printNamed(
  properties: MapNode,
  leadingCells: readonly string[],
  names: TypeNameLookup,
  isParameter: boolean,
): { readonly rows: readonly (readonly string[])[]; readonly rest: readonly Entry[] } {
  const rest: Entry[] = []
  const rows = properties.entries.flatMap((property) => {
    const required = property.value.kind === 'map' ? findEntryOf(property.value, 'required')?.value : undefined
    const isRequired = isParameter && required?.kind === 'scalar' && required.value === true
    const schema = isRequired && property.value.kind === 'map' ? withoutKeys(property.value, new Set(['required'])) : property.value
    const row =
      isName(property.key.text) || (isParameter && /^[\w[\].-]+$/.test(property.key.text)) ? printFieldRow(schema, names) : undefined
    if (row !== undefined)
      return [
        [
          ...leadingCells,
          property.key.text,
          row.type,
          ...(isParameter ? [isRequired ? 'yes' : ''] : []),
          row.defaultText,
          ...(isParameter ? [row.rules.join(', ')] : []),
          row.meaning,
        ],
      ]
    rest.push(property)
    return isParameter || property.value.kind !== 'map' ? [] : [[...leadingCells, property.key.text, 'below', '', '']]
  })
  const isPlain = isParameter || rows.length === properties.entries.length
  return isPlain ? { rows, rest } : { rows: [], rest: properties.entries }
}
