// Estimates how many instructions a regular expression compiles to, without compiling it: a repetition counts as often as it repeats.

/** Larger patterns are refused: compiling one would block the process, and so would each match. */
export const maxInstructions = 10_000

/** An estimate of RE2's instruction count; stops counting above the maximum. */
export function estimateInstructions(pattern: string): number {
  const outer: number[] = []
  let size = 0
  let last = 0
  const add = (atom: number): void => {
    size += atom
    last = atom
  }
  for (let at = 0; at < pattern.length && size <= maxInstructions; ) {
    const [length, kind, times] = tokenAt(pattern, at)
    at += length
    if (kind === 'open') {
      outer.push(size)
      size = 0
    } else if (kind === 'close') {
      const inside = size + 1
      size = outer.pop() ?? 0
      add(inside)
    } else if (kind === 'repeat') {
      const repeated = last * times + 1
      size += repeated - last
      last = repeated
    } else add(1)
  }
  return outer.reduce((sum, each) => sum + each, size)
}

type Token = readonly [length: number, kind: 'open' | 'close' | 'repeat' | 'one', times: number]

/** The options of a group do not belong to its content. */
const open = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:))?/y
const repetition = /\{(\d+)(?:,(\d*))?\}\??|[*+?]\??/y
const character = /\\(?:[pPxu]\{[^}]*\}|Q[^]*?(?:\\E|$)|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/uy

function tokenAt(pattern: string, at: number): Token {
  if (pattern[at] === ')') return [1, 'close', 1]
  const opened = matchAt(open, pattern, at)
  if (opened !== undefined) return [opened[0].length, 'open', 1]
  const repeated = matchAt(repetition, pattern, at)
  if (repeated !== undefined) {
    const [least, most] = [Number(repeated[1] ?? 1), Number(repeated[2] === undefined || repeated[2] === '' ? 0 : repeated[2])]
    return [repeated[0].length, 'repeat', Math.max(1, least, most)]
  }
  return [matchAt(character, pattern, at)?.[0].length ?? 1, 'one', 1]
}

function matchAt(expression: RegExp, pattern: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(pattern) ?? undefined
}
