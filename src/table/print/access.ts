// Prints part 5 as tables: rules, and callers.

import type { Entry, MapNode, Node } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { readPairCells } from '../cell/expression.ts'
import { printPairs, printText } from '../cell/by-shape.ts'
import { readCode } from '../cell/expression.ts'
import { makeVerbatimScalar } from '../cell/node.ts'
import { printCellValue, readCellValue } from '../cell/value.ts'
import { readClaim, printRule, readRule } from '../kinds/access.ts'
import { type PrintedTable, checkCell, isName } from './printed.ts'

/** The tables of a member, and the content that they cannot express. */
export type PrintedMember = { readonly tables: readonly PrintedTable[]; readonly rest?: Node }

const allActions = ['list', 'read', 'create', 'update', 'delete']

/** A row for each resource, followed by one for each field with its own rules. */
export function printRulesTable(rules: MapNode, transitions: ReadonlySet<string>): PrintedMember | undefined {
  const rows: { readonly name: string; readonly cells: ReadonlyMap<string, string> }[] = []
  for (const { key, value } of rules.entries) {
    if (value.kind !== 'map' || !isName(key.text)) return undefined
    const ownRow = makeRow(
      key.text,
      value.entries.filter((each) => each.value.kind !== 'map'),
    )
    const fields = value.entries.flatMap((each) =>
      each.value.kind === 'map' ? [makeRow(`${key.text}.${each.key.text}`, each.value.entries)] : [],
    )
    const all = [ownRow, ...fields]
    if (all.includes(undefined)) return undefined
    rows.push(...all.flatMap((row) => (row === undefined || row.cells.size === 0 ? [] : [row])))
  }
  const columns = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  if ([...columns].some((name) => !allActions.includes(name) && !transitions.has(name))) return undefined
  const header = [...allActions.filter((name) => columns.has(name)), ...[...columns].filter((name) => !allActions.includes(name))]
  return rows.length === 0
    ? undefined
    : {
        tables: [
          {
            header: ['resource', ...header],
            rows: rows.map(({ name, cells }) => [name, ...header.map((column) => cells.get(column) ?? '')]),
          },
        ],
      }
}

function makeRow(
  name: string,
  entries: readonly Entry[],
): { readonly name: string; readonly cells: ReadonlyMap<string, string> } | undefined {
  const cells = entries.map(
    ({ key, value }) => [key.text, isName(key.text) ? (checkCell(printRule(value), readRule, value) ?? '') : ''] as const,
  )
  return cells.some(([, text]) => text === '') ? undefined : { name, cells: new Map(cells) }
}

export function printCallersTable(callers: MapNode, part: MapNode): PrintedMember | undefined {
  const rows = callers.entries.map(({ key, value }) => {
    if (value.kind !== 'map' || !isName(key.text)) return undefined
    const [scheme, claims, credential] = ['scheme', 'claims', 'credential'].map((name) => findEntryOf(value, name)?.value)
    if (scheme?.kind !== 'scalar' || value.entries.length !== [scheme, claims, credential].filter((each) => each !== undefined).length)
      return undefined
    const claimTable = (name: string): MapNode | undefined => readClaim({ part }, scheme, name)
    const claimsText =
      claims === undefined
        ? ''
        : claims.kind !== 'map'
          ? undefined
          : checkCell(
              printPairs(claims, '=', (node) => {
                const name = claims.entries.find((each) => each.value === node)!.key.text
                return printCellValue(node, claimTable(name), () => undefined)
              }),
              (cell) => readPairCells(cell, '=', (part, name) => readCellValue(part, claimTable(name), () => undefined)),
              claims,
            )
    const secret =
      credential === undefined
        ? ''
        : credential.kind === 'scalar'
          ? checkCell(printText(credential), (cell) => readCode(cell) ?? makeVerbatimScalar(cell), {
              ...credential,
              value: credential.text,
              style: 'double',
            })
          : undefined
    return claimsText === undefined || secret === undefined ? undefined : [key.text, scheme.text, claimsText, secret]
  })
  return rows.length === 0 || rows.includes(undefined)
    ? undefined
    : { tables: [{ header: ['caller', 'scheme', 'claims', 'credential'], rows: rows as string[][] }] }
}
