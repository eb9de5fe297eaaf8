// Reads the tables of part 2 other than fields: invariants, views, and initial records.

import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { entry } from '../../document/node.ts'
import { stateIn } from '../cell/by-shape.ts'
import { keyScalar, readExpression, readLeaf } from '../cell/expression.ts'
import { isProblem, listAt, nestMaps, plain, cellProblem, splitCell } from '../cell/node.ts'
import { readCellValue } from '../cell/value.ts'
import { type PartFragment, type TableKind, type Subject, cellOf } from '../kind.ts'
import { resolveIn } from './fields.ts'

export const invariants: TableKind = {
  part: 'resources',
  name: 'what always holds of a resource',
  columns: [{ names: ['rule'], isNeeded: true }, { names: ['always holds'], isNeeded: true }],
  subject: 'the resource, as in `### Order`',
  read: ({ rows, subject }, binding) =>
    rows.flatMap((row) => {
      const [rule, holds] = [cellOf(row, 'rule'), cellOf(row, 'always holds')]
      if (rule === undefined || holds === undefined) return []
      const value = stateIn(holds) ?? readExpression(holds)
      if (!isProblem(value)) return [nestMaps([keyScalar(subject!.name), 'invariant', keyScalar(rule)], value, row.span)]
      binding.wrong(value, row)
      return []
    }),
}

/** `as they are`: fields that a view shows under their own names. */
const asTheyAre = /^as (?:it is|they are)$/

export const views: TableKind = {
  part: 'resources',
  name: 'members of a view',
  columns: [{ names: ['member'], isNeeded: true }, { names: ['value'], isNeeded: true }],
  subject: 'the view and the resource that it shows, as in `### OrderSummary (view of Order)`',
  isOf: (subject) => subject?.columnCells.some(({ text }) => /^view\b/.test(text)) === true,
  read({ rows, subject }, binding) {
    const { name, columnCells: said } = subject!
    const view = ['views', keyScalar(name)] as const
    const maps: PartFragment[] = []
    const taken: Scalar[] = []
    const of = said.find(({ text }) => text.startsWith('view of '))
    if (of !== undefined)
      maps.push({
        ...nestMaps([...view, 'of'], plain({ text: of.text.slice(8), span: { ...of.span, start: of.span.start + 8 } }), name.span),
        once: true,
      })
    for (const row of rows) {
      const [member, valueCell] = [cellOf(row, 'member'), cellOf(row, 'value')]
      if (member === undefined || valueCell === undefined) continue
      if (asTheyAre.test(valueCell.text)) taken.push(...splitCell(member, ',').map(keyScalar))
      else {
        const value = stateIn(valueCell) ?? readLeaf(valueCell)
        if (isProblem(value)) binding.wrong(value, row)
        else maps.push(nestMaps([...view, 'properties', keyScalar(member)], value, row.span))
      }
    }
    if (taken.length > 0) maps.push(nestMaps([...view, 'take'], listAt(taken[0]!.span, taken), name.span))
    return maps
  },
}

const isRecords = (subject: Subject | undefined): boolean =>
  subject?.columnCells.some(({ text }) => text === 'records' || text === 'fixtures') === true

export const records: TableKind = {
  part: 'resources',
  name: 'records',
  columns: [],
  subject: 'the resource and that these are its records, as in `### Product (records)`',
  isLate: true,
  isOf: isRecords,
  takes: () => true,
  read({ rows, subject, table }, binding) {
    const { name, columnCells: said } = subject!
    const kind = said.find(({ text }) => text === 'records' || text === 'fixtures')!
    const items = rows.map((row): Node => {
      const entries = row.more.flatMap(({ header, cell }) => {
        const property = propertyOf(binding.part, name.text, header.text)
        const value = readCellValue(cell, property, resolveIn(binding))
        if (!isProblem(value)) return [{ key: keyScalar(header), value }]
        binding.wrong(value, row)
        return []
      })
      return { kind: 'map', entries, span: row.span }
    })
    const list = listAt(table.span, items)
    const where = said.find((each) => each !== kind)
    if (where === undefined) return [nestMaps([kind.text, keyScalar(name)], list, table.span)]
    const [, setting, is] = /^(\S+) is (\S+)$/.exec(where.text) ?? []
    if (setting === undefined) {
      binding.wrong(
        cellProblem(
          where,
          'not when the records are there',
          'Behind the comma stands the setting that has them, and its value: `### Person (records, firm is trial)`.',
        ),
        { cells: new Map(), more: [], span: where.span },
      )
      return []
    }
    const offsetCell = (text: string, from: number): Scalar =>
      keyScalar({ text, span: { ...where.span, start: where.span.start + from, end: where.span.start + from + text.length } })
    const owner = [kind.text, keyScalar(name)] as const
    const value = is === 'yes' ? 'true' : is === 'no' ? 'false' : is!
    const by = nestMaps([...owner, 'by', { ...offsetCell(is!, where.text.length - is!.length), text: value }], list, table.span)
    return [{ ...nestMaps([...owner, 'setting'], offsetCell(setting, 0), where.span), once: true }, by]
  },
}

function propertyOf(part: MapNode, resource: string, field: string): MapNode | undefined {
  const of = entry(part, resource)?.value
  const properties = of?.kind === 'map' ? entry(of, 'properties')?.value : undefined
  const property = properties?.kind === 'map' ? entry(properties, field)?.value : undefined
  return property?.kind === 'map' ? property : undefined
}
