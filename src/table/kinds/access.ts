// Tables of part 5: who may do what, a column for each action, and the callers of scenarios.

import type { Document } from '../../document/document.ts'
import type { MapNode, Node } from '../../document/node.ts'
import { entry } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { codeIn, keyOf, readExpression, readPairs } from '../cell/expression.ts'
import { type Problem, isProblem, mapAt, nested, plain, splitCell, verbatim, word } from '../cell/node.ts'
import { readValue } from '../cell/value.ts'
import { type Binding, type Kind, cellOf } from '../kind.ts'

/** What any resource's records undergo. */
const actions = ['list', 'read', 'create', 'update', 'delete']

/** The names of transitions of part 3. */
export function transitionsOf({ parts }: Pick<Document, 'parts'>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: Node, isMap: boolean): void => {
    if (node.kind !== 'map') return
    for (const { key, value } of node.entries) {
      if (isMap) found.add(key.text)
      else visit(value, key.text === 'on')
    }
  }
  visit(parts.states.node, false)
  return found
}

/** Rules in words. */
const spoken: { readonly [words: string]: string } = { anyone: 'true', nobody: 'false', 'every caller': 'caller != null' }

export function readRule(cell: Cell): Node | Problem {
  const said = spoken[cell.text]
  if (said !== undefined) return { ...word(said, cell), value: said, style: 'single' }
  if (cell.text === 'not shown') return plain(cell)
  const found = readExpression(cell)
  return isProblem(found) ? { ...found, label: 'no rule', help: `A rule is an expression between backticks (several with \`or\` or \`and\` between them), \`anyone\`, \`nobody\` or \`every caller\`: \`\` \`${cell.text.replaceAll('`', '')}\` \`\`.` } : found
}

export function printRule(node: Node): string | undefined {
  if (node.kind !== 'scalar') return undefined
  if (node.text === 'not shown' && node.style === 'plain') return node.text
  const said = Object.entries(spoken).find(([, cel]) => cel === node.text)
  const parts = node.text.split(' || ')
  const isSplit = parts.length > 1 && !/[`"'()?]|&&/.test(node.text)
  return said?.[0] ?? (node.text.includes('`') || node.text.includes('\n') ? undefined : isSplit ? parts.map((part) => `\`${part}\``).join(' or ') : `\`${node.text}\``)
}

export const rules: Kind = {
  part: 'authentication',
  name: 'who may do what',
  columns: [{ names: ['resource'], isNeeded: true }],
  takes: (header, document) => actions.includes(header) || transitionsOf(document).has(header),
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const resource = cellOf(row, 'resource')
      if (resource === undefined) return []
      const path = splitCell(resource, '.').map(keyOf)
      return row.more.flatMap(({ header, cell }) => {
        const rule = readRule(cell)
        if (!isProblem(rule)) return [nested(['rules', ...path, keyOf(header)], rule, row.span)]
        binding.wrong(rule, row)
        return []
      })
    }),
}

export const callers: Kind = {
  part: 'authentication',
  name: 'callers of scenarios',
  columns: [{ names: ['caller'], isNeeded: true }, { names: ['scheme'], isNeeded: true }, { names: ['claims'] }, { names: ['credential'] }],
  isLate: true,
  read: ({ rows }, binding) =>
    rows.flatMap((row) => {
      const [caller, scheme, claims, credential] = ['caller', 'scheme', 'claims', 'credential'].map((column) => cellOf(row, column))
      if (caller === undefined) return []
      const said = claims === undefined ? undefined : readPairs(claims, '=', (cell, name) => readValue(cell, claimOf(binding, scheme, name), () => undefined))
      if (isProblem(said)) {
        binding.wrong(said, row)
        return []
      }
      const members = mapAt(row.span, {
        scheme: scheme === undefined ? undefined : plain(scheme),
        claims: said,
        credential: credential === undefined ? undefined : (codeIn(credential) ?? verbatim(credential)),
      })
      return [nested(['callers', keyOf(caller)], members, row.span)]
    }),
}

/** What the scheme's claims set says of a claim. */
export function claimOf({ part }: Pick<Binding, 'part'>, scheme: { readonly text: string } | undefined, claim: string): MapNode | undefined {
  let found: Node | undefined = part
  for (const key of ['schemes', scheme?.text ?? '', 'claimsSet', 'properties', claim]) found = found?.kind === 'map' ? entry(found, key)?.value : undefined
  return found?.kind === 'map' ? found : undefined
}
