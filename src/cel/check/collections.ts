// Infers the types of list and map literals: `[a, ?b]`, `{ "key": value, ?"other": maybe }`.

import type { Expression } from '../expression.ts'
import { makeBounds } from '../bounds.ts'
import { isOpen, isText, joinTypes, joinInside, unknownType } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import type { Member, Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { widenTo } from './conform.ts'
import { reportSecrets } from './mismatch.ts'
import { type CheckContext, makeMistakenExpression, reportProblem, spellPart, withoutSent } from './context.ts'
import { reportBareKeys, reportUnquotedTexts } from './names.ts'
import { matchDecimals } from './operators.ts'

export function inferList(syntax: Extract<Syntax, { kind: 'list' }>, context: CheckContext): Expression {
  const { start, end } = syntax
  const reported = reportUnquotedTexts(syntax, context)
  const values = syntax.items.map((item) =>
    reported.has(item.value) ? makeMistakenExpression(item.value) : inferEntry(item.value, item.optional, context),
  )
  const [element, widened] = joinItemTypes(
    values,
    syntax.items.map((item) => item.optional),
  )
  const items = syntax.items.map(({ optional }, i) => ({ value: widened[i]!, optional }))
  const count = BigInt(items.length)
  const required = BigInt(items.filter(({ optional }) => !optional).length)
  return { kind: 'list', items, type: { kind: 'list', element, ...makeBounds(required, count) }, start, end }
}

export function inferMap(syntax: Extract<Syntax, { kind: 'map' }>, context: CheckContext): Expression {
  const { start, end } = syntax
  const reported = reportBareKeys(syntax, context)
  const keys = syntax.entries.map(({ key }) => (reported.has(key) ? makeMistakenExpression(key) : inferKey(key, withoutSent(context))))
  const values = syntax.entries.map((entry) => inferEntry(entry.value, entry.optional, context))
  reportRepeated(keys, context)
  const [value, widened] = joinItemTypes(
    values,
    syntax.entries.map((entry) => entry.optional),
  )
  const key = keys.map((each) => (isText(each.type) ? ({ kind: 'string' } as const) : each.type)).reduce(joinTypes, unknownType)
  const entries = syntax.entries.map(({ optional }, i) => ({ key: keys[i]!, value: widened[i]!, optional }))
  const members = listLiteralMembers(entries)
  return { kind: 'map', entries, type: { kind: 'map', key, value, ...(members === undefined ? {} : { members }) }, start, end }
}

/** A map literal whose keys are all text literals has members, each with its own type. */
function listLiteralMembers(entries: Extract<Expression, { kind: 'map' }>['entries']): ReadonlyMap<string, Member> | undefined {
  const members = new Map<string, Member>()
  for (const { key, value, optional } of entries) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') return undefined
    const type = optional && value.type.kind === 'optional' ? value.type.of : value.type
    members.set(key.value, { type, ...(optional ? { optional } : {}) })
  }
  return members
}

/** Infers an entry; after `?` it must be an optional, which is omitted without a value. */
function inferEntry(syntax: Syntax, optional: boolean, context: CheckContext): Expression {
  const value = context.infer(syntax, context)
  if (reportSecrets([value], context)) return { ...value, type: unknownType }
  if (!optional || value.type.kind === 'optional' || isOpen(value.type)) return value
  reportProblem(
    context,
    'wrong-type',
    value,
    `${spellPart(context, value)} is ${typeText(value.type)}, and a value after \`?\` must be optional`,
    { help: 'An optional is made by this.?name or optional.of(x)' },
  )
  return { ...value, type: unknownType }
}

/** Joins the types of all items; `dyn`, as in CEL, if they have none in common. */
function joinItemTypes(values: readonly Expression[], optional: readonly boolean[]): readonly [Type, readonly Expression[]] {
  const converted = matchDecimals(values)
  const types = converted.filter((_, i) => !optional[i]).map(({ type }) => type)
  const optionalTypes = converted.filter((_, i) => optional[i]).map(({ type }) => (type.kind === 'optional' ? type.of : type))
  const type = optionalTypes.reduce(joinInside, types.reduce(joinTypes, unknownType))
  return [type, converted.map((each, i) => (optional[i] ? each : widenTo(each, type)))]
}

const keyKinds = new Set(['int', 'uint', 'bool', 'string', 'enum', 'dyn', 'unknown'])

/** A key of a map. */
export function inferKey(syntax: Syntax, context: CheckContext): Expression {
  const key = context.infer(syntax, context)
  if (keyKinds.has(key.type.kind)) return key
  reportProblem(
    context,
    'wrong-type',
    key,
    `${spellPart(context, key)} is ${typeText(key.type)}, and the key of a map is a string, an integer or a bool`,
  )
  return { ...key, type: unknownType }
}

function reportRepeated(keys: readonly Expression[], context: CheckContext): void {
  const visited = new Set<unknown>()
  for (const key of keys) {
    if (key.kind !== 'literal' || key.type.kind === 'unknown') continue
    const value = typeof key.value === 'object' && key.value !== null && 'uint' in key.value ? key.value.uint : key.value
    if (visited.has(value)) reportProblem(context, 'repeated-key', key, `${spellPart(context, key)} is a key of this map twice`)
    visited.add(value)
  }
}
