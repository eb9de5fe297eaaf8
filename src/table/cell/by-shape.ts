// Reads a cell with the value of a key of the language, by the shape of that key.

import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import type { JsonSchema, Shape } from '../../model/shape.ts'
import { readCode, makeKeyScalar, namePattern, printExpression, readExpression, readPairCells } from './expression.ts'
import {
  type CellProblem,
  isProblem,
  listAt,
  mapAt,
  nestMaps,
  makePlainScalar,
  makeCellProblem,
  splitCell,
  makeVerbatimScalar,
  makeWordScalar,
} from './node.ts'
import { printTime, readTime } from './time.ts'
import { printCellValue, readCellValue } from './value.ts'

/** The value that a key accepts, if a cell can express it. */
type AcceptedForms = {
  readonly slot: 'expression' | 'text' | 'data' | undefined
  readonly isProse: boolean
  readonly isTime: boolean
  readonly isFlag: boolean
  readonly isScalar: boolean
  readonly isList: boolean
  readonly isMap: boolean
}

const formsByShape = new WeakMap<object, AcceptedForms>()

function findAcceptedForms(shape: Shape<unknown>): AcceptedForms {
  return formsByShape.getOrInsertComputed(shape, () => {
    const definitions = new Map<string, JsonSchema>()
    const forms = expandForms(shape.schema(definitions), definitions)
    const types = forms.flatMap(({ type }) => {
      if (Array.isArray(type)) return type as string[]
      return typeof type === 'string' ? [type] : []
    })
    const isAny = forms.some((form) => Object.keys(form).length === 0)
    return {
      slot: shape.slot,
      isProse: shape.literal === true && shape.slot === undefined,
      isTime: forms.some(({ pattern }) => pattern === '^P'),
      isFlag: types.includes('boolean') && !types.includes('string'),
      isScalar: isAny || forms.some((form) => form['enum'] !== undefined) || types.some((type) => type !== 'object' && type !== 'array'),
      isList: types.includes('array'),
      isMap: forms.some(({ type, additionalProperties }) => type === 'object' && typeof additionalProperties === 'object'),
    }
  })
}

function expandForms(schema: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>, depth = 6): JsonSchema[] {
  const { anyOf, $ref } = schema
  if (depth === 0) return []
  if (typeof $ref === 'string') return expandForms(definitions.get($ref.replace('#/$defs/', '')) ?? {}, definitions, depth - 1)
  return Array.isArray(anyOf) ? (anyOf as JsonSchema[]).flatMap((each) => expandForms(each, definitions, depth - 1)) : [schema]
}

/** A key may be `none` or `not shown`, unless it accepts any text. */
export function readStateCell(cell: Cell): Scalar | undefined {
  return cell.text === 'none' || cell.text === 'not shown' ? makePlainScalar(cell) : undefined
}

/** `key`: the last word of the key, as in the reference. */
export function readByShape(cell: Cell, shape: Shape<unknown>, key: string): Node | CellProblem {
  const accepted = findAcceptedForms(shape)
  const state = accepted.isProse || accepted.slot === 'data' ? undefined : readStateCell(cell)
  if (state !== undefined) return state
  if (key === 'security') return readSecurity(cell)
  if (key === 'caller') {
    const lookup = readLookup(cell)
    if (lookup !== undefined) return lookup
  }
  const code = readCode(cell)
  if (code !== undefined && accepted.isScalar) return code
  if (accepted.isProse || (accepted.slot === 'text' && accepted.isScalar)) return makeVerbatimScalar(cell)
  if (accepted.slot === 'data' && accepted.isScalar) return readCellValue(cell, undefined, () => undefined)
  if (accepted.isFlag && (cell.text === 'yes' || cell.text === 'no')) return makeWordScalar(cell.text === 'yes' ? 'true' : 'false', cell)
  if (accepted.isTime) return readTime(cell)
  if (accepted.isMap && /[=:]/.test(cell.text.replace(/`[^`]*`/g, '')))
    return readPairCells(cell, /^[^`=:]*=/.test(cell.text) ? '=' : ':', pairValue(accepted))
  if (accepted.isList) {
    const items = splitCell(cell, ',').map((part) => {
      if (accepted.slot === 'expression' && !accepted.isMap) return readExpression(part)
      return accepted.slot === 'data' ? readCellValue(part, undefined, () => undefined) : makeKeyScalar(part)
    })
    const problem = items.find(isProblem)
    if (problem !== undefined) return problem
    return accepted.isScalar && items.length === 1 ? (items[0] as Scalar) : listAt(cell.span, items as Node[])
  }
  const innerKeys = shape.keys?.()
  const [prefix, innerKey] = /^([a-z][A-Za-z]*)\s+/.exec(cell.text) ?? []
  // `header API-Version`: one key of a map, and its value.
  if (prefix !== undefined && accepted.slot === undefined && innerKeys !== undefined && Object.hasOwn(innerKeys, innerKey!)) {
    const value = readByShape(sliceCell(cell, prefix.length, cell.text.length), innerKeys[innerKey!]!.shape, innerKey!)
    return isProblem(value) ? value : nestMaps([makeKeyScalar(sliceCell(cell, 0, innerKey!.length))], value, cell.span)
  }
  if (!accepted.isScalar)
    return makeCellProblem(
      cell,
      `expected ${shape.words}`,
      accepted.isMap
        ? 'Write `NAME = ` and a value between backticks; several are separated by `;`.'
        : `It has keys: name one after a point, as in \`${key}.KEY\`, or write it in a \`yaml\` block.`,
    )
  if (accepted.slot === 'expression') return isConstant(cell.text) ? makePlainScalar(cell) : readExpression(cell)
  return makePlainScalar(cell)
}

const isConstant = (text: string): boolean => /^-?\d+(?:\.\d+)?$|^(?:true|false)$/.test(text)

function pairValue(accepted: AcceptedForms): (cell: Cell, key: string) => Node | CellProblem {
  return (cell) => {
    const lookup = readLookup(cell)
    if (lookup !== undefined) return lookup
    const code = readCode(cell)
    if (code !== undefined) return code
    if (accepted.slot === 'expression') return isConstant(cell.text) ? makePlainScalar(cell) : readExpression(cell)
    if (accepted.slot === 'data') return readCellValue(cell, undefined, () => undefined)
    return accepted.slot === 'text' ? makeVerbatimScalar(cell) : makePlainScalar(cell)
  }
}

/** `Order with id = CODE`: a look-up of the record with this key. */
export function readLookup(cell: Cell): MapNode | CellProblem | undefined {
  const [matched, resource, pairsText] = /^([A-Z]\w*)\s+with\s+(.+)$/.exec(cell.text) ?? []
  if (matched === undefined) return undefined
  const pairsStart = cell.text.length - pairsText!.length
  const part = (from: number, to: number): Cell => ({
    text: cell.text.slice(from, to),
    span: { ...cell.span, start: cell.offsets?.[from] ?? cell.span.start + from, end: cell.offsets?.[to] ?? cell.span.start + to },
    ...(cell.offsets === undefined ? {} : { offsets: cell.offsets.slice(from, to + 1) }),
  })
  const by = readPairCells(part(pairsStart, cell.text.length), '=', (value) => readExpression(value))
  return isProblem(by) ? by : mapAt(cell.span, { find: makePlainScalar(part(0, resource!.length)), by })
}

/** `sign-on or api-key`; `or nobody signed on` makes it optional. */
export function readSecurity(cell: Cell): Node | CellProblem {
  if (cell.text === 'anyone') return makeWordScalar('none', cell)
  if (cell.text.startsWith('`') || /[,;]/.test(cell.text))
    return makeCellProblem(
      cell,
      'not who may call',
      'Name the schemes of part 5, with `or` between them: `sign-on or api-key`. Permissions belong in the rules of part 5.',
    )
  const names = cell.text.split(/\s+or\s+/)
  const items: MapNode[] = []
  for (const schemeName of names) {
    const scheme: Cell = {
      text: schemeName,
      span: {
        ...cell.span,
        start: cell.span.start + cell.text.indexOf(schemeName),
        end: cell.span.start + cell.text.indexOf(schemeName) + schemeName.length,
      },
    }
    if (schemeName === 'nobody signed on') items.push({ kind: 'map', entries: [], span: cell.span })
    else if (namePattern.test(schemeName))
      items.push({ kind: 'map', entries: [{ key: makeKeyScalar(scheme), value: listAt(scheme.span, []) }], span: scheme.span })
    else
      return makeCellProblem(
        scheme,
        'no name of a scheme',
        'Name the schemes of part 5, with `or` between them: `sign-on or api-key`, `sign-on or nobody signed on`, `anyone`.',
      )
  }
  return listAt(cell.span, items)
}

function printSecurity(node: Node): string | undefined {
  if (node.kind !== 'list' || node.items.length === 0) return undefined
  const names = node.items.map((item) => {
    if (item.kind !== 'map' || item.entries.length > 1) return undefined
    const [first] = item.entries
    if (first === undefined) return 'nobody signed on'
    return first.value.kind === 'list' && first.value.items.length === 0 && namePattern.test(first.key.text) ? first.key.text : undefined
  })
  return names.includes(undefined) ? undefined : names.join(' or ')
}

function printLookup(node: MapNode): string | undefined {
  const [find, by] = [findEntryOf(node, 'find')?.value, findEntryOf(node, 'by')?.value]
  if (node.entries.length !== 2 || find?.kind !== 'scalar' || by?.kind !== 'map' || !/^[A-Z]\w*$/.test(find.text)) return undefined
  const pairs = printPairs(by, '=', (value) => (value.kind === 'scalar' ? printExpression(value) : undefined))
  return pairs === undefined ? undefined : `${find.text} with ${pairs}`
}

export function printPairs(map: MapNode, sign: '=' | ':', print: (node: Node) => string | undefined): string | undefined {
  const pairs = map.entries.map(({ key, value }) => {
    const text = print(value)
    // In a cell, `?` before a name always marks a member that may be omitted.
    const isLiteral = key.style !== 'plain' && key.text.startsWith('?')
    return text === undefined || isLiteral || !/^[^\s`=:;,|][^`=:;,|]*$/.test(key.text) || text.replace(/`[^`]*`/g, '').includes(';')
      ? undefined
      : `${key.text}${sign === '=' ? ' = ' : ': '}${text}`
  })
  return pairs.length === 0 || pairs.includes(undefined) ? undefined : pairs.join('; ')
}

const itemPrinters: { readonly [slot in 'data' | 'expression' | 'text']: (item: Scalar) => string | undefined } = {
  data: (item) => printCellValue(item, undefined, () => undefined),
  expression: printExpression,
  text: printName,
}

export function printByShape(node: Node, shape: Shape<unknown>, key: string): string | undefined {
  const accepted = findAcceptedForms(shape)
  if (node.kind === 'scalar') return printScalar(node, accepted, key)
  if (key === 'security') return printSecurity(node)
  if (node.kind === 'map') {
    const lookup = key === 'caller' ? printLookup(node) : undefined
    if (lookup !== undefined) return lookup
    const [first, more] = node.entries
    const innerShape =
      first === undefined || more !== undefined || !accepted.isScalar || accepted.slot !== undefined
        ? undefined
        : shape.keys?.()?.[first.key.text]?.shape
    if (innerShape !== undefined) return printInner(first!.key.text, printByShape(first!.value, innerShape, first!.key.text))
    if (!accepted.isMap) return undefined
    const sign = /^(?:require|invariant|guard)$/.test(key) ? ':' : '='
    return printPairs(node, sign, (value) => {
      if (value.kind === 'map') return printLookup(value)
      return value.kind === 'scalar' ? printScalar(value, { ...accepted, isScalar: true }, key) : undefined
    })
  }
  if (!accepted.isList || node.items.length === 0 || (accepted.isScalar && node.items.length === 1 && accepted.slot === 'data'))
    return undefined
  const printItem = itemPrinters[accepted.slot ?? 'text']
  const texts = node.items.map((item) => (item.kind === 'scalar' ? printItem(item) : undefined))
  return texts.includes(undefined) || texts.some((text) => !text!.startsWith('`') && text!.includes(',')) ? undefined : texts.join(', ')
}

function printInner(key: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${key} ${text}`
}

function printName({ text, value }: Scalar): string | undefined {
  return typeof value === 'string' && /^[^\s`|,;][^`|,;]*$/.test(text) && !/^[-–—?]$|^(?:TBD|none|not shown|below)$/.test(text)
    ? text
    : undefined
}

function printScalar(scalar: Scalar, accepted: AcceptedForms, key: string): string | undefined {
  const { text, value, style } = scalar
  if (style === 'plain' && (text === 'none' || text === 'not shown') && !accepted.isProse && accepted.slot !== 'data')
    return key === 'security' && text === 'none' ? 'none' : text
  if (value === null) return undefined
  if (accepted.isProse || (accepted.slot === 'text' && accepted.isScalar)) return printText(scalar)
  if (accepted.slot === 'data') return printCellValue(scalar, undefined, () => undefined)
  if (accepted.isFlag && typeof value === 'boolean') return value ? 'yes' : 'no'
  if (accepted.isTime) return printTime(text)
  if (accepted.slot === 'expression') return isConstant(text) ? text : printExpression(scalar)
  return typeof value !== 'string' ? text : printName(scalar)
}

/** A text, unchanged. */
export function printText(scalar: Scalar): string | undefined {
  const { text } = scalar
  const isPlain =
    text !== '' && text.trim() === text && !text.includes('\n') && !text.startsWith('`') && !/^[-–—?]$|^(?:TBD|none|not shown)$/.test(text)
  return isPlain ? text : printExpression(scalar)
}
