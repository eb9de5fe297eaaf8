// Reads tables of named elements with a column for each key: events, errors, limits, versions, messages.

import type { MapNode, Node } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { entryKeys } from '../../model/errors.ts'
import { eventsKeys } from '../../model/events.ts'
import { limitsKeys } from '../../model/limits.ts'
import type { PartName } from '../../document/document.ts'
import type { Keys } from '../../model/shape.ts'
import { versioningKeys } from '../../model/versioning.ts'
import { readByShape, readStateCell } from '../cell/by-shape.ts'
import { readCode, makeKeyScalar, namePattern as nameForm, readLeaf } from '../cell/expression.ts'
import { type CellProblem, isProblem, nestMaps, makePlainScalar, makeCellProblem, splitCell, makeWordScalar } from '../cell/node.ts'
import { toIsoDuration, readTime } from '../cell/time.ts'
import { findKey } from '../keys.ts'
import { type Binding, type TableColumn, type PartFragment, type TableKind, type SheetRow, findCell } from '../kind.ts'

/** A column, its key, and its reader if the key's shape has none. */
export type EntryColumn = TableColumn & { readonly key: string; readonly read?: (cell: Cell) => Node | CellProblem }

export type EntriesKind = TableKind & {
  readonly parentKey: string
  readonly nameColumn: string
  readonly entryColumns: readonly EntryColumn[]
  readonly keys: Keys
}

type EntriesDeclaration = {
  readonly part: PartName
  readonly name: string
  readonly parentKey: string
  readonly nameColumn: readonly [string, ...string[]]
  readonly keys: Keys
  readonly columns: readonly EntryColumn[]
  readonly isOpen?: true
}

/** `nameColumn`: the column of the name. `isOpen`: a column in backticks that is not a key becomes an extension member. */
function declareEntries({ part, name, parentKey, nameColumn: nameColumns, keys, columns, isOpen }: EntriesDeclaration): EntriesKind {
  return {
    part,
    name,
    parentKey,
    keys,
    nameColumn: nameColumns[0],
    entryColumns: columns,
    columns: [{ names: nameColumns, isNeeded: true }, ...columns],
    hasKeys: true,
    read: ({ rows }, binding) =>
      rows.flatMap((row): readonly PartFragment[] => {
        const nameCell = findCell(row, nameColumns[0])
        if (nameCell === undefined) return []
        const owner = [parentKey, makeKeyScalar(nameCell)] as const
        const cells = [
          ...columns.flatMap((column) => {
            const cell = findCell(row, column.names[0])
            return cell === undefined
              ? []
              : [
                  {
                    path: [makeWordScalar(column.key, cell)],
                    value:
                      column.read === undefined
                        ? readByShape(cell, keys[column.key]!.shape, column.key)
                        : (readStateCell(cell) ?? column.read(cell)),
                  },
                ]
          }),
          ...row.extra.map(({ header, cell }) => readKeyColumn(header, cell, keys, isOpen === true)),
        ]
        const textEntries = cells.flatMap(({ path, value }) => {
          if (!isProblem(value)) return [nestMaps([...owner, ...path], value, row.span)]
          binding.reportCell(value, row)
          return []
        })
        return textEntries.length > 0 ? textEntries : [nestMaps(owner, { kind: 'map', entries: [], span: row.span }, row.span)]
      }),
  }
}

function readKeyColumn(
  header: Cell,
  cell: Cell,
  keys: Keys,
  isOpen: boolean,
): { readonly path: readonly ReturnType<typeof makeKeyScalar>[]; readonly value: Node | CellProblem } {
  const target = findKey(header, keys)
  if ('shape' in target) return { path: target.path, value: readByShape(cell, target.shape, target.name) }
  return {
    path: [makeKeyScalar(header)],
    value: isOpen ? (readCode(cell) ?? makePlainScalar(cell)) : makeCellProblem(header, 'no key of it'),
  }
}

const typeKeys = eventsKeys.types.shape.keys!()!

/** `{ id, customer }` (fields of the record); a resource, shape or view; or an expression. */
export function readDataCell(cell: Cell): Node | CellProblem {
  const [, fieldsText] = /^\{\s*(.*?)\s*\}$/.exec(cell.text) ?? []
  if (fieldsText === undefined) return readLeaf(cell)
  const entries: MapNode['entries'][number][] = []
  const at = cell.text.indexOf(fieldsText)
  const content: Cell = {
    text: fieldsText,
    span: { ...cell.span, start: cell.span.start + at, end: cell.span.start + at + fieldsText.length },
  }
  for (const part of splitCell(content, ',')) {
    if (!nameForm.test(part.text))
      return makeCellProblem(
        part,
        'no field of the record',
        'Between braces, write names of fields, separated by commas; write other members in a `yaml` block.',
      )
    entries.push({
      key: makeKeyScalar(part),
      value: { ...makeWordScalar(`this.${part.text}`, part), value: `this.${part.text}`, style: 'single' },
    })
  }
  return { kind: 'map', entries, span: cell.span }
}

export const events = declareEntries({
  part: 'events',
  name: 'events',
  parentKey: 'types',
  nameColumn: ['event'],
  keys: typeKeys,
  columns: [
    { names: ['on'], key: 'on', isNeeded: true },
    { names: ['when', 'if'], key: 'when' },
    { names: ['key'], key: 'partitionkey' },
    { names: ['subject'], key: 'subject' },
    { names: ['data'], key: 'data', read: readDataCell },
    { names: ['meaning', 'description'], key: 'description' },
  ],
})

export const errors = declareEntries({
  part: 'errors',
  name: 'errors',
  parentKey: 'catalogue',
  nameColumn: ['error', 'code'],
  keys: entryKeys,
  columns: [
    { names: ['when', 'on'], key: 'on', isNeeded: true },
    { names: ['status'], key: 'status', isNeeded: true },
    { names: ['title'], key: 'title' },
    { names: ['detail'], key: 'detail' },
    { names: ['meaning', 'description'], key: 'description' },
  ],
  isOpen: true,
})

/** A window may also be a word such as `hour`. */
function readWindow(cell: Cell): Node | CellProblem {
  const iso = toIsoDuration(`1 ${cell.text}`)
  return iso === undefined ? readTime(cell) : makeWordScalar(iso, cell)
}

function declareRates(parentKey: 'rates' | 'quotas', nameColumn: string): EntriesKind {
  return declareEntries({
    part: 'limits',
    name: parentKey === 'rates' ? 'limits of requests' : 'limits over longer periods',
    parentKey,
    nameColumn: [nameColumn],
    keys: limitsKeys[parentKey].shape.keys!()!,
    columns: [
      { names: ['value'], key: 'quota', isNeeded: true },
      { names: ['per'], key: 'window', isNeeded: true, read: readWindow },
      { names: ['at once', 'burst'], key: 'burst' },
      { names: ['for each', 'partition'], key: 'partition' },
      { names: ['operations'], key: 'operations' },
      { names: ['meaning', 'description'], key: 'description' },
    ],
  })
}

export const rates = declareRates('rates', 'limit')

export const quotas = declareRates('quotas', 'quota')

export const versions = declareEntries({
  part: 'versioning',
  name: 'versions',
  parentKey: 'versions',
  nameColumn: ['version'],
  keys: versioningKeys.versions.shape.keys!()!,
  columns: [
    { names: ['deprecated'], key: 'deprecated' },
    { names: ['sunset'], key: 'sunset' },
    { names: ['retired'], key: 'retired' },
    { names: ['meaning', 'description'], key: 'description' },
  ],
})

/** A table of names with one value each. */
function declarePairs(
  part: PartName,
  name: string,
  parentKey: string,
  nameColumn: string,
  valueColumn: string,
  read: (cell: Cell) => Node | CellProblem,
): TableKind {
  return {
    part,
    name,
    columns: [
      { names: [nameColumn], isNeeded: true },
      { names: [valueColumn], isNeeded: true },
    ],
    read: ({ rows }, binding: Binding) =>
      rows.flatMap((row: SheetRow) => {
        const [key, cell] = [findCell(row, nameColumn), findCell(row, valueColumn)]
        const value = key === undefined || cell === undefined ? undefined : read(cell)
        if (key === undefined || value === undefined) return []
        if (!isProblem(value)) return [nestMaps([parentKey, makeKeyScalar(key)], value, row.span)]
        binding.reportCell(value, row)
        return []
      }),
  }
}

const messageText = (cell: Cell): Node =>
  readCode(cell) ?? {
    kind: 'scalar',
    value: cell.text,
    text: cell.text,
    style: 'double',
    span: cell.span,
    ...(cell.offsets === undefined ? { from: cell.span.start } : { offsets: cell.offsets }),
  }

export const errorBody = declarePairs('errors', 'members of the body of errors', 'body', 'member', 'value', readLeaf)

export const messages = declarePairs('errors', 'messages by keyword', 'messages', 'keyword', 'message', messageText)
