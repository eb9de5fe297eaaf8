// Reads the tables of part 2 other than fields: invariants, views, and initial records.

import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { readStateCell } from '../cell/by-shape.ts'
import { makeKeyScalar, readExpression, readLeaf } from '../cell/expression.ts'
import { isProblem, listAt, nestMaps, makePlainScalar, makeCellProblem, splitCell } from '../cell/node.ts'
import { readCellValue } from '../cell/value.ts'
import { type PartFragment, type TableKind, type Subject, findCell } from '../kind.ts'
import { resolveIn } from './fields.ts'

const yesOrNo: ReadonlyMap<string, string> = new Map([
  ['yes', 'true'],
  ['no', 'false'],
])

export const invariants: TableKind = {
  part: 'resources',
  name: 'what always holds of a resource',
  columns: [
    { names: ['rule'], isNeeded: true },
    { names: ['always holds'], isNeeded: true },
  ],
  subject: 'the resource, as in `### Order`',
  read: ({ rows, subject }, binding) =>
    rows.flatMap((row) => {
      const [rule, condition] = [findCell(row, 'rule'), findCell(row, 'always holds')]
      if (rule === undefined || condition === undefined) return []
      const value = readStateCell(condition) ?? readExpression(condition)
      if (!isProblem(value)) return [nestMaps([makeKeyScalar(subject!.name), 'invariant', makeKeyScalar(rule)], value, row.span)]
      binding.reportCell(value, row)
      return []
    }),
}

/** `as they are`: fields that a view shows under their own names. */
const unchangedPattern = /^as (?:it is|they are)$/

export const views: TableKind = {
  part: 'resources',
  name: 'members of a view',
  columns: [
    { names: ['member'], isNeeded: true },
    { names: ['value'], isNeeded: true },
  ],
  subject: 'the view and the resource that it shows, as in `### OrderSummary (view of Order)`',
  acceptsSubject: (subject) => subject?.columnCells.some(({ text }) => /^view\b/.test(text)) === true,
  read({ rows, subject }, binding) {
    const { name, columnCells } = subject!
    const view = ['views', makeKeyScalar(name)] as const
    const maps: PartFragment[] = []
    const takenNames: Scalar[] = []
    const resourceCell = columnCells.find(({ text }) => text.startsWith('view of '))
    if (resourceCell !== undefined)
      maps.push({
        ...nestMaps(
          [...view, 'of'],
          makePlainScalar({ text: resourceCell.text.slice(8), span: { ...resourceCell.span, start: resourceCell.span.start + 8 } }),
          name.span,
        ),
        isRepeatable: true,
      })
    for (const row of rows) {
      const [member, valueCell] = [findCell(row, 'member'), findCell(row, 'value')]
      if (member === undefined || valueCell === undefined) continue
      if (unchangedPattern.test(valueCell.text)) takenNames.push(...splitCell(member, ',').map(makeKeyScalar))
      else {
        const value = readStateCell(valueCell) ?? readLeaf(valueCell)
        if (isProblem(value)) binding.reportCell(value, row)
        else maps.push(nestMaps([...view, 'properties', makeKeyScalar(member)], value, row.span))
      }
    }
    if (takenNames.length > 0) maps.push(nestMaps([...view, 'take'], listAt(takenNames[0]!.span, takenNames), name.span))
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
  acceptsSubject: isRecords,
  acceptsHeader: () => true,
  read({ rows, subject, table }, binding) {
    const { name, columnCells } = subject!
    const kind = columnCells.find(({ text }) => text === 'records' || text === 'fixtures')!
    const items = rows.map((row): Node => {
      const entries = row.extra.flatMap(({ header, cell }) => {
        const property = findPropertyNode(binding.part, name.text, header.text)
        const value = readCellValue(cell, property, resolveIn(binding))
        if (!isProblem(value)) return [{ key: makeKeyScalar(header), value }]
        binding.reportCell(value, row)
        return []
      })
      return { kind: 'map', entries, span: row.span }
    })
    const list = listAt(table.span, items)
    const condition = columnCells.find((each) => each !== kind)
    if (condition === undefined) return [nestMaps([kind.text, makeKeyScalar(name)], list, table.span)]
    const [, setting, settingValue] = /^(\S+) is (\S+)$/.exec(condition.text) ?? []
    if (setting === undefined) {
      binding.reportCell(
        makeCellProblem(
          condition,
          'without the value for which the records exist',
          'After the comma, write the setting and its value: `### Person (records, firm is trial)`.',
        ),
        { cells: new Map(), extra: [], span: condition.span },
      )
      return []
    }
    const offsetCell = (text: string, from: number): Scalar =>
      makeKeyScalar({
        text,
        span: { ...condition.span, start: condition.span.start + from, end: condition.span.start + from + text.length },
      })
    const owner = [kind.text, makeKeyScalar(name)] as const
    const value = yesOrNo.get(settingValue!) ?? settingValue!
    const by = nestMaps(
      [...owner, 'by', { ...offsetCell(settingValue!, condition.text.length - settingValue!.length), text: value }],
      list,
      table.span,
    )
    return [{ ...nestMaps([...owner, 'setting'], offsetCell(setting, 0), condition.span), isRepeatable: true }, by]
  },
}

function findPropertyNode(part: MapNode, resourceName: string, field: string): MapNode | undefined {
  const resource = findEntryOf(part, resourceName)?.value
  const properties = resource?.kind === 'map' ? findEntryOf(resource, 'properties')?.value : undefined
  const property = properties?.kind === 'map' ? findEntryOf(properties, field)?.value : undefined
  return property?.kind === 'map' ? property : undefined
}
