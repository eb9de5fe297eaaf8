// Relations between the first n numbers, as rows of bits: small enough to close transitively for every operation.

export type Relation = { readonly size: number; readonly words: number; readonly bits: Uint32Array }

export function relation(size: number): Relation {
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

/** Everything that either relation holds. */
export function union(a: Relation, b: Relation): Relation {
  const both = { ...a, bits: a.bits.slice() }
  for (let at = 0; at < both.bits.length; at++) both.bits[at] = both.bits[at]! | b.bits[at]!
  return both
}

/** The relation with everything that follows from it (Warshall's algorithm, a row at a time). */
export function closure(open: Relation): Relation {
  const { size, words } = open
  const bits = open.bits.slice()
  const closed = { size, words, bits }
  for (let middle = 0; middle < size; middle++) {
    for (let from = 0; from < size; from++) {
      if (!isRelated(closed, from, middle)) continue
      for (let word = 0; word < words; word++) {
        bits[from * words + word] = bits[from * words + word]! | bits[middle * words + word]!
      }
    }
  }
  return closed
}

/** A linear order of the numbers, by their own order where the relation leaves a choice. Cycles are cut. */
export function linearize(closed: Relation): number[] {
  const { size } = closed
  const before = Array.from({ length: size }, () => 0)
  const each = (from: number, visit: (to: number) => void): void => {
    for (let to = 0; to < size; to++) if (to !== from && isRelated(closed, from, to)) visit(to)
  }
  for (let from = 0; from < size; from++) each(from, (to) => (before[to] = before[to]! + 1))
  const isPlaced = Array.from(before, () => false)
  const line: number[] = []
  while (line.length < size) {
    const free = before.findIndex((count, index) => count === 0 && !isPlaced[index])
    const next = free < 0 ? isPlaced.indexOf(false) : free
    isPlaced[next] = true
    line.push(next)
    each(next, (to) => (before[to] = before[to]! - 1))
  }
  return line
}
