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

type Found = { readonly variables: ReadVariable[]; readonly properties: ReadProperty[]; readonly resources: ReadResource[] }

/** Lists reads in text order; a repeated read occurs repeatedly. */
export function reads(expression: Expression): AccessPaths {
  const found: Found = { variables: [], properties: [], resources: [] }
  visit(expression, new Set(), found)
  return found
}

function visit(expression: Expression, local: ReadonlySet<string>, found: Found): void {
  const { start, end } = expression
  if (expression.kind === 'select' || expression.kind === 'has') return visitPath(expression, local, found)
  if (expression.kind === 'variable' && !local.has(expression.name)) found.variables.push({ name: expression.name, path: [], start, end })
  if (expression.kind === 'records') found.resources.push({ resource: expression.resource, start, end })
  if (expression.kind === 'find') {
    found.resources.push({ resource: expression.resource, start, end })
    for (const { member, value } of expression.by) {
      found.properties.push({ resource: expression.resource, path: [member], start: value.start, end: value.end })
    }
  }
  for (const part of partsOf(expression))
    visit(part.expression, part.binds.length === 0 ? local : new Set([...local, ...part.binds]), found)
}

type Selection = Extract<Expression, { kind: 'select' | 'has' }>

/** Follows a path back to its first variable, and cuts it at each record. */
function visitPath(selection: Selection, local: ReadonlySet<string>, found: Found): void {
  const path: string[] = []
  const { end } = selection
  let at: Expression = selection
  while (at.kind === 'select' || at.kind === 'has') {
    path.unshift(at.member)
    const resource = resourceOf(at.operand.type)
    if (resource !== undefined) {
      visit(at.operand, local, found)
      found.properties.push({ resource, path, start: selection.start, end })
      const inverse = path.length === 1 && selection.type.kind === 'query' ? selection.type.resource : undefined
      if (inverse !== undefined) found.resources.push({ resource: inverse, start: selection.start, end })
      return
    }
    at = at.operand
  }
  if (at.kind === 'variable') {
    if (!local.has(at.name)) found.variables.push({ name: at.name, path, start: selection.start, end })
  } else visit(at, local, found)
}

function resourceOf(type: Type): string | undefined {
  const inner = type.kind === 'optional' ? type.of : withoutNull(type)
  return inner.kind === 'record' ? inner.resource : undefined
}
