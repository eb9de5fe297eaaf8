// Compares two texts line by line: `-` marks expected lines that are missing, `+` unexpected lines.

/** Longer texts are listed one after the other, because the comparison takes time in proportion to the product of their lengths. */
const maxComparedLines = 1000

/** The number of equal lines around a difference; further ones are replaced by `…`. */
const contextLines = 3

export function showDifference(expected: string, actual: string): string {
  const [expectedLines, actualLines] = [expected.split('\n'), actual.split('\n')]
  return withoutDistantLines(listDifferenceLines(expectedLines, actualLines)).join('\n')
}

function listDifferenceLines(expectedLines: readonly string[], actualLines: readonly string[]): string[] {
  let start = 0
  while (start < expectedLines.length && start < actualLines.length && expectedLines[start] === actualLines[start]) start++
  let end = 0
  while (
    end < expectedLines.length - start &&
    end < actualLines.length - start &&
    expectedLines[expectedLines.length - 1 - end] === actualLines[actualLines.length - 1 - end]
  )
    end++
  const middle = listChangedLines(
    expectedLines.slice(start, expectedLines.length - end),
    actualLines.slice(start, actualLines.length - end),
  )
  return [
    ...expectedLines.slice(0, start).map(unchangedLine),
    ...middle,
    ...expectedLines.slice(expectedLines.length - end).map(unchangedLine),
  ]
}

const unchangedLine = (line: string): string => `  ${line}`
const removedLine = (line: string): string => `- ${line}`
const addedLine = (line: string): string => `+ ${line}`

/** Changed lines by the longest common subsequence. */
function listChangedLines(expectedLines: readonly string[], actualLines: readonly string[]): string[] {
  if (expectedLines.length > maxComparedLines || actualLines.length > maxComparedLines)
    return [...expectedLines.map(removedLine), ...actualLines.map(addedLine)]
  const commonLengths = Array.from({ length: expectedLines.length + 1 }, () => new Uint16Array(actualLines.length + 1))
  for (let i = expectedLines.length - 1; i >= 0; i--) {
    for (let j = actualLines.length - 1; j >= 0; j--) {
      commonLengths[i]![j] =
        expectedLines[i] === actualLines[j]
          ? commonLengths[i + 1]![j + 1]! + 1
          : Math.max(commonLengths[i + 1]![j]!, commonLengths[i]![j + 1]!)
    }
  }
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < expectedLines.length || j < actualLines.length) {
    if (i < expectedLines.length && j < actualLines.length && expectedLines[i] === actualLines[j]) {
      lines.push(unchangedLine(expectedLines[i++]!))
      j++
    } else if (i < expectedLines.length && (j === actualLines.length || commonLengths[i + 1]![j]! >= commonLengths[i]![j + 1]!))
      lines.push(removedLine(expectedLines[i++]!))
    else lines.push(addedLine(actualLines[j++]!))
  }
  return lines
}

function withoutDistantLines(differences: readonly string[]): string[] {
  const isNearChange = differences.map((_, index) =>
    differences.slice(Math.max(0, index - contextLines), index + contextLines + 1).some((line) => !line.startsWith(' ')),
  )
  return differences.flatMap((line, index) => {
    if (isNearChange[index]) return [line]
    return isNearChange[index - 1] || index === 0 ? ['  …'] : []
  })
}
