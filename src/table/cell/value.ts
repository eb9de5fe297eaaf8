// Reads values in cells by the type of their field: in a text field `NO` and `007` are texts.

import { advise, quoteWord } from '../../diagnostic/help.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { readCode, printExpression } from './expression.ts'
import {
  type CellProblem,
  isProblem,
  listAt,
  makePlainScalar,
  makeCellProblem,
  splitCell,
  makeVerbatimScalar,
  makeWordScalar,
} from './node.ts'

/** Resolves a `$ref` name: the schema of a resource's key, or of a shape; undefined if unknown. */
export type Resolve = (name: string) => MapNode | undefined

/** The kind of a value, to the extent that a cell shows it. */
type Kind = 'text' | 'number' | 'whole' | 'yes/no' | 'list' | 'object' | 'unknown'

const kindByType: { readonly [type: string]: Kind } = {
  string: 'text',
  number: 'number',
  integer: 'whole',
  boolean: 'yes/no',
  array: 'list',
  object: 'object',
}

function classifySchema(schema: MapNode | undefined, resolve: Resolve, depth = 5): Kind {
  if (schema === undefined || depth === 0) return 'unknown'
  const ref = findEntryOf(schema, '$ref')?.value
  if (ref?.kind === 'scalar') return classifySchema(resolve(ref.text), resolve, depth - 1)
  const type = findEntryOf(schema, 'type')?.value
  const single = type === undefined ? [] : [type]
  const names = type?.kind === 'list' ? type.items : single
  const name = names.find((each): each is Scalar => each.kind === 'scalar' && each.text !== 'null')?.text
  const choices = findEntryOf(schema, 'enum')?.value
  if (name === undefined && choices?.kind === 'list')
    return choices.items.every((item) => item.kind === 'scalar' && typeof item.value === 'string') ? 'text' : 'unknown'
  return name === undefined ? 'unknown' : (kindByType[name] ?? 'unknown')
}

function acceptsNull(schema: MapNode | undefined): boolean {
  const type = schema === undefined ? undefined : findEntryOf(schema, 'type')?.value
  return type?.kind === 'list' && type.items.some((item) => item.kind === 'scalar' && item.text === 'null')
}

export function readCellValue(cell: Cell, schema: MapNode | undefined, resolve: Resolve): Node | CellProblem {
  const kind = classifySchema(schema, resolve)
  const code = readCode(cell)
  if (code !== undefined && (kind === 'text' || kind === 'unknown')) return code
  if (cell.text === 'null' && acceptsNull(schema)) return makePlainScalar(cell)
  switch (kind) {
    case 'text':
      return makeVerbatimScalar(cell)
    case 'yes/no':
      return readYesNo(cell) ?? makeCellProblem(cell, 'neither yes nor no', advise`Write ${quoteWord('yes')} or ${quoteWord('no')}.`)
    case 'number':
    case 'whole':
      return readNumber(cell, kind)
    case 'list': {
      const items = schema === undefined ? undefined : findEntryOf(schema, 'items')?.value
      const values = splitCell(cell, ',').map((part) => readCellValue(part, items?.kind === 'map' ? items : undefined, resolve))
      return values.find(isProblem) ?? listAt(cell.span, values as Node[])
    }
    case 'object':
      return makeCellProblem(cell, 'a value with members', 'Write a value with members in a `yaml` block.')
    case 'unknown':
      return readYesNo(cell) ?? (isNumber(cell.text) || cell.text === 'null' ? makePlainScalar(cell) : makeVerbatimScalar(cell))
  }
}

function readYesNo(cell: Cell): Scalar | undefined {
  if (cell.text === 'yes') return makeWordScalar('true', cell)
  return cell.text === 'no' ? makeWordScalar('false', cell) : undefined
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)

function readNumber(cell: Cell, kind: 'number' | 'whole'): Scalar | CellProblem {
  if (isNumber(cell.text) && (kind === 'number' || !cell.text.includes('.'))) return makePlainScalar(cell)
  const withoutCommas = cell.text.replaceAll(',', '')
  return makeCellProblem(
    cell,
    kind === 'whole' ? 'not a whole number' : 'not a number',
    isNumber(withoutCommas) ? advise`A number has no comma: ${quoteWord(withoutCommas)}.` : undefined,
  )
}

export function printCellValue(node: Node, schema: MapNode | undefined, resolve: Resolve): string | undefined {
  const kind = classifySchema(schema, resolve)
  if (node.kind === 'list') {
    if (kind !== 'list' || node.items.length === 0) return undefined
    const items = schema === undefined ? undefined : findEntryOf(schema, 'items')?.value
    const texts = node.items.map((item) => printCellValue(item, items?.kind === 'map' ? items : undefined, resolve))
    return texts.includes(undefined) || texts.some((text) => text!.includes(',')) ? undefined : texts.join(', ')
  }
  if (node.kind === 'map') return undefined
  const { value, text } = node
  if (value === null) return acceptsNull(schema) || kind === 'unknown' ? 'null' : undefined
  if (typeof value === 'boolean') {
    if (kind !== 'yes/no' && kind !== 'unknown') return undefined
    return value ? 'yes' : 'no'
  }
  if (typeof value !== 'string') return isNumber(text) && kind !== 'text' ? text : undefined
  if (kind !== 'text' && kind !== 'unknown') return undefined
  const isPlain =
    text !== '' &&
    text.trim() === text &&
    !text.includes('\n') &&
    !text.startsWith('`') &&
    !/^[-–—]$/.test(text) &&
    !(text === 'null' && acceptsNull(schema))
  const isAmbiguous = kind === 'unknown' && (isNumber(text) || ['yes', 'no', 'null'].includes(text))
  return isPlain && !isAmbiguous && !/^[`?]|^TBD$/.test(text) ? text : printExpression(node)
}
