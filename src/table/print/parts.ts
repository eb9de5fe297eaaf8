// Prints each part as tables, and as YAML where no cell can express it.

import type { PartName } from '../../document/document.ts'
import type { Entry, MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { parseCoreValue } from '../../document/scalar.ts'
import { partLanguage } from '../../model/language.ts'
import { printExpression, printLeaf, readExpression, readLeaf } from '../cell/expression.ts'
import { printText } from '../cell/by-shape.ts'
import { readCode } from '../cell/expression.ts'
import { makeVerbatimScalar } from '../cell/node.ts'
import { type EntriesKind, errors, events, quotas, rates, readDataCell, versions } from '../kinds/entries.ts'
import { readChange } from '../kinds/changes.ts'
import { printByShape, readByShape } from '../cell/by-shape.ts'
import { printTime } from '../cell/time.ts'
import { printEndpoints } from './endpoints.ts'
import { type TypeNameLookup, printNamed } from './fields.ts'
import { printCallers, printKeyValuePairs } from './key-value.ts'
import { printMachines } from './machines.ts'
import { type PrintedPart, type PrintedTable, asCell, checkCell, isName, printSameText, withoutKeys } from './printed.ts'
import { printResources } from './resources.ts'
import { printCallersTable, type PrintedMember, printRulesTable } from './access.ts'

/** The context of printing: the whole part, and names. */
export type PrintContext = {
  readonly whole: MapNode
  readonly names: TypeNameLookup
  readonly steps: Set<string>
  readonly transitions: ReadonlySet<string>
}

/** The content of a part's block, as tables in the order of its entries. */
export function printPart(part: PartName, map: MapNode, context: PrintContext): readonly PrintedPart[] {
  switch (part) {
    case 'resources':
      return printResources(map, context.names, context.whole)
    case 'states':
      return printMachines(map, context.names, context.steps)
    case 'endpoints':
      return printEndpoints(map, context.names)
    case 'service':
      return printMembers(part, map, { settings: (settings) => printSettingsTable(settings, context.names) })
    case 'authentication':
      return printMembers(part, map, {
        roles: printRolesTable,
        rules: (rules) => printRulesTable(rules, context.transitions),
        callers: (callers) => printCallersTable(callers, context.whole),
        caller: printCallerRows,
      })
    case 'events':
      return printMembers(part, map, { types: (types) => printEntriesTable(types, events) })
    case 'errors':
      return printMembers(part, map, {
        catalogue: (catalogue) => printEntriesTable(catalogue, errors),
        body: printBodyTable,
        messages: printMessagesTable,
      })
    case 'limits':
      return printMembers(part, map, { rates: (all) => printEntriesTable(all, rates), quotas: (all) => printEntriesTable(all, quotas) })
    case 'versioning':
      return printMembers(part, map, { versions: (all) => printEntriesTable(all, versions), changes: printChangesTable })
  }
}

/** Prints members with own tables, and other members as keys and values; the rest is YAML after them. */
function printMembers(
  part: PartName,
  map: MapNode,
  printers: { readonly [key: string]: (value: MapNode) => PrintedMember | undefined },
): readonly PrintedPart[] {
  const tables: PrintedTable[] = []
  const unprinted: Entry[] = []
  const others: Entry[] = []
  for (const each of map.entries) {
    const print = Object.hasOwn(printers, each.key.text) ? printers[each.key.text] : undefined
    const member = print === undefined || each.value.kind !== 'map' ? undefined : print(each.value)
    if (member === undefined) others.push(each)
    else {
      tables.push(...member.tables)
      if (member.rest !== undefined) unprinted.push({ key: each.key, value: member.rest })
    }
  }
  const { rows, rest } = printKeyValuePairs({ ...map, entries: others }, partLanguage[part].keys)
  const yaml = { ...map, entries: map.entries.flatMap(({ key }) => [...unprinted, ...rest.entries].filter((each) => each.key === key)) }
  return [...(rows.length === 0 ? [] : [{ header: ['key', 'value'], rows }]), ...tables, ...(yaml.entries.length === 0 ? [] : [{ yaml }])]
}

function printSettingsTable(settings: MapNode, names: TypeNameLookup): PrintedMember | undefined {
  const { rows, rest } = printNamed(settings, [], names, false)
  return rest.length > 0 || rows.length === 0 ? undefined : { tables: [{ header: ['setting', 'type', 'default', 'meaning'], rows }] }
}

/** Prints named elements as rows; content without a column stays YAML. */
function printEntriesTable(map: MapNode, kind: EntriesKind): PrintedMember | undefined {
  const unprinted: Entry[] = []
  const extra =
    kind.part !== 'errors'
      ? []
      : [
          ...new Set(
            map.entries.flatMap(({ value }) =>
              value.kind === 'map' ? value.entries.flatMap((each) => (Object.hasOwn(kind.keys, each.key.text) ? [] : [each.key.text])) : [],
            ),
          ),
        ].filter((name) => /^[A-Za-z_]\w*$/.test(name))
  const rows: string[][] = []
  for (const { key, value } of map.entries) {
    if (value.kind !== 'map' || !/^[^\s|`,;][^|`,;\r\n]*$/.test(key.text)) return undefined
    const printedKeys = new Set<string>()
    const cells = kind.entryColumns.map((column) => {
      const member = findEntryOf(value, column.key)?.value
      if (member === undefined) return ''
      const shape = kind.keys[column.key]!.shape
      const text =
        column.read === undefined
          ? checkCell(printByShape(member, shape, column.key), (cell) => readByShape(cell, shape, column.key), member)
          : checkCell(
              column.key === 'data' ? printData(member) : member.kind === 'scalar' ? printWindow(member.text) : undefined,
              column.key === 'data' ? readDataCell : column.read,
              member,
            )
      if (text !== undefined) printedKeys.add(column.key)
      return text ?? ''
    })
    const more = extra.map((name) => {
      const memberNode = findEntryOf(value, name)?.value
      const text =
        memberNode?.kind === 'scalar' && typeof memberNode.value === 'string'
          ? checkCell(printMember(memberNode), (cell) => readCode(cell) ?? makeVerbatimScalar(cell), memberNode)
          : undefined
      if (text !== undefined) printedKeys.add(name)
      return text ?? ''
    })
    rows.push([key.text, ...cells, ...more])
    const rest = withoutKeys(value, printedKeys)
    if (rest.entries.length > 0) unprinted.push({ key, value: rest })
  }
  if (rows.length === 0) return undefined
  const table = {
    header: [kind.nameColumn, ...kind.entryColumns.map(({ names: [name] }) => name), ...extra.map((name) => `\`${name}\``)],
    rows,
  }
  return { tables: [table], ...(unprinted.length === 0 ? {} : { rest: { ...map, entries: unprinted } }) }
}

/** A text that YAML would read as a number or a word is in backticks. */
function printMember(scalar: Scalar): string | undefined {
  const text = printText(scalar)
  return text === undefined || typeof parseCoreValue(text) === 'string' ? text : `\`${text}\``
}

function printWindow(iso: string): string {
  return printTime(iso).replace(/^1 /, '')
}

function printData(node: Node): string | undefined {
  if (node.kind === 'scalar') return printLeaf(node)
  if (node.kind === 'list' || node.entries.length === 0) return undefined
  const isOwn = node.entries.every(({ key, value }) => value.kind === 'scalar' && value.text === `this.${key.text}`)
  return isOwn ? `{ ${node.entries.map(({ key }) => key.text).join(', ')} }` : undefined
}

function printBodyTable(body: MapNode): PrintedMember | undefined {
  const rows = body.entries.map(({ key, value }) => [
    key.text,
    isName(key.text) && value.kind === 'scalar' ? (checkCell(printLeaf(value), readLeaf, value) ?? '') : '',
  ])
  return rows.length === 0 || rows.some(([, text]) => text === '') ? undefined : { tables: [{ header: ['member', 'value'], rows }] }
}

function printMessagesTable(messages: MapNode): PrintedMember | undefined {
  const rows = messages.entries.map(({ key, value }) => [
    key.text,
    isName(key.text) && value.kind === 'scalar'
      ? (checkCell(printText(value), (cell) => readCode(cell) ?? makeVerbatimScalar(cell), value) ?? '')
      : '',
  ])
  return rows.length === 0 || rows.some(([, text]) => text === '') ? undefined : { tables: [{ header: ['keyword', 'message'], rows }] }
}

function isNotShown({ style, text }: Scalar): boolean {
  return style === 'plain' && text === 'not shown'
}

function printRolesTable(roles: MapNode): PrintedMember | undefined {
  const rows = roles.entries.map(({ key, value }) => [
    key.text,
    isName(key.text) && value.kind === 'scalar'
      ? isNotShown(value)
        ? value.text
        : (checkCell(printExpression(value), readExpression, value) ?? '')
      : '',
  ])
  return rows.length === 0 || rows.some(([, text]) => text === '') ? undefined : { tables: [{ header: ['role', 'means'], rows }] }
}

/** A row for each scheme; a single look-up is an ordinary value. */
function printCallerRows(caller: MapNode): PrintedMember | undefined {
  if (findEntryOf(caller, 'find') !== undefined) return undefined
  const { rows, rest } = printCallers(caller, partLanguage.authentication.keys)
  return rows.length === 0 ? undefined : { tables: [{ header: ['key', 'value'], rows }], ...(rest.entries.length === 0 ? {} : { rest }) }
}

/** A row for each change that makes one statement. */
function printChangesTable(changes: MapNode): PrintedMember | undefined {
  const rows = changes.entries.flatMap(({ key, value }) =>
    value.kind === 'list' && value.items.length > 0 ? value.items.map((item) => changeRow(key.text, item)) : [undefined],
  )
  return rows.length === 0 || rows.includes(undefined)
    ? undefined
    : { tables: [{ header: ['in', 'change', 'what', 'old', 'new'], rows: rows as string[][] }] }
}

function changeRow(version: string, item: Node): readonly string[] | undefined {
  const [change, more] = item.kind === 'map' ? item.entries : []
  const [first, second] = change?.value.kind === 'map' ? change.value.entries : []
  if (change === undefined || more !== undefined || first === undefined || second !== undefined) return undefined
  const text = ({ value }: Entry): string => (value.kind === 'scalar' ? value.text : '')
  const cells = ((): readonly string[] | undefined => {
    switch (change.key.text) {
      case 'rename': {
        const at = first.key.text.lastIndexOf('.')
        return at < 0 ? undefined : ['rename', first.key.text.slice(0, at), first.key.text.slice(at + 1), text(first)]
      }
      case 'renameState': {
        const [state, another] = first.value.kind === 'map' ? first.value.entries : []
        return state === undefined || another !== undefined ? undefined : ['rename state', first.key.text, state.key.text, text(state)]
      }
      case 'renameEndpoint':
        return ['rename endpoint', '', first.key.text, text(first)]
      case 'add':
        return ['add', first.key.text, text(first), '']
      case 'remove':
        return ['remove', first.key.text, '', text(first)]
      default:
        return undefined
    }
  })()
  if (cells === undefined) return undefined
  const row = {
    cells: new Map(
      ['change', 'what', 'old', 'new'].flatMap((name, index) => (cells[index] === '' ? [] : [[name, asCell(cells[index]!)] as const])),
    ),
    extra: [],
    span: item.span,
  }
  const reparsed = readChange(row)
  return reparsed !== undefined && reparsed.kind === 'map' && printSameText(reparsed) === printSameText(item)
    ? [version, ...cells]
    : undefined
}
