// Reads tables of keys and values: any key of the reference by its dotted path, in a part or in the element that the heading names.

import { advise, offerNames, quoteWordsWithOr } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import { type PartName, partNames } from '../../document/document.ts'
import type { Node, Scalar } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { operationKeys } from '../../model/endpoints.ts'
import { partLanguage } from '../../model/language.ts'
import type { Keys } from '../../model/shape.ts'
import { readByShape, readLookup, readStateCell } from '../cell/by-shape.ts'
import { makeKeyScalar, readExpression } from '../cell/expression.ts'
import { type CellProblem, isProblem, nestMaps, makeCellProblem } from '../cell/node.ts'
import { type KeyTarget, findKey } from '../keys.ts'
import { type Binding, type PartFragment, type TableKind, type SheetRow, type Subject, findCell } from '../kind.ts'
import { resolveEndpoint } from './endpoints.ts'
import { resourcesKeys } from '../../model/resources.ts'

const columns = [
  { names: ['key'], isNeeded: true },
  { names: ['value'], isNeeded: true },
] as const

/** The fragment of a row, under the owner of its key. */
function readPair(row: SheetRow, owner: readonly (string | Scalar)[], keys: Keys, binding: Binding): readonly PartFragment[] {
  const [key, cell] = [findCell(row, 'key'), findCell(row, 'value')]
  if (key === undefined || cell === undefined) return []
  const target = owner.length === 0 && binding.name === 'authentication' ? (parseCallerKey(key) ?? findKey(key, keys)) : findKey(key, keys)
  const reportAndSkip = (problem: CellProblem): readonly PartFragment[] => {
    binding.reportCell(problem, row)
    return []
  }
  if (!('shape' in target)) return reportAndSkip(reportUnknownKey(target))
  const value =
    target.name === 'caller'
      ? (readStateCell(cell) ?? readLookup(cell) ?? readExpression(cell))
      : readByShape(cell, target.shape, target.name)
  return isProblem(value) ? reportAndSkip(value) : [nestMaps([...owner, ...target.path], value as Node, row.span)]
}

function reportUnknownKey({ at, known }: Extract<KeyTarget, { at: Cell }>): CellProblem {
  const suggestions = findNearest(at.text.replaceAll('`', ''), known)
  const keysText = known.length === 0 ? 'It has no keys.' : advise`The keys are ${quoteWordsWithOr(known)}.`
  return makeCellProblem(at, 'no key of it', suggestions.length > 0 ? offerNames(suggestions) : keysText)
}

/** `caller by sign-on`, or `caller.sign-on`: the rule that finds the caller for a scheme. */
function parseCallerKey(cell: Cell): KeyTarget | undefined {
  const [opening] = /^caller(?: by |\.(?!find\b|by\b))/.exec(cell.text) ?? []
  if (opening === undefined) return undefined
  const { shape } = partLanguage.authentication.keys['caller']!
  return {
    path: [makeKeyScalar(sliceCell(cell, 0, 'caller'.length)), makeKeyScalar(sliceCell(cell, opening.length, cell.text.length))],
    shape,
    name: 'caller',
  }
}

/** The owner of the keys in a table, by its heading. */
function findOwner(
  part: PartName,
  subject: Subject | undefined,
): { readonly owner: readonly (string | Scalar)[]; readonly keys: Keys } | undefined {
  const { keys, elements } = partLanguage[part]
  if (subject === undefined || (part !== 'resources' && part !== 'states')) return { owner: [], keys }
  const [cell] = subject.columnCells
  const keysOfSection = (name: 'views' | '$defs'): Keys => resourcesKeys[name].shape.keys!()!
  if (cell === undefined) return { owner: [makeKeyScalar(subject.name)], keys: elements!.keys!()! }
  if (cell.text === 'shape') return { owner: ['$defs', makeKeyScalar(subject.name)], keys: keysOfSection('$defs') }
  return /^view\b/.test(cell.text) ? { owner: ['views', makeKeyScalar(subject.name)], keys: keysOfSection('views') } : undefined
}

/** The keys of the part, or of the element in the heading. */
function makeKeysKind(part: PartName): TableKind {
  return {
    part,
    name: 'keys and values',
    columns,
    isLate: true,
    read({ rows, subject }, binding) {
      const owner = findOwner(part, subject)
      return rows.flatMap((row) => {
        const key = findCell(row, 'key')
        const element =
          owner !== undefined && owner.owner.length === 0 && key !== undefined ? findElement(part, key, owner.keys) : undefined
        if (element !== undefined)
          return readPair(
            { ...row, cells: new Map([...row.cells, ['key', element.rest]]) },
            [element.owner],
            partLanguage[part].elements!.keys!()!,
            binding,
          )
        return owner === undefined ? [] : readPair(row, owner.owner, owner.keys, binding)
      })
    },
  }
}

/** The name of an element at the beginning of a key, for the parts that have keys of their elements. */
const elementPatterns: { readonly [part in PartName]?: RegExp } = { resources: /^([A-Za-z_]\w*)\./, states: /^(\w+\.\w+)\./ }

/** `Order.softDelete`: an element of the part, and its key. */
function findElement(part: PartName, cell: Cell, keys: Keys): { readonly owner: Scalar; readonly rest: Cell } | undefined {
  const [opening, name] = elementPatterns[part]?.exec(cell.text) ?? []
  if (name === undefined || Object.hasOwn(keys, name)) return undefined
  return { owner: makeKeyScalar(sliceCell(cell, 0, name.length)), rest: sliceCell(cell, opening!.length, cell.text.length) }
}

export const keyValue = partNames.map(makeKeysKind)

export const operationKeyValue: TableKind = {
  part: 'endpoints',
  name: 'keys and values of endpoints',
  columns: [{ names: ['endpoint'], isNeeded: true }, ...columns],
  isLate: true,
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const endpoint = findCell(row, 'endpoint')
      if (endpoint === undefined) return []
      const owner = resolveEndpoint(endpoint, binding)
      if (!isProblem(owner)) return readPair(row, [owner], operationKeys, binding)
      binding.reportCell(owner, row)
      return []
    }),
}
