// Estimates how many instructions a regular expression compiles to, without compiling it: a repetition counts as often as it repeats.

/** Larger patterns are refused: compiling one would block the process, and so would each match. */
export const maxInstructions = 10_000

/** An estimate of RE2's instruction count; stops counting above the maximum. */
export function estimateInstructions(pattern: string): number {
  const outerSizes: number[] = []
  let size = 0
  let lastSize = 0
  const add = (atom: number): void => {
    size += atom
    lastSize = atom
  }
  for (let at = 0; at < pattern.length && size <= maxInstructions;) {
    const [length, kind, times] = readToken(pattern, at)
    at += length
    if (kind === 'open') {
      outerSizes.push(size)
      size = 0
    } else if (kind === 'close') {
      const groupSize = size + 1
      size = outerSizes.pop() ?? 0
      add(groupSize)
    } else if (kind === 'repeat') {
      const repeated = lastSize * times + 1
      size += repeated - lastSize
      lastSize = repeated
    } else add(1)
  }
  return outerSizes.reduce((sum, each) => sum + each, size)
}

type Token = readonly [length: number, kind: 'open' | 'close' | 'repeat' | 'one', times: number]

/** The options of a group do not belong to its content. */
const groupOpening = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:))?/y
const repetition = /\{(\d+)(?:,(\d*))?\}\??|[*+?]\??/y
const character = /\\(?:[pPxu]\{[^}]*\}|Q[^]*?(?:\\E|$)|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/uy

function readToken(pattern: string, at: number): Token {
  if (pattern[at] === ')') return [1, 'close', 1]
  const groupStart = matchAt(groupOpening, pattern, at)
  if (groupStart !== undefined) return [groupStart[0].length, 'open', 1]
  const repeated = matchAt(repetition, pattern, at)
  if (repeated !== undefined) {
    const [minCount, maxCount] = [Number(repeated[1] ?? 1), Number(repeated[2] === undefined || repeated[2] === '' ? 0 : repeated[2])]
    return [repeated[0].length, 'repeat', Math.max(1, minCount, maxCount)]
  }
  return [matchAt(character, pattern, at)?.[0].length ?? 1, 'one', 1]
}

function matchAt(expression: RegExp, pattern: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(pattern) ?? undefined
}
