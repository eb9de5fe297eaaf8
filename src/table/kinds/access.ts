// Reads the tables of part 5: permissions, with a column for each action, and the callers of scenarios.

import type { Document } from '../../document/document.ts'
import type { MapNode, Node } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { readCode, makeKeyScalar, namePattern, readExpression, readPairCells } from '../cell/expression.ts'
import {
  type CellProblem,
  isProblem,
  mapAt,
  nestMaps,
  makePlainScalar,
  makeCellProblem,
  splitCell,
  makeVerbatimScalar,
  makeWordScalar,
} from '../cell/node.ts'
import { readCellValue } from '../cell/value.ts'
import { type Binding, type TableKind, findCell } from '../kind.ts'

/** The actions on records of any resource. */
const actions = ['list', 'read', 'create', 'update', 'delete']

/** The names of transitions of part 3. */
export function listTransitionNames({ parts }: Pick<Document, 'parts'>): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: Node, isMap: boolean): void => {
    if (node.kind !== 'map') return
    for (const { key, value } of node.entries) {
      if (isMap) names.add(key.text)
      else visit(value, key.text === 'on')
    }
  }
  visit(parts.states.node, false)
  return names
}

/** Rules written in words. */
const rulePhrases: { readonly [words: string]: string } = { anyone: 'true', nobody: 'false', 'every caller': 'caller != null' }

/** `roles`: the names of roles in part 5, which need no backticks. */
export function readRule(cell: Cell, roles: ReadonlySet<string> = new Set()): Node | CellProblem {
  const phrase = rulePhrases[cell.text]
  if (phrase !== undefined) return { ...makeWordScalar(phrase, cell), value: phrase, style: 'single' }
  if (cell.text === 'not shown') return makePlainScalar(cell)
  const roleRule = readRoles(cell, roles)
  if (roleRule !== undefined) return roleRule
  const rule = readExpression(cell)
  return isProblem(rule)
    ? {
        ...rule,
        label: 'no rule',
        help: `A rule is an expression between backticks (several with \`or\` or \`and\` between them), \`anyone\`, \`nobody\` or \`every caller\`: \`\` \`${cell.text.replaceAll('`', '')}\` \`\`.`,
      }
    : rule
}

/** `manager`, or roles and expressions joined by `or` or `and`. */
function readRoles(cell: Cell, roles: ReadonlySet<string>): Node | CellProblem | undefined {
  const pieces = [...cell.text.matchAll(/`[^`]*`|[^\s`]+/g)]
  const isName = (text: string, index: number): boolean => index % 2 === 0 && namePattern.test(text)
  const names = pieces.filter(([text], index) => isName(text, index))
  if (
    names.length === 0 ||
    pieces.length % 2 === 0 ||
    !pieces.every(([text], index) => (index % 2 === 0 ? text.startsWith('`') || namePattern.test(text) : text === 'or' || text === 'and'))
  )
    return undefined
  const unknown = names.find(([text]) => !roles.has(text))
  if (unknown !== undefined) {
    const place = sliceCell(cell, unknown.index, unknown.index + unknown[0].length)
    return makeCellProblem(
      place,
      'no role',
      roles.size === 0
        ? `Name roles in a table with the columns \`role\` and \`means\`; put an expression between backticks: \`\` \`${unknown[0]}\` \`\`.`
        : `The roles are ${joinWithOr([...roles])}; put an expression between backticks.`,
    )
  }
  const role = pieces.length === 1 ? makeKeyScalar(cell) : undefined
  if (role !== undefined) return { ...role, value: role.text, style: 'single' }
  // Wraps roles in backticks, so that the rule reads as joined expressions.
  const text = pieces.map(([piece], index) => (isName(piece, index) ? `\`${piece}\`` : piece)).join(' ')
  const read = readExpression({ text, span: cell.span, offsets: listOffsets(cell, pieces) })
  return read
}

/** The offset of each unit of the pieces, with backticks around names. */
function listOffsets(cell: Cell, pieces: readonly RegExpExecArray[]): readonly number[] {
  const offsets: number[] = []
  for (const [position, { 0: piece, index }] of pieces.entries()) {
    const offsetAt = (unit: number): number => cell.offsets?.[index + unit] ?? cell.span.start + index + unit
    const isBare = position % 2 === 0 && !piece.startsWith('`')
    if (position > 0) offsets.push(offsetAt(0))
    if (isBare) offsets.push(offsetAt(0))
    for (let unit = 0; unit < piece.length; unit++) offsets.push(offsetAt(unit))
    if (isBare) offsets.push(offsetAt(piece.length - 1))
  }
  return [...offsets, cell.span.end]
}

/** The names of roles in part 5. */
export function listRoleNames(part: MapNode): ReadonlySet<string> {
  const roles = findEntryOf(part, 'roles')?.value
  return new Set(roles?.kind === 'map' ? roles.entries.map(({ key }) => key.text) : [])
}

export const rolesTable: TableKind = {
  part: 'authentication',
  name: 'roles',
  columns: [
    { names: ['role'], isNeeded: true },
    { names: ['means'], isNeeded: true },
  ],
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const [role, means] = [findCell(row, 'role'), findCell(row, 'means')]
      if (role === undefined || means === undefined) return []
      const value = means.text === 'not shown' ? makePlainScalar(means) : readExpression(means)
      if (!isProblem(value)) return [nestMaps(['roles', makeKeyScalar(role)], value, row.span)]
      binding.reportCell(value, row)
      return []
    }),
}

export function printRule(node: Node): string | undefined {
  if (node.kind !== 'scalar') return undefined
  if (node.text === 'not shown' && node.style === 'plain') return node.text
  const phrase = Object.entries(rulePhrases).find(([, cel]) => cel === node.text)
  const parts = node.text.split(' || ')
  const isSplit = parts.length > 1 && !/[`"'()?]|&&/.test(node.text)
  return (
    phrase?.[0] ??
    (node.text.includes('`') || node.text.includes('\n')
      ? undefined
      : isSplit
        ? parts.map((part) => `\`${part}\``).join(' or ')
        : `\`${node.text}\``)
  )
}

export const rules: TableKind = {
  part: 'authentication',
  name: 'who may do what',
  columns: [{ names: ['resource'], isNeeded: true }],
  isLate: true,
  acceptsHeader: (header, document) => actions.includes(header) || listTransitionNames(document).has(header),
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const resource = findCell(row, 'resource')
      if (resource === undefined) return []
      const path = splitCell(resource, '.').map(makeKeyScalar)
      return row.extra.flatMap(({ header, cell }) => {
        const rule = readRule(cell, listRoleNames(binding.part))
        if (!isProblem(rule)) return [nestMaps(['rules', ...path, makeKeyScalar(header)], rule, row.span)]
        binding.reportCell(rule, row)
        return []
      })
    }),
}

export const callers: TableKind = {
  part: 'authentication',
  name: 'callers of scenarios',
  columns: [{ names: ['caller'], isNeeded: true }, { names: ['scheme'], isNeeded: true }, { names: ['claims'] }, { names: ['credential'] }],
  isLate: true,
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const [caller, scheme, claims, credential] = ['caller', 'scheme', 'claims', 'credential'].map((column) => findCell(row, column))
      if (caller === undefined) return []
      const pairs =
        claims === undefined
          ? undefined
          : readPairCells(claims, '=', (cell, name) => readCellValue(cell, readClaim(binding, scheme, name), () => undefined))
      if (isProblem(pairs)) {
        binding.reportCell(pairs, row)
        return []
      }
      const members = mapAt(row.span, {
        scheme: scheme === undefined ? undefined : makePlainScalar(scheme),
        claims: pairs,
        credential: credential === undefined ? undefined : (readCode(credential) ?? makeVerbatimScalar(credential)),
      })
      return [nestMaps(['callers', makeKeyScalar(caller)], members, row.span)]
    }),
}

/** The declaration of a claim in the scheme's set of claims. */
export function readClaim(
  { part }: Pick<Binding, 'part'>,
  scheme: { readonly text: string } | undefined,
  claim: string,
): MapNode | undefined {
  let node: Node | undefined = part
  for (const key of ['schemes', scheme?.text ?? '', 'claimsSet', 'properties', claim])
    node = node?.kind === 'map' ? findEntryOf(node, key)?.value : undefined
  return node?.kind === 'map' ? node : undefined
}
