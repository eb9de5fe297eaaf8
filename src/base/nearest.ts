// Finds the names that are nearest to a mistyped one.

/** The number of edits (insert, delete, replace, swap of neighbours) between two words, ignoring case. */
function countEdits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, rows[i - 2]![j - 2]! + 1)
      row.push(cost)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** A shorter prefix is too short to identify one name. */
const shortest = 3

/**
 * Those of `candidates` that differ only in case; or else at most four, nearest first: those with edits up to a third of the word's length,
 * then those that begin with the word.
 */
export function findNearest(word: string, candidates: Iterable<string>): string[] {
  const lower = word.toLowerCase()
  const limit = Math.max(1, Math.floor(word.length / 3))
  const matches: { name: string; editDistance: number }[] = []
  for (const name of new Set(candidates)) {
    const begins = word.length >= shortest && name.toLowerCase().startsWith(lower)
    if (!begins && Math.abs(name.length - word.length) > limit) continue
    const editDistance = countEdits(lower, name.toLowerCase())
    if (begins || editDistance <= limit) matches.push({ name, editDistance })
  }
  matches.sort((a, b) => a.editDistance - b.editDistance || (a.name < b.name ? -1 : 1))
  const sameLetters = matches.filter((each) => each.editDistance === 0)
  return (sameLetters.length > 0 ? sameLetters : matches.slice(0, 4)).map((each) => each.name)
}
