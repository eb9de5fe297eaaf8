// Resolves dotted keys of the language in a table, such as `delivery.stream.media`, `Order.softDelete`, `GET /me` and `cache.control`.

import type { Scalar } from '../document/node.ts'
import { type Cell, sliceCell } from '../document/table.ts'
import type { JsonSchema, Keys, Shape } from '../model/shape.ts'
import { makeKeyScalar } from './cell/expression.ts'

/** Resolves a key to its path and shape. `undefined` if the key is unknown; `known` lists the possible ones. */
export type KeyTarget =
  | { readonly path: readonly Scalar[]; readonly shape: Shape<unknown>; readonly name: string }
  | { readonly at: Cell; readonly known: readonly string[] }

/** True if a map contains names of the author; false if it contains keys of its own. */
export function hasAuthorNames(shape: Shape<unknown>): boolean {
  const definitions = new Map<string, JsonSchema>()
  const resolve = (schema: JsonSchema, depth: number): JsonSchema[] => {
    if (depth === 0) return []
    if (typeof schema['$ref'] === 'string') return resolve(definitions.get(schema['$ref'].replace('#/$defs/', '')) ?? {}, depth - 1)
    return Array.isArray(schema['anyOf']) ? (schema['anyOf'] as JsonSchema[]).flatMap((each) => resolve(each, depth - 1)) : [schema]
  }
  const forms = resolve(shape.schema(definitions), 6).filter(({ type }) => type === 'object')
  return forms.length > 0 && forms.every(({ properties }) => properties === undefined)
}

/** The key that the cell names among `keys`. */
export function findKey(cell: Cell, keys: Keys): KeyTarget {
  const path: Scalar[] = []
  const pieces = splitPieces(cell)
  let current = keys
  let expectsName = false
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1
    const name = piece.text.replaceAll('`', '')
    const shapeOfKey = Object.hasOwn(current, name) && current[name]!.refused === undefined ? current[name]!.shape : undefined
    path.push(makeKeyScalar(piece))
    if (expectsName) {
      // An author's name may contain dots; the following keys describe it.
      expectsName = false
      if (isLast) return { at: piece, known: Object.keys(current) }
      continue
    }
    if (shapeOfKey === undefined) return { at: piece, known: Object.keys(current).filter((key) => current[key]!.refused === undefined) }
    if (isLast) return { path, shape: shapeOfKey, name }
    const inner = shapeOfKey.keys?.()
    if (inner === undefined) {
      // A map of names to values, such as headers.
      const rest = pieces.slice(index + 1)
      return rest.length === 1 ? { path: [...path, makeKeyScalar(rest[0]!)], shape: shapeOfKey, name } : { at: rest[1] ?? piece, known: [] }
    }
    expectsName = hasAuthorNames(shapeOfKey)
    current = inner
  }
  return { at: cell, known: Object.keys(keys) }
}

/** The pieces between points; text in backticks is one piece. */
function splitPieces(cell: Cell): Cell[] {
  return Array.from(cell.text.matchAll(/`[^`]*`|[^.`]+/g), ({ 0: { length }, index }) => sliceCell(cell, index, index + length))
}
