// Computes the size of an expression after its functions are inlined.

import { maxParseDepth } from './parse.ts'
import { type Syntax, listSyntaxParts } from './syntax.ts'
import type { FunctionType } from './type.ts'

/** `size` counts nodes. */
export type Expansion = { readonly size: number; readonly depth: number }

/** The most nodes of an expanded expression: far more than a person writes, and typed in a few milliseconds. */
const maxNodes = 10_000

export function isTooLarge({ size, depth }: Expansion): boolean {
  return size > maxNodes || depth > maxParseDepth
}

const expansionsOfBodies = new WeakMap<Syntax, Expansion>()

/** Calls must not lead back to their own function. */
export function createExpansion(syntax: Syntax, functions: ReadonlyMap<string, FunctionType>): Expansion {
  const parts = listSyntaxParts(syntax).map((part) => createExpansion(part, functions))
  const body = syntax.kind === 'call' && syntax.target === undefined ? functions.get(syntax.name)?.definition?.value?.syntax : undefined
  const bodySize =
    body === undefined ? { size: 0, depth: 0 } : expansionsOfBodies.getOrInsertComputed(body, () => createExpansion(body, functions))
  return {
    size: parts.reduce((sum, { size }) => sum + size, 1 + bodySize.size),
    depth: 1 + bodySize.depth + Math.max(0, ...parts.map(({ depth }) => depth)),
  }
}

/** Functions that are called by name, without a target. */
export function listCalledNames(syntax: Syntax): ReadonlySet<string> {
  const ownName = syntax.kind === 'call' && syntax.target === undefined ? [syntax.name] : []
  return new Set([...ownName, ...listSyntaxParts(syntax).flatMap((part) => [...listCalledNames(part)])])
}
