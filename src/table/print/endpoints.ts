// Prints part 4 as tables: a row for each endpoint, then lists, parameters, and other keys.

import type { Entry, MapNode, Node } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { operationKeys } from '../../model/endpoints.ts'
import { methods } from '../../model/methods.ts'
import { printByShape, readSecurity, readStateCell } from '../cell/by-shape.ts'
import { printExpression, printLeaf, readExpression, readNames, readPairCells } from '../cell/expression.ts'
import { makePlainScalar } from '../cell/node.ts'
import { readAction, readAnswers, readBodyCell, readPageCell } from '../kinds/endpoints.ts'
import { type TypeNameLookup, printNamed } from './fields.ts'
import { printKeyValuePairs } from './key-value.ts'
import { printProseCell } from './machines.ts'
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

/** An operation whose keys are printed as cells; the other keys remain. */
class EndpointCells {
  readonly operation: MapNode
  readonly printedKeys = new Set<string>()

  constructor(operation: MapNode) {
    this.operation = operation
  }

  /** The cell of a key, if the key exists and a cell can express it; otherwise empty. */
  cell(key: string, print: (node: Node) => string | undefined, read: (cell: Cell) => Node | CellProblem): string {
    const value = findEntryOf(this.operation, key)?.value
    if (value === undefined) return ''
    const text = checkCell(printState(key, value) ?? print(value), (cell) => readStateCell(cell) ?? read(cell), value)
    if (text !== undefined) this.printedKeys.add(key)
    return text ?? ''
  }

  /** The `operationId`, if it can be a cell. */
  name(): string | undefined {
    const id = findEntryOf(this.operation, 'operationId')?.value
    if (id?.kind !== 'scalar' || !/^[\w$.-]+$/.test(id.text)) return undefined
    this.printedKeys.add('operationId')
    return id.text
  }

  meaning(): string {
    const description = findEntryOf(this.operation, 'description')
    const meaning = description === undefined ? '' : (printProseCell(description.value) ?? '')
    if (meaning !== '') this.printedKeys.add('description')
    return meaning
  }
}

/** `none` and `not shown`; `none` under `security` admits everybody. */
function printState(key: string, value: Node): string | undefined {
  if (value.kind !== 'scalar' || value.style !== 'plain' || !/^(?:none|not shown)$/.test(value.text)) return undefined
  return key === 'security' && value.text === 'none' ? 'anyone' : value.text
}

const printKey =
  (key: keyof typeof operationKeys) =>
  (node: Node): string | undefined =>
    printByShape(node, operationKeys[key].shape, key)

function printScalar(node: Node): string | undefined {
  return node.kind === 'scalar' ? printExpression(node) : undefined
}

function addEndpoint(address: string, each: Entry, operation: MapNode, names: TypeNameLookup, rows: Rows): void {
  const cells = new EndpointCells(operation)
  const name = cells.name()
  const owner = name ?? address
  rows.endpoints.push(printEndpointRow(address, name, cells))
  if (findEntryOf(operation, 'list') !== undefined && cells.printedKeys.has('list')) {
    const list = printListRow(cells)
    if (list.some((text) => text !== '')) rows.lists.push([owner, ...list])
  }
  const otherParameters = addParameters(owner, operation, names, rows)
  const pairs = printKeyValuePairs(withoutKeys(operation, new Set([...cells.printedKeys, 'parameters'])), operationKeys)
  rows.pairs.push(...pairs.rows.map(([key, value]) => [owner, key, value]))
  const remainingEntries = [...pairs.rest.entries, ...otherParameters]
  if (remainingEntries.length > 0) rows.rest.push({ key: each.key, value: { ...operation, entries: remainingEntries } })
}

function printEndpointRow(address: string, name: string | undefined, cells: EndpointCells): readonly string[] {
  return [
    address,
    name ?? '',
    findAction(cells.operation, cells.printedKeys) ?? 'below',
    cells.cell('in', printKey('in'), (cell) => readNames(cell, true)),
    cells.cell('body', printBody, readBodyCell),
    cells.cell('set', printKey('set'), (cell) => readPairCells(cell, '=', readExpression)),
    cells.cell('output', printAnswers, readAnswers),
    cells.cell(
      'status',
      (node) => (node.kind === 'scalar' && /^\d+$/.test(node.text) ? node.text : printScalar(node)),
      (cell) => (/^\d+$/.test(cell.text) ? makePlainScalar(cell) : readExpression(cell)),
    ),
    cells.cell('security', printKey('security'), readSecurity),
    cells.meaning(),
  ]
}

function printListRow(cells: EndpointCells): readonly string[] {
  return [
    cells.cell('where', printScalar, readExpression),
    cells.cell('filter', printKey('filter'), (cell) => readNames(cell)),
    cells.cell('sort', printKey('sort'), (cell) => readNames(cell)),
    cells.cell('order', printKey('order'), (cell) => readNames(cell)),
    cells.cell('page', printPage, readPageCell),
  ]
}

/** Adds a row for each parameter that a row can express; returns the entry `parameters` with the others, if any. */
function addParameters(owner: string, operation: MapNode, names: TypeNameLookup, rows: Rows): readonly Entry[] {
  const rest: Entry[] = []
  for (const { key, value } of mapMember(operation, 'parameters')?.entries ?? []) {
    if (value.kind !== 'map' || !Object.hasOwn(rows.parameters, key.text)) {
      rest.push({ key, value })
      continue
    }
    const printed = printNamed(value, [owner], names, true)
    rows.parameters[key.text]!.push(...printed.rows)
    if (printed.rest.length > 0) rest.push({ key, value: { ...value, entries: printed.rest } })
  }
  if (rest.length === 0) return []
  return [{ key: operation.entries.find(({ key }) => key.text === 'parameters')!.key, value: { ...operation, entries: rest } }]
}

/** The operation's only action, in words. */
function findAction(operation: MapNode, printedKeys: Set<string>): string | undefined {
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
        : ((read as { [key: string]: Node })[verb] ?? makePlainScalar(cell))
    },
    value,
  )
  if (reparsed !== undefined) printedKeys.add(verb)
  return reparsed
}

function printBody(node: Node): string | undefined {
  if (node.kind === 'list') return node.items.map((item) => (item.kind === 'scalar' ? item.text : '')).join(', ')
  const ref = node.kind === 'map' && node.entries.length === 1 ? findEntryOf(node, '$ref')?.value : undefined
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
    const value = findEntryOf(node, key)?.value
    return value?.kind === 'scalar' ? value : undefined
  })
  if (style === undefined || size === undefined) return undefined
  const value = (scalar: typeof size): string => (/^\d+$/.test(scalar.text) ? scalar.text : (printExpression(scalar) ?? ''))
  const maxText = max === undefined ? '' : `, max ${max.text}`
  const isPlain = style.text === 'cursor' || (style.text === 'offset' && /^\d+$/.test(size.text))
  if (isPlain && offset === undefined) return `${style.text} ${value(size)}${maxText}`
  return style.text === 'offset' && offset !== undefined ? `offset ${value(offset)}, ${value(size)}${maxText}` : undefined
}
