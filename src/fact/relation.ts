// Relations between the first n numbers, as rows of bits: small enough to close transitively for every operation.

export type Relation = { readonly size: number; readonly words: number; readonly bits: Uint32Array }

export function createRelation(size: number): Relation {
  const words = (size + 31) >>> 5
  return { size, words, bits: new Uint32Array(size * words) }
}

export function relate({ words, bits }: Relation, from: number, to: number): void {
  const at = from * words + (to >>> 5)
  bits[at] = bits[at]! | (1 << (to & 31))
}

export function isRelated({ words, bits }: Relation, from: number, to: number): boolean {
  return (bits[from * words + (to >>> 5)]! & (1 << (to & 31))) !== 0
}

/** The pairs of either relation. */
export function uniteRelations(a: Relation, b: Relation): Relation {
  const result = { ...a, bits: a.bits.slice() }
  for (let at = 0; at < result.bits.length; at++) result.bits[at] = result.bits[at]! | b.bits[at]!
  return result
}

/** The relation with everything that follows from it (Warshall's algorithm, a row at a time). */
export function closeRelation(source: Relation): Relation {
  const { size, words } = source
  const bits = source.bits.slice()
  const result = { size, words, bits }
  for (let middle = 0; middle < size; middle++) {
    for (let from = 0; from < size; from++) {
      if (!isRelated(result, from, middle)) continue
      for (let word = 0; word < words; word++) {
        bits[from * words + word] = bits[from * words + word]! | bits[middle * words + word]!
      }
    }
  }
  return result
}

/** A linear order of the numbers, by their own order where the relation leaves a choice. Cycles are cut. */
export function linearize(relation: Relation): number[] {
  const { size } = relation
  const predecessorCounts = Array.from({ length: size }, () => 0)
  const visitSuccessors = (from: number, visit: (to: number) => void): void => {
    for (let to = 0; to < size; to++) if (to !== from && isRelated(relation, from, to)) visit(to)
  }
  for (let from = 0; from < size; from++) visitSuccessors(from, (to) => (predecessorCounts[to] = predecessorCounts[to]! + 1))
  const isPlaced = Array.from(predecessorCounts, () => false)
  const order: number[] = []
  while (order.length < size) {
    const unconstrained = predecessorCounts.findIndex((count, index) => count === 0 && !isPlaced[index])
    const next = unconstrained < 0 ? isPlaced.indexOf(false) : unconstrained
    isPlaced[next] = true
    order.push(next)
    visitSuccessors(next, (to) => (predecessorCounts[to] = predecessorCounts[to]! - 1))
  }
  return order
}
