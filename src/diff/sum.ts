// Compares the sides of comparisons as sums: `now >= this.departure - duration("PT2H")` is `now - this.departure >= -2 hours`.

import { parseDurationLength } from '../cel/values/time.ts'
import { type Tree, printTree } from './tree.ts'

/** How often each term is added, and the constants: a number, or milliseconds. */
type Sum = { readonly terms: Map<string, number>; number: number; milliseconds: number | undefined }

/** The constant that the other terms are compared with, in both comparisons; undefined if these terms differ. */
export function findDifference(a: readonly [Tree, Tree], b: readonly [Tree, Tree]): readonly [number, number] | undefined {
  const [before, after] = [sumOf(a), sumOf(b)]
  if (printTerms(before) !== printTerms(after)) return undefined
  const isTime = before.milliseconds !== undefined || after.milliseconds !== undefined
  if (!isTime) return [-before.number, -after.number]
  return before.number !== 0 || after.number !== 0 ? undefined : [-(before.milliseconds ?? 0), -(after.milliseconds ?? 0)]
}

/** The left side less the right one. */
function sumOf([left, right]: readonly [Tree, Tree]): Sum {
  const sum: Sum = { terms: new Map(), number: 0, milliseconds: undefined }
  addTerms(sum, left, 1)
  addTerms(sum, right, -1)
  return sum
}

function addTerms(sum: Sum, tree: Tree, sign: 1 | -1): void {
  const [first, second] = tree.inner
  const [constant, length] = [numberOf(tree), lengthOf(tree)]
  if (tree.kind === 'binary' && (tree.text === '-' || (tree.text === '+' && tree.inner.some(isConstant)))) {
    addTerms(sum, first!, sign)
    addTerms(sum, second!, tree.text === '+' ? sign : sign === 1 ? -1 : 1)
  } else if (constant !== undefined) sum.number += sign * constant
  else if (length !== undefined) sum.milliseconds = (sum.milliseconds ?? 0) + sign * length
  else {
    const text = printTree(tree)
    sum.terms.set(text, (sum.terms.get(text) ?? 0) + sign)
  }
}

/** Only numbers and times are added to one; texts are joined in their order, and stay one term. */
function isConstant(tree: Tree): boolean {
  return numberOf(tree) !== undefined || lengthOf(tree) !== undefined
}

function printTerms({ terms }: Sum): string {
  return JSON.stringify([...terms].filter(([, count]) => count !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function numberOf({ kind, inner, value }: Tree): number | undefined {
  if (kind === 'negate') {
    const positive = numberOf(inner[0]!)
    return positive === undefined ? undefined : -positive
  }
  if (kind !== 'literal') return undefined
  if (typeof value === 'number') return value
  return typeof value === 'bigint' && value <= 2n ** 53n && value >= -(2n ** 53n) ? Number(value) : undefined
}

/** The milliseconds of `duration("PT2H")`, in either form. */
function lengthOf({ kind, text, inner }: Tree): number | undefined {
  const [argument] = inner
  if (kind !== 'call' || text !== 'duration' || argument?.kind !== 'literal' || typeof argument.value !== 'string') return undefined
  return parseDurationLength(argument.value)
}
