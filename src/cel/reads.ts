// Lists what an expression reads: variables with their paths, properties of records, and whole resources.

import type { Expression } from './expression.ts'
import { withoutNull } from './fits.ts'
import { partsOf } from './parts.ts'
import type { Type } from './type.ts'

type Place = { readonly start: number; readonly end: number }

/** `input.body.customer.name` reads the variable `input` down to `body.customer`, where a record begins, and Customer.name. */
type ReadVariable = Place & { readonly name: string; readonly path: readonly string[] }
/** A property, with the path inside it if its values are objects: `this.address.city` is Order, [address, city]. */
type ReadProperty = Place & { readonly resource: string; readonly path: readonly string[] }
/** The records of a resource: all of them, those of an inverse property, or the one that a `find` looks for. */
type ReadResource = Place & { readonly resource: string }

export type AccessPaths = {
  readonly variables: readonly ReadVariable[]
  readonly properties: readonly ReadProperty[]
  readonly resources: readonly ReadResource[]
}

type MutablePaths = { readonly variables: ReadVariable[]; readonly properties: ReadProperty[]; readonly resources: ReadResource[] }

/** Lists reads in text order; a repeated read occurs repeatedly. */
export function reads(expression: Expression): AccessPaths {
  const paths: MutablePaths = { variables: [], properties: [], resources: [] }
  visitExpression(expression, new Set(), paths)
  return paths
}

function visitExpression(expression: Expression, localNames: ReadonlySet<string>, paths: MutablePaths): void {
  const { start, end } = expression
  if (expression.kind === 'select' || expression.kind === 'has') return visitPath(expression, localNames, paths)
  if (expression.kind === 'variable' && !localNames.has(expression.name))
    paths.variables.push({ name: expression.name, path: [], start, end })
  if (expression.kind === 'records') paths.resources.push({ resource: expression.resource, start, end })
  if (expression.kind === 'find') {
    paths.resources.push({ resource: expression.resource, start, end })
    for (const { member, value } of expression.by) {
      paths.properties.push({ resource: expression.resource, path: [member], start: value.start, end: value.end })
    }
  }
  for (const part of partsOf(expression))
    visitExpression(part.expression, part.binds.length === 0 ? localNames : new Set([...localNames, ...part.binds]), paths)
}

type Selection = Extract<Expression, { kind: 'select' | 'has' }>

/** Follows a path back to its first variable, and cuts it at each record. */
function visitPath(selection: Selection, localNames: ReadonlySet<string>, paths: MutablePaths): void {
  const path: string[] = []
  const { end } = selection
  let node: Expression = selection
  while (node.kind === 'select' || node.kind === 'has') {
    path.unshift(node.member)
    const resource = resourceOf(node.operand.type)
    if (resource !== undefined) {
      visitExpression(node.operand, localNames, paths)
      paths.properties.push({ resource, path, start: selection.start, end })
      const inverse = path.length === 1 && selection.type.kind === 'query' ? selection.type.resource : undefined
      if (inverse !== undefined) paths.resources.push({ resource: inverse, start: selection.start, end })
      return
    }
    node = node.operand
  }
  if (node.kind === 'variable') {
    if (!localNames.has(node.name)) paths.variables.push({ name: node.name, path, start: selection.start, end })
  } else visitExpression(node, localNames, paths)
}

function resourceOf(type: Type): string | undefined {
  const nonNullType = type.kind === 'optional' ? type.of : withoutNull(type)
  return nonNullType.kind === 'record' ? nonNullType.resource : undefined
}
