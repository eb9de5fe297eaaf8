// The table of changes between versions.

import type { MapNode, Node } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { readCode, makeKeyScalar } from '../cell/expression.ts'
import { type CellProblem, isProblem, nestMaps, makePlainScalar, makeCellProblem, makeWordScalar } from '../cell/node.ts'
import { type TableKind, type SheetRow, findCell } from '../kind.ts'

/** Kinds of changes, and their keys in part 9. */
const changeWords = ['rename', 'rename state', 'rename endpoint', 'add', 'remove']

export const changes: TableKind = {
  part: 'versioning',
  name: 'changes between versions',
  columns: [
    { names: ['in'], isNeeded: true },
    { names: ['change'], isNeeded: true },
    { names: ['what'], isNeeded: true },
    { names: ['old'] },
    { names: ['new'] },
    { names: ['meaning', 'description'] },
  ],
  read({ rows }, binding) {
    const byVersion = new Map<string, { readonly version: Cell; readonly items: Node[] }>()
    for (const row of rows) {
      const version = findCell(row, 'in')
      const item = version === undefined ? undefined : readChange(row)
      if (isProblem(item)) binding.reportCell(item, row)
      else if (item !== undefined) byVersion.getOrInsertComputed(version!.text, () => ({ version: version!, items: [] })).items.push(item)
    }
    return [...byVersion.values()].map(({ version, items }) =>
      nestMaps(['changes', makeKeyScalar(version)], { kind: 'list', items, span: version.span }, version.span),
    )
  },
}

export function readChange(row: SheetRow): MapNode | CellProblem | undefined {
  const [change, what, oldCell, newCell, meaning] = ['change', 'what', 'old', 'new', 'meaning'].map((column) => findCell(row, column))
  const missing = (column: string): CellProblem => ({
    kind: 'problem',
    span: row.span,
    label: `nothing under \`${column}\``,
    help: 'A row has what changed, as it was and as it is.',
  })
  if (change === undefined) return missing('change')
  const changeMap = (key: string, path: MapNode): MapNode => {
    const map = nestMaps([makeWordScalar(key, change)], path, row.span)
    return meaning === undefined
      ? map
      : {
          ...map,
          entries: [
            ...map.entries,
            {
              key: makeWordScalar('description', meaning),
              value: { kind: 'scalar', value: meaning.text, text: meaning.text, style: 'double', span: meaning.span },
            },
          ],
        }
  }
  switch (change.text) {
    case 'rename':
      if (what === undefined) return missing('what')
      if (oldCell === undefined || newCell === undefined) return missing(oldCell === undefined ? 'old' : 'new')
      return changeMap('rename', nestMaps([makeWordScalar(`${what.text}.${oldCell.text}`, oldCell)], makePlainScalar(newCell), row.span))
    case 'rename state':
      if (what === undefined) return missing('what')
      if (oldCell === undefined || newCell === undefined) return missing(oldCell === undefined ? 'old' : 'new')
      return changeMap('renameState', nestMaps([makeKeyScalar(what), makeKeyScalar(oldCell)], makePlainScalar(newCell), row.span))
    case 'rename endpoint':
      if (oldCell === undefined || newCell === undefined) return missing(oldCell === undefined ? 'old' : 'new')
      return changeMap('renameEndpoint', nestMaps([makeKeyScalar(oldCell)], makePlainScalar(newCell), row.span))
    case 'add':
      if (what === undefined || oldCell === undefined) return missing(what === undefined ? 'what' : 'old')
      return changeMap('add', nestMaps([makeKeyScalar(what)], readCode(oldCell) ?? makePlainScalar(oldCell), row.span))
    case 'remove':
      if (what === undefined || newCell === undefined) return missing(what === undefined ? 'what' : 'new')
      return changeMap('remove', nestMaps([makeKeyScalar(what)], readCode(newCell) ?? makePlainScalar(newCell), row.span))
  }
  return makeCellProblem(
    change,
    'not a change that a row says',
    `The changes of a row are ${changeWords.map((each) => `\`${each}\``).join(', ')}; others (\`default\`, \`retype\`, \`restore\`) belong in a \`yaml\` block.`,
  )
}
