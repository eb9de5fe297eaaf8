// Reads tables of fields: of resources and shapes, of settings, and of parameters.

import { advise, quoteWord } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { schemaKeys } from '../../model/schema.ts'
import { readByShape, readStateCell } from '../cell/by-shape.ts'
import { makeKeyScalar } from '../cell/expression.ts'
import { isProblem, listAt, mapAt, nestMaps, makeCellProblem, makeVerbatimScalar, makeWordScalar } from '../cell/node.ts'
import { type CellRules, readRules } from '../cell/rules.ts'
import { readType } from '../cell/type.ts'
import { type Resolve, readCellValue } from '../cell/value.ts'
import { findKey } from '../keys.ts'
import { type Binding, type PartFragment, type TableKind, type SheetRow, findCell } from '../kind.ts'

/** Resolves a `$ref` name in part 2: a shape, or the key of a resource. */
export function resolveIn({ document, part: ownPart, name: ownName }: Pick<Binding, 'document' | 'part' | 'name'>): Resolve {
  const part = ownName === 'resources' ? ownPart : document.parts.resources.node
  return (name) => {
    const shapes = findEntryOf(part, '$defs')?.value
    const shape = shapes?.kind === 'map' ? findEntryOf(shapes, name)?.value : undefined
    if (shape?.kind === 'map') return shape
    const resource = findEntryOf(part, name)?.value
    const key = resource?.kind === 'map' ? findEntryOf(resource, 'key')?.value : undefined
    const properties = resource?.kind === 'map' ? findEntryOf(resource, 'properties')?.value : undefined
    const property = key?.kind === 'scalar' && properties?.kind === 'map' ? findEntryOf(properties, key.text)?.value : undefined
    return property?.kind === 'map' ? property : undefined
  }
}

export type Field = {
  readonly name: Scalar
  readonly schema: MapNode | Scalar
  readonly rules: CellRules | undefined
  readonly required: Cell | undefined
}

/** A field's row: its schema, and the keys for its owner. */
export function readField(row: SheetRow, name: string, binding: Binding): Field | undefined {
  const [nameCell, typeCell, mustCell, defaultCell, rulesCell, meaningCell] = [name, 'type', 'must', 'default', 'rules', 'meaning'].map(
    (column) => findCell(row, column),
  )
  if (nameCell === undefined) return undefined
  const reportIfProblem = (result: unknown): boolean => {
    if (!isProblem(result)) return false
    binding.reportCell(result, row)
    return true
  }
  const resolve = resolveIn(binding)
  // A field without a known type is `not shown` as a whole.
  const notShown = typeCell === undefined ? undefined : readStateCell(typeCell)
  const type = typeCell === undefined || notShown !== undefined ? mapAt(row.span, {}) : readType(typeCell)
  if (isProblem(type)) {
    binding.reportCell(type, row)
    return undefined
  }
  const base: MapNode = type === 'below' ? { kind: 'map', entries: [], span: typeCell!.span } : type
  const rules = rulesCell === undefined ? undefined : readRules(rulesCell, base, resolve)
  const members: { [key: string]: Node | undefined } = {}
  if (rules !== undefined && !reportIfProblem(rules)) Object.assign(members, (rules as CellRules).keywords)
  if (defaultCell !== undefined) {
    const value = readCellValue(defaultCell, base, resolve)
    if (!reportIfProblem(value)) members['default'] = value as Node
  }
  if (meaningCell !== undefined) members['description'] = makeVerbatimScalar(meaningCell)
  let required: Cell | undefined
  if (mustCell !== undefined && !/^(?:yes|no)$/.test(mustCell.text))
    binding.reportCell(
      makeCellProblem(
        mustCell,
        'neither yes nor no',
        advise`Write ${quoteWord('yes')} where each record has it, and ${quoteWord('no')} or nothing where it may be left out.`,
      ),
      row,
    )
  else if (mustCell?.text === 'yes') required = mustCell
  const memberNode = mapAt(row.span, members)
  const keyEntries = row.extra.flatMap(({ header, cell }) => readKeyColumn(header, cell, row, binding))
  return {
    name: makeKeyScalar(nameCell),
    schema: notShown ?? { ...base, entries: [...base.entries, ...memberNode.entries, ...keyEntries] },
    rules: rules === undefined || isProblem(rules) ? undefined : rules,
    required,
  }
}

function readKeyColumn(header: Cell, cell: Cell, row: SheetRow, binding: Binding): MapNode['entries'] {
  const target = findKey(header, schemaKeys)
  if (!('shape' in target)) return []
  const value = readByShape(cell, target.shape, target.name)
  if (!isProblem(value)) return nestMaps(target.path, value, row.span).entries
  binding.reportCell(value, row)
  return []
}

const columns = [
  { names: ['field', 'property'], isNeeded: true },
  { names: ['type', 'kind'], isNeeded: true },
  { names: ['must', 'required'] },
  { names: ['default', 'if left out'] },
  { names: ['rules', 'rule'] },
  { names: ['meaning', 'description'] },
] as const

export const fields: TableKind = {
  part: 'resources',
  name: 'fields of a resource or shape',
  columns,
  subject: 'the resource or shape that has the fields, as in `### Order` or `### Line (shape)`',
  hasKeys: true,
  read({ rows, subject, table }, binding) {
    const { name, columnCells } = subject!
    const isShape = columnCells.some(({ text }) => text === 'shape')
    const owner = isShape ? ['$defs', makeKeyScalar(name)] : [makeKeyScalar(name)]
    const maps: PartFragment[] = []
    const required: Scalar[] = []
    const keys: Scalar[] = []
    const unique: Node[] = []
    if (isShape) maps.push({ ...nestMaps([...owner, 'type'], makeWordScalar('object', name), name.span), isRepeatable: true })
    for (const row of rows) {
      const field = readField(row, 'field', binding)
      if (field === undefined) continue
      maps.push(nestMaps([...owner, 'properties', field.name], field.schema, row.span))
      const wordAt = (place: { readonly span: Span }): Scalar => makeWordScalar(field.name.text, place)
      if (field.required !== undefined) required.push(wordAt(field.required))
      if (field.rules?.required !== undefined) required.push(wordAt(field.rules.required))
      if (field.rules?.key !== undefined) keys.push(wordAt(field.rules.key))
      for (const { cell, others } of field.rules?.unique ?? [])
        unique.push(others.length === 0 ? wordAt(cell) : listAt(cell.span, [wordAt(cell), ...others]))
    }
    const start = table.header[0]!.span
    const key = mapAt(start, { key: keys.length === 1 ? keys[0] : listOf(keys) })
    return [
      nestMaps(owner, key, start),
      ...maps,
      nestMaps(owner, mapAt(start, { required: listOf(required), unique: listOf(unique) }), start),
    ]
  },
}

/** A list at the place of its first item; undefined without items. */
function listOf(items: readonly Node[]): Node | undefined {
  return items.length === 0 ? undefined : listAt(items[0]!.span, items)
}

export const settings: TableKind = {
  part: 'service',
  name: 'settings',
  columns: [
    { names: ['setting'], isNeeded: true },
    { names: ['type', 'kind'], isNeeded: true },
    { names: ['default'] },
    { names: ['meaning', 'description'] },
  ],
  hasKeys: true,
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const field = readField(row, 'setting', binding)
      return field === undefined ? [] : [nestMaps(['settings', field.name], field.schema, row.span)]
    }),
}
