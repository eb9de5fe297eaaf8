// Adds read rules to a query over records, so that a store answers it without records that the caller may not read.

import type { Expression } from '../cel/expression.ts'
import { renameVariable, withParts } from '../cel/rebuild.ts'
import type { Type } from '../cel/type.ts'
import { ruleOf } from './rules.ts'
import { mayHideBesideRanges, veilOf } from './veil.ts'
import type { World } from './world.ts'

/**
 * `Doc.size()` becomes `Doc.filter(d, RULE).size()`. Undefined where rules hide more of it than what it goes over, or where this
 * cannot be written.
 */
export function addReadRules(world: World, expression: Expression): Expression | undefined {
  if (mayHideBesideRanges(world, expression)) return undefined
  const found: Found = { world, count: 0, isWhole: true }
  const made = write(found, expression)
  return found.isWhole ? made : undefined
}

type Found = { readonly world: World; count: number; isWhole: boolean }

function write(found: Found, expression: Expression): Expression {
  const inside = withParts(expression, (part) => write(found, part))
  const { type, start, end } = expression
  if (type.kind !== 'query' || (expression.kind !== 'records' && expression.kind !== 'select')) return inside
  if (veilOf(found.world)?.resources.has(type.resource) !== true) return inside
  const name = `rule ${found.count++}`
  const test = testOf(found, type.resource, name, { start, end })
  if (test === undefined) found.isWhole = false
  return test === undefined
    ? inside
    : { kind: 'macro', name: 'filter', range: inside, variables: [name], arguments: [test], type, start, end }
}

type Place = { readonly start: number; readonly end: number }

/** The rule for the named record; a caller may always read its own record. */
function testOf({ world }: Found, resource: string, name: string, place: Place): Expression | undefined {
  const own = callerOf(world, resource)
  const holds = ruleTest(world, resource, name, place)
  return own === 'unknown' || holds === undefined ? undefined : orCaller(holds, { name, resource, caller: own }, place)
}

/** The read rule as a condition on the record that the name represents. */
function ruleTest(world: World, resource: string, name: string, place: Place): Expression | undefined {
  const rule = ruleOf(world, resource, 'read')
  if (rule.kind !== 'asked') return { kind: 'literal', value: rule.kind === 'free', type: bool, ...place }
  const expression = world.typing.expression(rule.expression)
  return expression && renameVariable(expression, 'this', name)
}

type Own = { readonly name: string; readonly resource: string; readonly caller: Type | undefined }

function orCaller(holds: Expression, { name, resource, caller: type }: Own, place: Place): Expression {
  if (type === undefined) return holds
  const record: Expression = { kind: 'variable', name, type: { kind: 'record', resource }, ...place }
  const caller: Expression = { kind: 'variable', name: 'caller', type, ...place }
  return {
    kind: 'or',
    left: { kind: 'binary', operator: '==', left: record, right: caller, type: bool, ...place },
    right: holds,
    type: bool,
    ...place,
  }
}

const bool: Type = { kind: 'bool' }
const nowhere: Place = { start: 0, end: 0 }

/** Which records of a resource may be read, as a condition on `this`: by the rule alone, and by the rule or as the caller's own record. */
export type Readable = {
  readonly byRule: Expression
  /** Undefined if the caller's resource is not known statically. */
  readonly orCaller: Expression | undefined
}

const known = new WeakMap<World, Map<string, Readable | undefined>>()

/** The same expressions each time. Undefined where the rule has a mistake. */
export function readCondition(world: World, resource: string): Readable | undefined {
  return known.getOrInsertComputed(world, () => new Map()).getOrInsertComputed(resource, () => {
    const byRule = ruleTest(world, resource, 'this', nowhere)
    const caller = callerOf(world, resource)
    return byRule && { byRule, orCaller: caller === 'unknown' ? undefined : orCaller(byRule, { name: 'this', resource, caller }, nowhere) }
  })
}

/** The type of callers where they are records of the resource; undefined where none is. */
function callerOf(world: World, resource: string): Type | 'unknown' | undefined {
  const rule = ruleOf(world, resource, 'read')
  const type = rule.kind === 'asked' ? world.typing.scope(rule.expression)?.variables.get('caller') : undefined
  if (type === undefined) return 'unknown'
  const own = type.kind === 'nullable' ? type.of : type
  if (own.kind === 'record') return own.resource === resource ? type : undefined
  return own.kind === 'object' || own.kind === 'map' || own.kind === 'null' ? undefined : 'unknown'
}
