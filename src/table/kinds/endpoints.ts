// Reads the tables of part 4: a row for each endpoint; filters and order of lists; parameters.

import { offerNames } from '../../diagnostic/help.ts'
import type { Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { findNearest } from '../../base/nearest.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import { operationKeys } from '../../model/endpoints.ts'
import { methods } from '../../model/methods.ts'
import { readByShape, readSecurity, readStateCell } from '../cell/by-shape.ts'
import { readCode, makeKeyScalar, readExpression, readLeaf, readNames, readPairCells } from '../cell/expression.ts'
import {
  type CellProblem,
  cutCell,
  isProblem,
  mapAt,
  nestMaps,
  makePlainScalar,
  makeCellProblem,
  splitCell,
  makeVerbatimScalar,
  makeWordScalar,
} from '../cell/node.ts'
import { findKey } from '../keys.ts'
import { type Binding, type PartFragment, type TableKind, type SheetRow, findCell } from '../kind.ts'
import { readField } from './fields.ts'

const actions = ['list', 'read', 'create', 'update', 'replace', 'put', 'delete', 'call'] as const

const addresses = new RegExp(`^(?:${methods.join('|')})\\s+/`)

export const endpoints: TableKind = {
  part: 'endpoints',
  name: 'endpoints',
  columns: [
    { names: ['endpoint'] },
    { names: ['method'] },
    { names: ['path'] },
    { names: ['name'] },
    { names: ['does'], isNeeded: true },
    { names: ['in'] },
    { names: ['takes', 'body'] },
    { names: ['sets', 'set'] },
    { names: ['answers', 'answer'] },
    { names: ['status'] },
    { names: ['who'] },
    { names: ['meaning', 'description'] },
  ],
  hasKeys: true,
  read: ({ rows }, binding) => rows.flatMap((row) => readEndpoint(row, binding)),
}

function readEndpoint(row: SheetRow, binding: Binding): readonly PartFragment[] {
  const [endpoint, method, path, name, does, states, takes, sets, answers, status, who, meaning] = [
    'endpoint',
    'method',
    'path',
    'name',
    'does',
    'in',
    'takes',
    'sets',
    'answers',
    'status',
    'who',
    'meaning',
  ].map((column) => findCell(row, column))
  const unlessProblem = <T extends Node>(result: T | CellProblem | undefined): T | undefined => {
    if (!isProblem(result)) return result
    binding.reportCell(result, row)
    return undefined
  }
  const address =
    endpoint !== undefined
      ? readAddress(endpoint)
      : method !== undefined && path !== undefined
        ? makeWordScalar(`${method.text} ${path.text}`, { span: { ...method.span, end: path.span.end } })
        : undefined
  if (address === undefined)
    return reportAndSkip(binding, row, {
      kind: 'problem',
      span: row.span,
      label: 'no method and path',
      help: 'The column `endpoint` contains a method and a path: `POST /orders`.',
    })
  if (isProblem(address)) return reportAndSkip(binding, row, address)
  if (does === undefined)
    return reportAndSkip(binding, row, {
      kind: 'problem',
      span: row.span,
      label: 'does nothing',
      help: `${actionHelp} If a \`yaml\` block contains it, write \`below\`.`,
    })
  if (does.text === 'not shown') return [nestMaps([address], makePlainScalar(does), row.span)]
  const action = does.text === 'below' ? {} : readAction(does)
  if (isProblem(action)) return reportAndSkip(binding, row, action)
  const members = mapAt(row.span, {
    operationId: name === undefined ? undefined : makePlainScalar(name),
    ...action,
    in: states === undefined ? undefined : unlessProblem(readStateCell(states) ?? readNames(states, true)),
    body: takes === undefined ? undefined : unlessProblem(readStateCell(takes) ?? readBodyCell(takes)),
    set: sets === undefined ? undefined : unlessProblem(readStateCell(sets) ?? readPairCells(sets, '=', readExpression)),
    output: answers === undefined ? undefined : unlessProblem(readStateCell(answers) ?? readAnswers(answers)),
    status:
      status === undefined
        ? undefined
        : unlessProblem(readStateCell(status) ?? (/^\d+$/.test(status.text) ? makePlainScalar(status) : readExpression(status))),
    security: who === undefined ? undefined : unlessProblem(readStateCell(who) ?? readSecurity(who)),
    description: meaning === undefined ? undefined : makeVerbatimScalar(meaning),
  })
  return [nestMaps([address], members, row.span), ...readKeyColumns(row, [address], binding)]
}

function reportAndSkip(binding: Binding, row: SheetRow, problem: CellProblem): readonly PartFragment[] {
  binding.reportCell(problem, row)
  return []
}

/** The values of columns with keys in backticks. */
function readKeyColumns(row: SheetRow, owner: readonly Scalar[], binding: Binding): readonly PartFragment[] {
  return row.extra.flatMap(({ header, cell }) => {
    const target = findKey(header, operationKeys)
    if (!('shape' in target)) return []
    const value = readByShape(cell, target.shape, target.name)
    if (!isProblem(value)) return [nestMaps([...owner, ...target.path], value, row.span)]
    binding.reportCell(value, row)
    return []
  })
}

function readAddress(cell: Cell): Scalar | CellProblem {
  if (addresses.test(cell.text)) return { ...makeKeyScalar(cell), text: cell.text.replace(/\s+/, ' ') }
  return makeCellProblem(cell, 'not a method and a path', `Write one of ${methods.join(', ')} and a path: \`POST /orders/{id}\`.`)
}

const actionHelp = `It does one thing: ${joinWithOr(actions.map((action) => `${action} NAME`))}, a transition such as \`Order.place\`, \`stream\` or \`feed\` and names of events, or \`answer\`.`

export function readAction(cell: Cell): { [key: string]: Node } | CellProblem {
  if (cell.text === 'answer') return { answer: mapAt(cell.span, {}) }
  if (/^\w+\.[\w-]+$/.test(cell.text)) return { transition: makePlainScalar(cell) }
  const [opening, verb] = /^(\w+)\s+/.exec(cell.text) ?? []
  const rest = sliceCell(cell, opening?.length ?? 0, cell.text.length)
  if (verb === 'stream' || verb === 'feed') {
    const names = readNames(rest, true)
    return isProblem(names) ? names : { [verb]: names }
  }
  if (verb !== undefined && (actions as readonly string[]).includes(verb) && /^[\w$-]+$/.test(rest.text))
    return { [verb]: makePlainScalar(rest) }
  const suggestions = verb === undefined ? [] : findNearest(verb, actions)
  return makeCellProblem(cell, 'not an action', suggestions.length > 0 ? offerNames([`${suggestions[0]} ${rest.text}`]) : actionHelp)
}

export function readBodyCell(cell: Cell): Node | CellProblem {
  const [, shape] = /^shape\s+(\S+)$/.exec(cell.text) ?? []
  if (shape !== undefined)
    return mapAt(cell.span, { $ref: makePlainScalar(sliceCell(cell, cell.text.length - shape.length, cell.text.length)) })
  return /^[\w$]+(?:\s*,\s*[\w$]+)*$/.test(cell.text)
    ? readNames(cell)
    : makeCellProblem(
        cell,
        'not what a request carries',
        'Name the fields that a request brings, separated by commas, or a shape: `title, note`, `shape NewOrder`.',
      )
}

/** One value, or named members. */
export function readAnswers(cell: Cell): Node | CellProblem {
  return cutCell({ ...cell, text: cell.text }, ':') === undefined || readCode(cell) !== undefined
    ? readLeaf(cell)
    : readPairCells(cell, ':', (part) => readLeaf(part))
}

/** The endpoint with this name or address. */
export function resolveEndpoint(cell: Cell, { part }: Binding): Scalar | CellProblem {
  const keys = part.entries.filter(({ key }) => addresses.test(key.text))
  const address = cell.text.replace(/\s+/, ' ')
  const named = keys.find(({ key, value }) => {
    const id = value.kind === 'map' ? findEntryOf(value, 'operationId')?.value : undefined
    return key.text === address || (id?.kind === 'scalar' && id.text === cell.text)
  })
  if (named !== undefined) return makeWordScalar(named.key.text, cell)
  const ids = keys.map(({ key, value }) => {
    const id = value.kind === 'map' ? findEntryOf(value, 'operationId')?.value : undefined
    return id?.kind === 'scalar' ? id.text : key.text
  })
  const suggestions = findNearest(cell.text, ids)
  const endpointsText =
    ids.length === 0
      ? 'Write endpoints in a table with the columns `endpoint` and `does`, or in a `yaml` block.'
      : `The endpoints are ${joinWithOr(ids)}.`
  const help = suggestions.length > 0 ? offerNames(suggestions) : endpointsText
  return makeCellProblem(cell, 'no endpoint of this part', help)
}

export const listTable: TableKind = {
  part: 'endpoints',
  name: 'how lists are filtered, ordered and cut',
  columns: [
    { names: ['list'], isNeeded: true },
    { names: ['where'] },
    { names: ['filter'] },
    { names: ['sort'] },
    { names: ['order'] },
    { names: ['page'] },
  ],
  isLate: true,
  hasKeys: true,
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const [list, where, filter, sort, order, page] = ['list', 'where', 'filter', 'sort', 'order', 'page'].map((column) =>
        findCell(row, column),
      )
      if (list === undefined) return []
      const unlessProblem = <T extends Node>(result: T | CellProblem | undefined): T | undefined => {
        if (!isProblem(result)) return result
        binding.reportCell(result, row)
        return undefined
      }
      const owner = unlessProblem(resolveEndpoint(list, binding))
      if (owner === undefined) return []
      const members = mapAt(row.span, {
        where: where === undefined ? undefined : unlessProblem(readStateCell(where) ?? readExpression(where)),
        filter: filter === undefined ? undefined : unlessProblem(readStateCell(filter) ?? readNames(filter)),
        sort: sort === undefined ? undefined : unlessProblem(readStateCell(sort) ?? readNames(sort)),
        order: order === undefined ? undefined : unlessProblem(readStateCell(order) ?? readNames(order)),
        page: page === undefined ? undefined : unlessProblem(readPageCell(page)),
      })
      return [nestMaps([owner as Scalar], members, row.span), ...readKeyColumns(row, [owner as Scalar], binding)]
    }),
}

/** `cursor 20, max 100`, `offset 20`, `` offset `input.query.offset`, `input.query.limit` ``, `none`. */
export function readPageCell(cell: Cell): Node | CellProblem {
  const state = readStateCell(cell)
  if (state !== undefined) return state
  const [opening, style] = /^(cursor|offset)\s+/.exec(cell.text) ?? []
  const parts = splitCell(sliceCell(cell, opening?.length ?? 0, cell.text.length), ',')
  const value = (part: Cell | undefined): Scalar | undefined => {
    if (part === undefined) return undefined
    return /^\d+$/.test(part.text) ? makePlainScalar(part) : readCode(part)
  }
  const help = 'Write `cursor 20`, `cursor 20, max 100`, `offset 20`, `` offset `input.query.offset`, 20 ``, or `none`.'
  if (style === undefined) return makeCellProblem(cell, 'not how a list is cut', help)
  const at: Scalar = makePlainScalar(sliceCell(cell, 0, style.length))
  const last = parts.at(-1)
  const max =
    parts.length > 1 && last !== undefined && /^max\s+\d+$/.test(last.text)
      ? makePlainScalar(sliceCell(last, last.text.lastIndexOf(' ') + 1, last.text.length))
      : undefined
  const rest = max === undefined ? parts : parts.slice(0, -1)
  const [first, second] = rest.map(value)
  // A page by offset reads the query parameter `offset`; an expression alone could be meant as the offset or as the size.
  if (rest.length === 1 && first !== undefined && (style === 'cursor' || /^\d+$/.test(first.text)))
    return mapAt(cell.span, { style: at, size: first, max })
  return style === 'offset' && rest.length === 2 && first !== undefined && second !== undefined
    ? mapAt(cell.span, { style: at, size: second, offset: first, max })
    : makeCellProblem(cell, 'not how a list is cut', help)
}

function declareParameters(location: 'query' | 'header' | 'path'): TableKind {
  return {
    part: 'endpoints',
    name: `${location} parameters`,
    columns: [
      { names: ['endpoint'], isNeeded: true },
      { names: [location], isNeeded: true },
      { names: ['type', 'kind'], isNeeded: true },
      { names: ['must', 'required'] },
      { names: ['default', 'if left out'] },
      { names: ['rules', 'rule'] },
      { names: ['meaning', 'description'] },
    ],
    isLate: true,
    hasKeys: true,
    read: ({ rows }, binding) =>
      rows.flatMap((row) => {
        const endpoint = findCell(row, 'endpoint')
        if (endpoint === undefined) return []
        const owner = resolveEndpoint(endpoint, binding)
        if (isProblem(owner)) return reportAndSkip(binding, row, owner)
        const field = readField(row, location, binding)
        if (field === undefined) return []
        const required =
          field.required === undefined ? [] : mapAt(field.required.span, { required: makeWordScalar('true', field.required) }).entries
        const schema = field.schema.kind === 'scalar' ? field.schema : { ...field.schema, entries: [...field.schema.entries, ...required] }
        return [nestMaps([owner, 'parameters', location, field.name], schema, row.span)]
      }),
  }
}

export const parameters = (['query', 'header', 'path'] as const).map(declareParameters)
