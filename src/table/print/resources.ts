// Prints part 2 as tables: a resource, shape or view under its own heading, and records.

import type { Entry, MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { resource, resourcesKeys } from '../../model/resources.ts'
import { printExpression, printLeaf, readExpression, readLeaf } from '../cell/expression.ts'
import { printCellValue, readCellValue } from '../cell/value.ts'
import { type TypeNameLookup, printFields } from './fields.ts'
import { printKeyValuePairs } from './key-value.ts'
import { type PrintedPart, type PrintedTable, checkCell, isName, mapMember, withoutKeys } from './printed.ts'

/** The entries of part 2, in their order. */
export function printResources(map: MapNode, names: TypeNameLookup, partMap: MapNode): readonly PrintedPart[] {
  return map.entries.flatMap((each): readonly PrintedPart[] => {
    const { key, value } = each
    if (value.kind !== 'map') return [{ yaml: { ...map, entries: [each] } }]
    switch (key.text) {
      case '$defs':
        return value.entries.flatMap((shape) => printShape(map, key, shape, names))
      case 'views':
        return value.entries.flatMap((view) => printView(map, key, view))
      case 'records':
      case 'fixtures':
        return value.entries.flatMap((rows) => printRecords(map, key, rows, names, partMap))
      default:
        return Object.hasOwn(resourcesKeys, key.text) ||
          /^(?:each|expect|waive)$/.test(key.text) ||
          !isName(key.text) ||
          key.text.includes('.')
          ? [{ yaml: { ...map, entries: [each] } }]
          : printResource(map, key, value, names)
    }
  })
}

function printResource(map: MapNode, key: Scalar, value: MapNode, names: TypeNameLookup): readonly PrintedPart[] {
  const fields = printFields(value, key.text, names, false)
  if (fields === undefined) return [{ yaml: { ...map, entries: [{ key, value }] } }]
  const invariants = mapMember(fields.rest, 'invariant')
  const invariantRows = invariants?.entries.map((each) => [
    each.key.text,
    isName(each.key.text) && each.value.kind === 'scalar' ? checkCell(printExpression(each.value), readExpression, each.value) : undefined,
  ])
  const hasInvariantRows = invariantRows !== undefined && invariantRows.length > 0 && invariantRows.every(([, text]) => text !== undefined)
  const { rows, rest } = printKeyValuePairs(
    hasInvariantRows ? withoutKeys(fields.rest, new Set(['invariant'])) : fields.rest,
    resource.keys!()!,
  )
  return [
    fields.printed,
    ...(hasInvariantRows ? [{ header: ['rule', 'always holds'], rows: invariantRows as string[][] }] : []),
    ...(rows.length > 0 ? [{ header: ['key', 'value'], rows }] : []),
    ...(rest.entries.length > 0 ? [{ yaml: { ...map, entries: [{ key, value: rest }] } }] : []),
  ]
}

function printShape(map: MapNode, defs: Scalar, { key, value }: Entry, names: TypeNameLookup): readonly PrintedPart[] {
  const asYaml = (node: Node): PrintedPart => ({
    yaml: { ...map, entries: [{ key: defs, value: { ...map, entries: [{ key, value: node }] } }] },
  })
  const fields = value.kind === 'map' && isName(key.text) ? printFields(value, `${key.text} (shape)`, names, true) : undefined
  if (fields === undefined) return [asYaml(value)]
  return fields.rest.entries.length === 0 ? [fields.printed] : [fields.printed, asYaml(fields.rest)]
}

function printView(map: MapNode, views: Scalar, { key, value }: Entry): readonly PrintedPart[] {
  const asYaml = (node: Node): PrintedPart => ({
    yaml: { ...map, entries: [{ key: views, value: { ...map, entries: [{ key, value: node }] } }] },
  })
  if (value.kind !== 'map' || !isName(key.text)) return [asYaml(value)]
  const of = findEntryOf(value, 'of')?.value
  const takeNode = findEntryOf(value, 'take')?.value
  const members = mapMember(value, 'properties')
  const names =
    takeNode?.kind === 'list' ? takeNode.items.map((item) => (item.kind === 'scalar' && isName(item.text) ? item.text : undefined)) : []
  const rows =
    members?.entries.map((each) => [
      each.key.text,
      isName(each.key.text) && each.value.kind === 'scalar' ? checkCell(printLeaf(each.value), readLeaf, each.value) : undefined,
    ]) ?? []
  const isWhole =
    of?.kind === 'scalar' &&
    (takeNode === undefined || (names.length > 0 && !names.includes(undefined))) &&
    rows.every(([, text]) => text !== undefined) &&
    rows.length + names.length > 0
  if (!isWhole) return [asYaml(value)]
  const rest = withoutKeys(value, new Set(['of', 'take', 'properties']))
  const table = {
    heading: `${key.text} (view of ${of.text})`,
    header: ['member', 'value'],
    rows: [...(names.length > 0 ? [[names.join(', '), names.length === 1 ? 'as it is' : 'as they are']] : []), ...(rows as string[][])],
  }
  return rest.entries.length === 0 ? [table] : [table, asYaml(rest)]
}

/** The records of a resource: a table, or one for each value of a setting. */
function printRecords(map: MapNode, kind: Scalar, { key, value }: Entry, names: TypeNameLookup, partMap: MapNode): readonly PrintedPart[] {
  const asYaml: readonly PrintedPart[] = [{ yaml: { ...map, entries: [{ key: kind, value: { ...map, entries: [{ key, value }] } }] } }]
  if (!isName(key.text)) return asYaml
  if (value.kind === 'list') return printRecordsTable(value.items, key.text, `${key.text} (${kind.text})`, names, partMap) ?? asYaml
  const [setting, by] = value.kind === 'map' ? [findEntryOf(value, 'setting')?.value, mapMember(value, 'by')] : []
  if (value.kind !== 'map' || setting?.kind !== 'scalar' || by === undefined || value.entries.length !== 2) return asYaml
  const tables = by.entries.map((each) =>
    each.value.kind === 'list' && isName(each.key.text) && !/^(?:yes|no)$/.test(each.key.text)
      ? printRecordsTable(each.value.items, key.text, `${key.text} (${kind.text}, ${setting.text} is ${each.key.text})`, names, partMap)
      : undefined,
  )
  return tables.includes(undefined) ? asYaml : tables.flatMap((table) => table!)
}

function printRecordsTable(
  items: readonly Node[],
  resource: string,
  heading: string,
  { resolve }: TypeNameLookup,
  partMap: MapNode,
): readonly [PrintedTable] | undefined {
  const properties = mapMember(mapMember(partMap, resource) ?? partMap, 'properties')
  const header: string[] = []
  for (const item of items) {
    if (item.kind !== 'map') return undefined
    // The order of members in a record has no meaning.
    for (const { key } of item.entries) if (!header.includes(key.text)) header.push(key.text)
  }
  if (header.length === 0 || !header.every((name) => /^[A-Za-z_$][\w$]*$/.test(name))) return undefined
  const rows = items.map((item) =>
    header.map((name) => {
      const value = item.kind === 'map' ? findEntryOf(item, name)?.value : undefined
      if (value === undefined) return ''
      const schema = properties === undefined ? undefined : mapMember(properties, name)
      return checkCell(printCellValue(value, schema, resolve), (cell) => readCellValue(cell, schema, resolve), value)
    }),
  )
  return rows.some((row) => row.includes(undefined)) ? undefined : [{ heading, header, rows: rows as string[][] }]
}
