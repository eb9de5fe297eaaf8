// Compares two texts line by line: `-` marks expected lines that are missing, `+` unexpected lines.

/** Longer texts are listed one after the other, because the comparison takes time in proportion to the product of their lengths. */
const maxComparedLines = 1000

/** The number of equal lines around a difference; further ones are replaced by `…`. */
const contextLines = 3

export function showDifference(expected: string, actual: string): string {
  const [a, b] = [expected.split('\n'), actual.split('\n')]
  return withoutDistantLines(differenceLines(a, b)).join('\n')
}

function differenceLines(a: readonly string[], b: readonly string[]): string[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const middle = changedLines(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...a.slice(0, start).map(unchangedLine), ...middle, ...a.slice(a.length - end).map(unchangedLine)]
}

const unchangedLine = (line: string): string => `  ${line}`
const removedLine = (line: string): string => `- ${line}`
const addedLine = (line: string): string => `+ ${line}`

/** Changed lines by the longest common subsequence. */
function changedLines(a: readonly string[], b: readonly string[]): string[] {
  if (a.length > maxComparedLines || b.length > maxComparedLines) return [...a.map(removedLine), ...b.map(addedLine)]
  const commonLengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      commonLengths[i]![j] = a[i] === b[j] ? commonLengths[i + 1]![j + 1]! + 1 : Math.max(commonLengths[i + 1]![j]!, commonLengths[i]![j + 1]!)
    }
  }
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(unchangedLine(a[i++]!))
      j++
    } else if (i < a.length && (j === b.length || commonLengths[i + 1]![j]! >= commonLengths[i]![j + 1]!)) lines.push(removedLine(a[i++]!))
    else lines.push(addedLine(b[j++]!))
  }
  return lines
}

function withoutDistantLines(differences: readonly string[]): string[] {
  const isNearChange = differences.map((_, index) => differences.slice(Math.max(0, index - contextLines), index + contextLines + 1).some((line) => !line.startsWith(' ')))
  return differences.flatMap((line, index) => (isNearChange[index] ? [line] : isNearChange[index - 1] || index === 0 ? ['  …'] : []))
}
