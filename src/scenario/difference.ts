// Compares two texts line by line: `-` marks expected lines that are missing, `+` unexpected lines.

/** Longer texts are listed one after the other, because the comparison takes time in proportion to the product of their lengths. */
const comparable = 1000

/** The number of equal lines around a difference; further ones are replaced by `…`. */
const context = 3

export function showDifference(expected: string, actual: string): string {
  const [a, b] = [expected.split('\n'), actual.split('\n')]
  return shortened(lines(a, b)).join('\n')
}

function lines(a: readonly string[], b: readonly string[]): string[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const middle = changedLines(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)]
}

const same = (line: string): string => `  ${line}`
const removedLine = (line: string): string => `- ${line}`
const come = (line: string): string => `+ ${line}`

/** Changed lines by the longest common subsequence. */
function changedLines(a: readonly string[], b: readonly string[]): string[] {
  if (a.length > comparable || b.length > comparable) return [...a.map(removedLine), ...b.map(come)]
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i]![j] = a[i] === b[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!)
    }
  }
  const found: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push(same(a[i++]!))
      j++
    } else if (i < a.length && (j === b.length || longest[i + 1]![j]! >= longest[i]![j + 1]!)) found.push(removedLine(a[i++]!))
    else found.push(come(b[j++]!))
  }
  return found
}

function shortened(all: readonly string[]): string[] {
  const near = all.map((_, index) => all.slice(Math.max(0, index - context), index + context + 1).some((line) => !line.startsWith(' ')))
  return all.flatMap((line, index) => (near[index] ? [line] : near[index - 1] || index === 0 ? ['  …'] : []))
}
