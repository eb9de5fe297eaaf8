// Queries over records. A host that can answer a query at once (a database) does so; otherwise its records are iterated.

import { withOuterBindings } from '../bindings.ts'
import type { Expression } from '../expression.ts'
import type { Code, Frame } from './code.ts'

/** The code; if the expression queries records that are not read yet, code that asks the host first. */
export function compileHostQuery(expression: Expression, frame: Frame, code: Code): Code {
  if (!asksHost(expression)) return code
  const names = [...frame.slots]
  return (run) => {
    const { host, bindings, locals } = run
    if (host.ask === undefined) return code(run)
    const allBindings =
      names.length === 0 ? bindings : withOuterBindings(new Map(names.map(([name, slot]) => [name, locals[slot]!])), bindings)
    return host.ask(expression, allBindings) ?? code(run)
  }
}

/** Recognises `R.map(x, x.list).flatten().distinct()`; returns the list and its resource. */
export function matchDistinctMembers(expression: Expression): { readonly resource: string; readonly property: string } | undefined {
  if (
    expression.kind !== 'call' ||
    expression.name !== 'distinct' ||
    expression.target?.kind !== 'call' ||
    expression.target.name !== 'flatten' ||
    expression.target.arguments.length > 0
  )
    return undefined
  const lists = expression.target.target
  if (lists?.kind !== 'macro' || lists.name !== 'map' || lists.range.kind !== 'records') return undefined
  const [[variable], [item, ...more]] = [lists.variables, lists.arguments]
  if (item?.kind !== 'select' || item.optional || item.operand.kind !== 'variable' || item.operand.name !== variable || more.length > 0)
    return undefined
  return { resource: lists.range.resource, property: item.member }
}

/** True if a host may answer the expression without its records being read one by one. */
export function asksHost(expression: Expression): boolean {
  switch (expression.kind) {
    case 'macro':
      return expression.range.type.kind === 'query' && ['exists', 'all', 'exists_one', 'filter'].includes(expression.name)
    case 'call':
      return (
        (expression.name === 'size' && (expression.target ?? expression.arguments[0])?.type.kind === 'query') ||
        matchDistinctMembers(expression) !== undefined
      )
    case 'select':
      return expression.type.kind === 'query'
    default:
      return false
  }
}
