// Roles: named conditions about the caller, which rules, guards and other conditions use by name.

import { advise, quoteCell } from '../diagnostic/help.ts'
import { readNextToken } from '../cel/token.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import { type Entry, type Insertion, type MapNode, type Node, type Scalar, findEntryOf, placeWithin, spanWithin } from '../document/node.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'

/** The names that a rule can read beside the caller. */
const ruleNames: ReadonlySet<string> = new Set(['this', 'old', 'input', 'request'])

/** Names with a meaning in every expression. */
export const reserved: ReadonlySet<string> = new Set([
  ...ruleNames,
  'caller',
  'claims',
  'credential',
  'now',
  'service',
  'settings',
  'true',
  'false',
  'null',
  'in',
])

/** Names in an expression that are not members, with their places. */
export function findFreeNames(text: string): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  const names: { name: string; start: number; end: number }[] = []
  let isMember = false
  for (let at = 0; ;) {
    const token = readNextToken(text, at, text.length)
    if ('message' in token || token.kind === 'end') return names
    if (token.kind === 'name' && !isMember && text[token.end] !== '(') names.push({ name: token.text, start: token.start, end: token.end })
    isMember = token.kind === 'sign' && token.text === '.'
    at = token.end
  }
}

/** Part 5 with the conditions in place of the roles in its rules. */
export function expandRoles(part: MapNode, roles: Roles): MapNode {
  if (roles.size === 0) return part
  return mapEntries(part, ({ key, value }) => (key.text === 'rules' ? replaceRoles(value, roles, 3) : value))
}

/** The keys of parts 3 and 4 with conditions. */
const conditionKeys: ReadonlySet<string> = new Set(['require', 'guard', 'where', 'if'])

/** Part 3 or 4 with the conditions in place of the roles in its conditions. */
export function expandRolesInConditions(part: MapNode, roles: Roles): MapNode {
  if (roles.size === 0) return part
  return mapEntries(part, (each) => {
    const bound = collectBoundNames(each.value)
    const readable = new Map([...roles].filter(([name]) => !bound.has(name)))
    return replaceRolesInConditions(each.value, readable)
  })
}

/** The keys of parts 3 and 4 with schemas or templates, whose members may be named like a key of a condition. */
const foreignKeys: ReadonlySet<string> = new Set(['body', 'parameters', 'input', 'output', 'set'])

function replaceRolesInConditions(node: Node, roles: Roles): Node {
  if (node.kind === 'scalar') return node
  if (node.kind === 'map')
    return mapEntries(node, ({ key, value }) => {
      if (foreignKeys.has(key.text)) return value
      return conditionKeys.has(key.text) ? replaceRoles(value, roles, 2) : replaceRolesInConditions(value, roles)
    })
  const items = node.items.map((item) => replaceRolesInConditions(item, roles))
  return items.some((item, index) => item !== node.items[index]) ? { ...node, items } : node
}

/** The scalars of the conditions in part 3 or 4. */
export function listConditionScalars(node: Node, isCondition = false): readonly Scalar[] {
  if (node.kind === 'scalar') return isCondition ? [node] : []
  if (node.kind === 'list') return node.items.flatMap((item) => listConditionScalars(item, isCondition))
  return node.entries.flatMap(({ key, value }) =>
    foreignKeys.has(key.text) ? [] : listConditionScalars(value, isCondition || conditionKeys.has(key.text)),
  )
}

/** Names that an operation or a state gives to records and values; they hide roles. */
function collectBoundNames(node: Node): ReadonlySet<string> {
  if (node.kind === 'scalar') return new Set()
  if (node.kind === 'list') return new Set(node.items.flatMap((item) => [...collectBoundNames(item)]))
  return new Set(
    node.entries.flatMap(({ key, value }) => [
      ...(key.text === 'as' && value.kind === 'scalar' ? [value.text] : []),
      ...((key.text === 'with' || key.text === 'let') && value.kind === 'map' ? value.entries.map((each) => each.key.text) : []),
      ...collectBoundNames(value),
    ]),
  )
}

/** The same map if no value changes. */
function mapEntries(node: MapNode, change: (entry: Entry) => Node): MapNode {
  const entries = node.entries.map((each): Entry => {
    const value = change(each)
    return value === each.value ? each : { ...each, value }
  })
  return entries.some((each, index) => each !== node.entries[index]) ? { ...node, entries } : node
}

/** The condition of each role, undefined if it is not shown. A role may name the roles before it. */
export type Roles = ReadonlyMap<string, Scalar | undefined>

export function readRoles(part: MapNode, report: (diagnostic: Diagnostic) => void): Roles {
  const conditions = new Map<string, Scalar | undefined>()
  const roles = findEntryOf(part, 'roles')?.value
  for (const { key, value } of roles?.kind === 'map' ? roles.entries : []) {
    const problem =
      reportMisnamed(key) ?? (value.kind === 'scalar' ? (reportOwnName(key, value) ?? reportOtherName(key, value)) : undefined)
    if (problem !== undefined) report(problem)
    else if (value.kind !== 'scalar' || value.text.trim() === '' || (value.style === 'plain' && value.text === 'none')) continue
    else {
      const expansion = replaceInText(value, conditions)
      conditions.set(key.text, isNotShown(expansion) ? undefined : expansion)
    }
  }
  return conditions
}

function reportMisnamed(key: Scalar): Diagnostic | undefined {
  if (/^[A-Za-z_]\w*$/.test(key.text) && !reserved.has(key.text)) return undefined
  const reason = reserved.has(key.text) ? 'means something else in expressions' : 'is not a name that an expression can have'
  return createDiagnostic(
    'error',
    'authentication/invalid-role',
    `${quoteName(key.text)} cannot be a role: it ${reason}`,
    { span: key.span, text: 'not a name for a role' },
    { help: 'Give it another name, of letters and digits.' },
  )
}

/** `coach: caller.level == coach`: probably a text without quotes. */
function reportOwnName(key: Scalar, value: Scalar): Diagnostic | undefined {
  const own = findFreeNames(value.text).find(({ name }) => name === key.text)
  return own === undefined
    ? undefined
    : createDiagnostic(
        'error',
        'authentication/invalid-role',
        `${quoteName(key.text)} reads itself`,
        { span: spanWithin(value, own.start, own.end), text: 'the role itself' },
        { help: advise`If it is text, put it in quotes: ${quoteCell(JSON.stringify(own.name))}.` },
      )
}

function reportOtherName(key: Scalar, value: Scalar): Diagnostic | undefined {
  const other = findFreeNames(value.text).find(({ name }) => ruleNames.has(name))
  if (other === undefined) return undefined
  const span = { ...value.span, start: placeWithin(value, other.start), end: placeWithin(value, other.end) }
  return createDiagnostic(
    'error',
    'authentication/invalid-role',
    `${quoteName(key.text)} reads ${quoteName(other.name)}, and a role is about the caller alone`,
    { span, text: 'not about the caller' },
    {
      reason: 'A role describes the caller in every operation; rules describe what callers may do with a record.',
      help: 'Write the condition in the rule itself.',
    },
  )
}

/** Rules are under a resource, and under an action or a field of it. */
function replaceRoles(node: Node, roles: Roles, depth: number): Node {
  if (node.kind === 'scalar') return replaceInText(node, roles)
  if (node.kind === 'list' || depth === 0) return node
  return mapEntries(node, ({ value }) => replaceRoles(value, roles, depth - 1))
}

function isNotShown({ style, text }: Scalar): boolean {
  return style === 'plain' && text === 'not shown'
}

/** The names that a macro binds: `.exists(each, …)`, `.reduce(sum, each, …)`. */
const macroNames = /\.\w+\(\s*([A-Za-z_]\w*)\s*,(?:\s*([A-Za-z_]\w*)\s*,)?/g

/** A rule that names a role that is not shown is not shown either. */
function replaceInText(scalar: Scalar, roles: Roles): Scalar {
  const bound = new Set(Array.from(scalar.text.matchAll(macroNames), ([, first, second]) => [first, second]).flat())
  const named = typeof scalar.value === 'string' ? findFreeNames(scalar.text).filter(({ name }) => roles.has(name) && !bound.has(name)) : []
  if (named.length === 0) return scalar
  if (named.some(({ name }) => roles.get(name) === undefined))
    return { kind: 'scalar', span: scalar.span, style: 'plain', text: 'not shown', value: 'not shown' }
  let text = ''
  const offsets: number[] = []
  const insertions: Insertion[] = []
  const copy = (from: number, to: number): void => {
    for (let at = from; at < to; at++) offsets.push(placeWithin(scalar, at))
    text += scalar.text.slice(from, to)
  }
  let from = 0
  for (const { name, start, end } of named) {
    copy(from, start)
    const expansion = roles.get(name)!
    const isAlone = /^[\w.]+$/.test(expansion.text) || (named.length === 1 && start === 0 && end === scalar.text.length)
    const piece = isAlone ? expansion.text : `(${expansion.text})`
    const inserted = text.length + (isAlone ? 0 : 1)
    insertions.push({ start: inserted, end: inserted + expansion.text.length, scalar: expansion })
    for (let index = 0; index < piece.length; index++) offsets.push(placeWithin(scalar, start))
    text += piece
    from = end
  }
  copy(from, scalar.text.length)
  offsets.push(placeWithin(scalar, scalar.text.length))
  return { ...scalar, value: text, text, offsets, insertions }
}
