// Adds read rules to a query over records, so that a store answers it without records that the caller may not read.

import type { Expression } from '../cel/expression.ts'
import { renameVariable, withParts } from '../cel/rebuild.ts'
import type { Type } from '../cel/type.ts'
import { ruleOf } from './rules.ts'
import { mayHideBesideRanges, getHiddenData } from './hidden-data.ts'
import type { ModelIndex } from './model-index.ts'

/**
 * `Doc.size()` becomes `Doc.filter(d, RULE).size()`. Undefined if rules also hide data besides the iterated records, or if no such
 * expression exists.
 */
export function addReadRules(modelIndex: ModelIndex, expression: Expression): Expression | undefined {
  if (mayHideBesideRanges(modelIndex, expression)) return undefined
  const rewriting: Rewriting = { modelIndex, count: 0, isComplete: true }
  const rewritten = rewrite(rewriting, expression)
  return rewriting.isComplete ? rewritten : undefined
}

type Rewriting = { readonly modelIndex: ModelIndex; count: number; isComplete: boolean }

function rewrite(rewriting: Rewriting, expression: Expression): Expression {
  const withRewrittenParts = withParts(expression, (part) => rewrite(rewriting, part))
  const { type, start, end } = expression
  if (type.kind !== 'query' || (expression.kind !== 'records' && expression.kind !== 'select')) return withRewrittenParts
  if (getHiddenData(rewriting.modelIndex)?.resources.has(type.resource) !== true) return withRewrittenParts
  const name = `rule ${rewriting.count++}`
  const condition = makeCondition(rewriting, type.resource, name, { start, end })
  if (condition === undefined) rewriting.isComplete = false
  return condition === undefined
    ? withRewrittenParts
    : { kind: 'macro', name: 'filter', range: withRewrittenParts, variables: [name], arguments: [condition], type, start, end }
}

type Place = { readonly start: number; readonly end: number }

/** The rule for the named record; a caller may always read its own record. */
function makeCondition({ modelIndex }: Rewriting, resource: string, name: string, place: Place): Expression | undefined {
  const callerType = findCallerType(modelIndex, resource)
  const rule = ruleCondition(modelIndex, resource, name, place)
  return callerType === 'unknown' || rule === undefined ? undefined : orCaller(rule, { name, resource, caller: callerType }, place)
}

/** The read rule as a condition on the record that the name represents. */
function ruleCondition(modelIndex: ModelIndex, resource: string, name: string, place: Place): Expression | undefined {
  const rule = ruleOf(modelIndex, resource, 'read')
  if (rule.kind !== 'conditional') return { kind: 'literal', value: rule.kind === 'allowed', type: bool, ...place }
  const expression = modelIndex.typing.expression(rule.expression)
  return expression && renameVariable(expression, 'this', name)
}

type NamedRecord = { readonly name: string; readonly resource: string; readonly caller: Type | undefined }

function orCaller(rule: Expression, { name, resource, caller: type }: NamedRecord, place: Place): Expression {
  if (type === undefined) return rule
  const record: Expression = { kind: 'variable', name, type: { kind: 'record', resource }, ...place }
  const caller: Expression = { kind: 'variable', name: 'caller', type, ...place }
  return {
    kind: 'or',
    left: { kind: 'binary', operator: '==', left: record, right: caller, type: bool, ...place },
    right: rule,
    type: bool,
    ...place,
  }
}

const bool: Type = { kind: 'bool' }
const noPlace: Place = { start: 0, end: 0 }

/** Conditions on `this` for the readable records of a resource: the rule alone, and the rule or the caller's own record. */
export type Readable = {
  readonly byRule: Expression
  /** Undefined if the caller's resource is not known statically. */
  readonly orCaller: Expression | undefined
}

const cache = new WeakMap<ModelIndex, Map<string, Readable | undefined>>()

/** Cached, so that each call returns the same expressions. Undefined if the rule has a mistake. */
export function readCondition(modelIndex: ModelIndex, resource: string): Readable | undefined {
  return cache
    .getOrInsertComputed(modelIndex, () => new Map())
    .getOrInsertComputed(resource, () => {
      const byRule = ruleCondition(modelIndex, resource, 'this', noPlace)
      const caller = findCallerType(modelIndex, resource)
      return (
        byRule && { byRule, orCaller: caller === 'unknown' ? undefined : orCaller(byRule, { name: 'this', resource, caller }, noPlace) }
      )
    })
}

/** The type of `caller` if callers may be records of the resource; undefined if no caller is such a record. */
function findCallerType(modelIndex: ModelIndex, resource: string): Type | 'unknown' | undefined {
  const rule = ruleOf(modelIndex, resource, 'read')
  const type = rule.kind === 'conditional' ? modelIndex.typing.scope(rule.expression)?.variables.get('caller') : undefined
  if (type === undefined) return 'unknown'
  const callerType = type.kind === 'nullable' ? type.of : type
  if (callerType.kind === 'record') return callerType.resource === resource ? type : undefined
  return callerType.kind === 'object' || callerType.kind === 'map' || callerType.kind === 'null' ? undefined : 'unknown'
}
