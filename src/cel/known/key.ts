// The key of an expression: a text that identifies its value, and the names on which the text depends.

import type { Expression } from '../expression.ts'
import { findOverloads } from '../library/all.ts'

/** The place where names are bound. */
type Names = { readonly bound: BoundKeys }

/** The values of names that a macro or `cel.bind` has rebound. */
export type BoundKeys = ReadonlyMap<string, FactKey>

export type FactKey = { readonly text: string; readonly names: ReadonlySet<string> }

/** Undefined for expressions that bind names; any other expression has the same value everywhere in one expression. */
export function findFactKey(expression: Expression, known: Names): FactKey | undefined {
  switch (expression.kind) {
    case 'literal':
      return { text: printLiteral(expression.value), names: noNames }
    case 'variable':
      return known.bound.get(expression.name) ?? { text: expression.name, names: new Set([expression.name]) }
    case 'records':
      return { text: expression.resource, names: noNames }
    case 'select': {
      const operand = findFactKey(expression.operand, known)
      return (
        operand &&
        (expression.optional ? makeOptionalKey(operand, JSON.stringify(expression.member)) : makeMemberKey(operand, expression.member))
      )
    }
    case 'has':
      return combine(`has ${JSON.stringify(expression.member)} `, [expression.operand], known)
    case 'index': {
      const [operand, index] = [findFactKey(expression.operand, known), findFactKey(expression.index, known)]
      if (operand === undefined || index === undefined) return undefined
      return expression.optional ? makeOptionalKey(operand, index.text, index.names) : makeItemKey(operand, index)
    }
    case 'not':
    case 'negate':
      return combine(expression.kind, [expression.operand], known)
    case 'and':
    case 'or':
      return combine(expression.kind, [expression.left, expression.right], known)
    case 'binary':
      return combine(expression.operator, [expression.left, expression.right], known)
    case 'conditional':
      return combine('?', [expression.test, expression.then, expression.otherwise], known)
    case 'list':
      return expression.items.some(({ optional }) => optional)
        ? undefined
        : combine(
            'list',
            expression.items.map(({ value }) => value),
            known,
          )
    case 'call':
      return findCallKey(expression, known)
    case 'find':
      return combine(
        `find ${expression.resource} ${expression.by.map(({ member }) => member).join()}`,
        expression.by.map(({ value }) => value),
        known,
      )
    case 'map':
    case 'macro':
    case 'bind':
      return undefined
  }
}

const noNames: ReadonlySet<string> = new Set()

type Call = Extract<Expression, { kind: 'call' }>

/** A function that the document declares has no key: code may return another value each time. */
function findCallKey(call: Call, known: Names): FactKey | undefined {
  const { name, target, arguments: args } = call
  const widened = findWidenedNumber(call)
  if (widened !== undefined) return findFactKey(widened, known)
  return findOverloads(name, target !== undefined).length === 0
    ? undefined
    : combine(name, target === undefined ? args : [target, ...args], known)
}

/** A widened number is the same number. */
export function findWidenedNumber({ name, arguments: [argument] }: Call): Expression | undefined {
  return (name === 'double' || name === 'decimal') && argument?.type.kind === 'int' ? argument : undefined
}

export function makeMemberKey(operand: FactKey, member: string): FactKey {
  return makeItemKey(operand, { text: JSON.stringify(member), names: noNames })
}

export function makeItemKey(operand: FactKey, index: FactKey): FactKey {
  return { text: `${operand.text}[${index.text}]`, names: new Set([...operand.names, ...index.names]) }
}

/** The content of an optional member or item. */
function makeOptionalKey(operand: FactKey, index: string, names: ReadonlySet<string> = noNames): FactKey {
  return { text: `${operand.text}[?${index}]`, names: new Set([...operand.names, ...names]) }
}

/** The value inside an optional member or item: `m.x` of `m.?x`. */
export function findContentKey(optional: Expression, known: Names): FactKey | undefined {
  if ((optional.kind !== 'select' && optional.kind !== 'index') || !optional.optional || optional.operand.type.kind === 'optional')
    return undefined
  const operand = findFactKey(optional.operand, known)
  if (operand === undefined) return undefined
  if (optional.kind === 'select') return makeMemberKey(operand, optional.member)
  const index = findFactKey(optional.index, known)
  return index && makeItemKey(operand, index)
}

export function makeSizeKey(collection: FactKey): FactKey {
  return { text: `size(${collection.text})`, names: collection.names }
}

function combine(operator: string, parts: readonly Expression[], known: Names): FactKey | undefined {
  const keys = parts.map((part) => findFactKey(part, known))
  if (keys.some((key) => key === undefined)) return undefined
  return { text: `${operator}(${keys.map((key) => key!.text).join()})`, names: new Set(keys.flatMap((key) => [...key!.names])) }
}

function printLiteral(value: Extract<Expression, { kind: 'literal' }>['value']): string {
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'number' && Number.isInteger(value)) return `${value}`
  return typeof value === 'string'
    ? JSON.stringify(value)
    : `${typeof value} ${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}u` : part))}`
}
