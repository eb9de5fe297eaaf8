// Mixes lists, so that each has a turn before any has its second.

/** The first item of each list, then the second of each, and so on. */
export function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return transpose(lists).flat()
}

/** The first items of all lists, the second ones, and so on. */
export function transpose<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => (index < list.length ? [list[index]!] : [])))
}
