// Prints part 4 as tables: a row for each endpoint, then lists, parameters, and other keys.

import type { Entry, MapNode, Node } from '../../document/node.ts'
import { entry } from '../../document/node.ts'
import { operationKeys } from '../../model/endpoints.ts'
import { methods } from '../../model/methods.ts'
import { printByShape, readSecurity, readStateCell } from '../cell/by-shape.ts'
import { printExpression, printLeaf, readExpression, readNames, readPairCells } from '../cell/expression.ts'
import { plainScalar } from '../cell/node.ts'
import { readAction, readAnswers, readBodyCell, readPageCell } from '../kinds/endpoints.ts'
import { type TypeNameLookup, printNamed } from './fields.ts'
import { printKeyValuePairs } from './key-value.ts'
import { meaningText } from './machines.ts'
import { type PrintedPart, checkCell, mapMember, withoutKeys } from './printed.ts'
import type { Cell } from '../../document/table.ts'
import type { CellProblem } from '../cell/node.ts'

const header = ['endpoint', 'name', 'does', 'in', 'takes', 'sets', 'answers', 'status', 'who', 'meaning']

type Rows = {
  readonly endpoints: (readonly string[])[]
  readonly lists: (readonly string[])[]
  readonly parameters: { readonly [place: string]: (readonly string[])[] }
  readonly pairs: (readonly string[])[]
  readonly rest: Entry[]
}

/** All endpoints of a block, in order; an entry that is not an endpoint stays YAML. */
export function printEndpoints(map: MapNode, names: TypeNameLookup): readonly PrintedPart[] {
  const rows: Rows = { endpoints: [], lists: [], parameters: { query: [], header: [], path: [] }, pairs: [], rest: [] }
  const address = new RegExp(`^(?:${methods.join('|')}) /[^|\`]*$`)
  for (const each of map.entries) {
    if (each.value.kind === 'map' && address.test(each.key.text)) addEndpoint(each.key.text, each, each.value, names, rows)
    else if (each.value.kind === 'scalar' && each.value.text === 'not shown' && address.test(each.key.text))
      rows.endpoints.push([each.key.text, '', 'not shown', '', '', '', '', '', '', ''])
    else return [{ yaml: map }]
  }
  const parameters = Object.entries(rows.parameters).flatMap(([place, found]) =>
    found.length === 0 ? [] : [{ header: ['endpoint', place, 'type', 'must', 'default', 'rules', 'meaning'], rows: found }],
  )
  return [
    { header, rows: rows.endpoints },
    ...(rows.lists.length === 0 ? [] : [{ header: ['list', 'where', 'filter', 'sort', 'order', 'page'], rows: rows.lists }]),
    ...parameters,
    ...(rows.pairs.length === 0 ? [] : [{ header: ['endpoint', 'key', 'value'], rows: rows.pairs }]),
    ...(rows.rest.length === 0 ? [] : [{ yaml: { ...map, entries: rows.rest } }]),
  ]
}

function addEndpoint(address: string, each: Entry, operation: MapNode, names: TypeNameLookup, rows: Rows): void {
  const printedKeys = new Set<string>()
  /** The cell of a key, if the key exists and a cell can express it. */
  const cell = (key: string, print: (node: Node) => string | undefined, read: (cell: Cell) => Node | CellProblem): string => {
    const value = entry(operation, key)?.value
    const text =
      value === undefined
        ? undefined
        : checkCell(
            value.kind === 'scalar' && value.style === 'plain' && /^(?:none|not shown)$/.test(value.text)
              ? key === 'security' && value.text === 'none'
                ? 'anyone'
                : value.text
              : print(value),
            (cell) => readStateCell(cell) ?? read(cell),
            value,
          )
    if (text !== undefined) printedKeys.add(key)
    return text ?? ''
  }
  const printKey =
    (key: keyof typeof operationKeys) =>
    (node: Node): string | undefined =>
      printByShape(node, operationKeys[key].shape, key)
  const id = entry(operation, 'operationId')?.value
  const isNamed = id?.kind === 'scalar' && /^[\w$.-]+$/.test(id.text)
  if (isNamed) printedKeys.add('operationId')
  const owner = isNamed ? id.text : address
  const action = actionIn(operation, printedKeys)
  const scalar = (node: Node): string | undefined => (node.kind === 'scalar' ? printExpression(node) : undefined)
  const row = [
    address,
    isNamed ? id.text : '',
    action ?? 'below',
    cell('in', printKey('in'), (cell) => readNames(cell, true)),
    cell('body', printBody, readBodyCell),
    cell('set', printKey('set'), (cell) => readPairCells(cell, '=', readExpression)),
    cell('output', printAnswers, readAnswers),
    cell(
      'status',
      (node) => (node.kind === 'scalar' && /^\d+$/.test(node.text) ? node.text : scalar(node)),
      (cell) => (/^\d+$/.test(cell.text) ? plainScalar(cell) : readExpression(cell)),
    ),
    cell('security', printKey('security'), readSecurity),
  ]
  const meaning = entry(operation, 'description') === undefined ? '' : (meaningText(entry(operation, 'description')?.value) ?? '')
  if (meaning !== '') printedKeys.add('description')
  rows.endpoints.push([...row, meaning])
  if (entry(operation, 'list') !== undefined && printedKeys.has('list')) {
    const list = [
      cell('where', scalar, readExpression),
      cell('filter', printKey('filter'), (cell) => readNames(cell)),
      cell('sort', printKey('sort'), (cell) => readNames(cell)),
      cell('order', printKey('order'), (cell) => readNames(cell)),
      cell('page', printPage, readPageCell),
    ]
    if (list.some((text) => text !== '')) rows.lists.push([owner, ...list])
  }
  const parameters = mapMember(operation, 'parameters')
  const rest: Entry[] = []
  for (const { key, value } of parameters?.entries ?? []) {
    const found = value.kind === 'map' && Object.hasOwn(rows.parameters, key.text) ? printNamed(value, [owner], names, true) : undefined
    rows.parameters[key.text]?.push(...(found?.rows ?? []))
    const remaining =
      found === undefined ? value : value.kind === 'map' && found.rest.length > 0 ? { ...value, entries: found.rest } : undefined
    if (remaining !== undefined) rest.push({ key, value: remaining })
  }
  const pairs = printKeyValuePairs(withoutKeys(operation, new Set([...printedKeys, 'parameters'])), operationKeys)
  rows.pairs.push(...pairs.rows.map(([key, value]) => [owner, key, value]))
  const remainingEntries = [
    ...pairs.rest.entries,
    ...(rest.length === 0
      ? []
      : [{ key: operation.entries.find(({ key }) => key.text === 'parameters')!.key, value: { ...operation, entries: rest } }]),
  ]
  if (remainingEntries.length > 0) rows.rest.push({ key: each.key, value: { ...operation, entries: remainingEntries } })
}

/** The operation's only action, in words. */
function actionIn(operation: MapNode, printedKeys: Set<string>): string | undefined {
  const actions = operation.entries.filter(({ key }) =>
    ['list', 'read', 'create', 'update', 'replace', 'put', 'delete', 'transition', 'stream', 'feed', 'answer', 'call', 'do'].includes(
      key.text,
    ),
  )
  const [actionEntry, more] = actions
  if (actionEntry === undefined || more !== undefined) return undefined
  const {
    key: { text: verb },
    value,
  } = actionEntry
  const nameNodes = value.kind === 'list' ? value.items : [value]
  const names = nameNodes.map((item) => (item.kind === 'scalar' ? item.text : '')).join(', ')
  const text = verb === 'answer' ? 'answer' : verb === 'transition' ? names : `${verb} ${names}`
  const reparsed = checkCell(
    text,
    (cell) => {
      const read = readAction(cell)
      return 'kind' in read && read.kind === 'problem'
        ? (read as CellProblem)
        : ((read as { [key: string]: Node })[verb] ?? plainScalar(cell))
    },
    value,
  )
  if (reparsed !== undefined) printedKeys.add(verb)
  return reparsed
}

function printBody(node: Node): string | undefined {
  if (node.kind === 'list') return node.items.map((item) => (item.kind === 'scalar' ? item.text : '')).join(', ')
  const ref = node.kind === 'map' && node.entries.length === 1 ? entry(node, '$ref')?.value : undefined
  return ref?.kind === 'scalar' ? `shape ${ref.text}` : undefined
}

function printAnswers(node: Node): string | undefined {
  if (node.kind === 'scalar') return printLeaf(node)
  if (node.kind === 'list' || node.entries.length === 0) return undefined
  const members = node.entries.map(({ key, value }) =>
    /^[A-Za-z_][\w-]*$/.test(key.text) && value.kind === 'scalar' ? `${key.text}: ${printLeaf(value) ?? ''}` : '',
  )
  return members.some((text) => text === '' || text.endsWith(': ')) ? undefined : members.join('; ')
}

function printPage(node: Node): string | undefined {
  if (node.kind !== 'map') return undefined
  const [style, size, max, offset] = ['style', 'size', 'max', 'offset'].map((key) => {
    const value = entry(node, key)?.value
    return value?.kind === 'scalar' ? value : undefined
  })
  if (style === undefined || size === undefined) return undefined
  const value = (scalar: typeof size): string => (/^\d+$/.test(scalar.text) ? scalar.text : (printExpression(scalar) ?? ''))
  const maxText = max === undefined ? '' : `, max ${max.text}`
  if (style.text === 'cursor' && offset === undefined) return `cursor ${value(size)}${maxText}`
  return style.text === 'offset' && offset !== undefined ? `offset ${value(offset)}, ${value(size)}${maxText}` : undefined
}
