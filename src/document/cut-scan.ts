// Shared state of the search for cut values: the text, the findings, and the ends of quoted scalars.

import { opensString, readTextShape, findStringEnd } from './shape.ts'

/** The reason why YAML misreads a value, or cannot read it. */
export type CutReason =
  | 'comma'
  | 'colon'
  | 'comment'
  | 'tag'
  | 'quote'
  | 'bracket'
  | 'sign'
  | 'dash' // YAML's reading differs or fails
  | 'unclosed' // a quote that never ends
  | 'fold'
  | 'anchor'
  | 'header'
  | 'collection' // depends on the purpose of the value

/** A value `text.slice(start, end)` as a reader sees it; `at` is the offset where YAML stops reading it. */
export type CutFinding = {
  readonly start: number
  readonly end: number
  readonly at: number
  readonly reason: CutReason
  /** Inside `{ }` or `[ ]`. */
  readonly flow: boolean
}

export type CutScan = {
  readonly text: string
  readonly cuts: CutFinding[]
  /** For each kind of quote, the offset before which no closing quote exists; it avoids a second search. */
  readonly unclosed: { [quote: string]: number }
}

export const scanOf = (text: string): CutScan => ({ text, cuts: [], unclosed: {} })

export const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t' || char === '\n' || char === '\r'

export const isQuote = (char: string | undefined): boolean => char === '"' || char === "'"

export function findLineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

export function findLineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  if (feed === -1) return text.length
  return feed > from && text[feed - 1] === '\r' ? feed - 1 : feed
}

/** The end of YAML's quoted scalar that opens at `at`. */
export function findQuotedEnd(scan: CutScan, at: number, limit: number): number | undefined {
  const { text, unclosed } = scan
  const quote = text[at]!
  if ((unclosed[`yaml${quote}`] ?? -1) > at) return undefined
  for (let i = at + 1; i < limit; i++) {
    const char = text[i]
    if (char === '\\' && quote === '"') i++
    else if (char === quote) {
      if (quote === "'" && text[i + 1] === "'") i++
      else return i + 1
    }
  }
  unclosed[`yaml${quote}`] = limit
  return undefined
}

/** The end of the CEL string that opens at `at`; undefined if the quote is an apostrophe or is never closed. */
export function findCelStringEnd(scan: CutScan, at: number, from: number, limit: number): number | undefined {
  const { text, unclosed } = scan
  const quote = text[at]!
  const stringKind = opensString(text, at, from)
  if (stringKind === undefined || (unclosed[quote] ?? -1) > at) return undefined
  const end = findStringEnd(text, at, limit, stringKind === 'raw')
  if (end === undefined) unclosed[quote] = text.startsWith(quote.repeat(3), at) ? at + 1 : Math.min(findLineEnd(text, at), limit)
  return end
}

/** The offset after blanks, line ends and comments. */
export function skipSpace(text: string, from: number, limit: number): number {
  let i = from
  while (i < limit) {
    if (isSpace(text[i])) i++
    else if (text[i] === '#' && (i === 0 || isSpace(text[i - 1]))) i = findLineEnd(text, i)
    else break
  }
  return i
}

/** The end of a value without the blanks after it. */
export function findTrimmedEnd(text: string, start: number, end: number): number {
  let trimmed = end
  while (trimmed > start && isSpace(text[trimmed - 1])) trimmed--
  return trimmed
}

/** The end of a value without a comment after it; ` #` inside a string or an open bracket is not a comment. */
export function beforeComment(scan: CutScan, start: number, end: number): number {
  const { text } = scan
  let attempts = 0
  for (let i = start + 1; i < end && attempts < 20; i++) {
    if (isQuote(text[i])) i = (findCelStringEnd(scan, i, start, end) ?? i + 1) - 1
    else if (text[i] === '#' && isSpace(text[i - 1])) {
      if (readTextShape(text.slice(start, i)) !== 'open') return findTrimmedEnd(text, start, i)
      attempts++
    }
  }
  return findTrimmedEnd(text, start, end)
}

/** Tags of the core schema; they are not part of a value. */
const coreTag = /!!(?:str|int|float|bool|null|map|seq)(?=[\s,\]}]|$)/y

const anchor = /&[^\s,[\]{}&][^\s,[\]{}]*(?=[\s,\]}]|$)/y

export const alias = /\*[^\s,[\]{}*][^\s,[\]{}]*/y

export function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The offset after an anchor and a tag. */
export function skipProperties(text: string, from: number, limit: number): number {
  let i = from
  for (let count = 0; count < 2; count++) {
    const end = matchAt(anchor, text, i) ?? matchAt(coreTag, text, i)
    if (end === undefined || end > limit) return i
    i = end
    while (i < limit && (text[i] === ' ' || text[i] === '\t')) i++
  }
  return i
}
