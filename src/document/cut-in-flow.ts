// Finds the values inside `{ }` and `[ ]` that YAML cuts: at a comma in a call, at a colon, at brackets and quotes.

import type { CutFinding, CutScan, CutReason } from './cut-scan.ts'
import {
  alias,
  findCelStringEnd,
  isQuote,
  isSpace,
  findLineEnd,
  matchAt,
  skipProperties,
  skipSpace,
  findQuotedEnd,
  findTrimmedEnd,
} from './cut-scan.ts'
import { readTextShape } from './shape.ts'

/** Nesting beyond this is refused when the tree is read. */
const depthLimit = 100

const closingBrackets: { readonly [opening: string]: string } = { '(': ')', '[': ']', '{': '}' }

/**
 * The end of the item at `from`: a comma or closing bracket outside of its own brackets and strings. Undefined if
 * brackets do not match. `withParentheses`: true if parentheses count as brackets; in text they need not match.
 */
function findItemEnd(scan: CutScan, start: number, limit: number, withParentheses: boolean): number | undefined {
  const { text } = scan
  const stack: string[] = []
  let calls = 0
  let atValueStart = true // at the beginning of a value, a quote belongs to YAML
  let i = start
  while (i < limit) {
    const char = text[i]!
    if (isSpace(char)) {
      i++
      continue
    }
    if (char === '#' && isSpace(text[i - 1])) {
      i = findLineEnd(text, i)
      continue
    }
    if (isQuote(char)) {
      i = (atValueStart && calls === 0 ? findQuotedValueEnd(scan, i, limit) : undefined) ?? findCelStringEnd(scan, i, start, limit) ?? i + 1
      atValueStart = false
      continue
    }
    if (char === '[' || char === '{' || (char === '(' && withParentheses)) {
      stack.push(char)
      if (char === '(') calls++
    } else if (char === ']' || char === '}' || (char === ')' && withParentheses)) {
      const opening = stack.pop()
      if (opening === undefined) return char === ')' ? undefined : i
      if (closingBrackets[opening] !== char) return undefined
      if (opening === '(') calls--
    } else if (char === ',' && stack.length === 0) return i
    atValueStart = '[{,'.includes(char) || (char === ':' && isSpace(text[i + 1]))
    i++
  }
  return stack.length === 0 ? limit : undefined
}

/** The end of a quoted scalar that is the whole value; undefined for `'a' + b`. */
function findQuotedValueEnd(scan: CutScan, at: number, limit: number): number | undefined {
  const end = findQuotedEnd(scan, at, limit)
  if (end === undefined) return undefined
  const afterQuoted = skipSpace(scan.text, end, limit)
  return afterQuoted >= limit || ',:]}'.includes(scan.text[afterQuoted]!) ? end : undefined
}

/** The end of the collection that opens at `open`; undefined if it is not closed before `limit`. */
export function findFlowEnd(scan: CutScan, opening: number, limit: number): number | undefined {
  return listFlowItems(scan, opening, limit)?.end
}

type Item = { readonly start: number; readonly end: number }

function listFlowItems(scan: CutScan, opening: number, limit: number): { items: Item[]; end: number } | undefined {
  return readItems(scan, opening, limit, true) ?? readItems(scan, opening, limit, false)
}

function readItems(scan: CutScan, opening: number, limit: number, withParentheses: boolean): { items: Item[]; end: number } | undefined {
  const { text } = scan
  const items: Item[] = []
  let from = opening + 1
  for (;;) {
    const end = findItemEnd(scan, from, limit, withParentheses)
    if (end === undefined || end >= limit) return undefined
    const start = skipSpace(text, from, end)
    const last = findTrimmedEnd(text, start, endBeforeComment(text, start, end))
    if (start < last) items.push({ start, end: last })
    if (text[end] !== ',') return text[end] === closingBrackets[text[opening]!] ? { items, end: end + 1 } : undefined
    from = end + 1
  }
}

/** An item on several lines may end in a comment, which does not belong to it. */
function endBeforeComment(text: string, start: number, end: number): number {
  const feed = text.lastIndexOf('\n', end - 1)
  if (feed <= start) return end
  const afterFeed = skipSpace(text, feed, end)
  if (afterFeed < end) return end
  const commentStart = text.slice(start, feed).search(/\s#[^\n]*$/)
  return commentStart === -1 ? feed : start + commentStart
}

/** Searches the collection `text.slice(open, end)`. */
export function findCutsInFlow(scan: CutScan, opening: number, end: number, depth = 0): void {
  if (depth > depthLimit) return
  const isMap = scan.text[opening] === '{'
  const items = listFlowItems(scan, opening, end)?.items ?? []
  let value: Item | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!
    const colon = findKeyEnd(scan, item)
    // In a map, words without a key continue with the text that a comma cut: `{ title: No such order, sorry }`.
    if (isMap && colon === undefined && value !== undefined && continuesText(scan.text, value, item)) {
      const lastCut = scan.cuts.at(-1)
      if (lastCut !== undefined && lastCut.start === value.start) scan.cuts.pop()
      scan.cuts.push({ start: value.start, end: item.end, at: value.end, reason: 'comma', flow: true })
      value = { start: value.start, end: item.end }
      continue
    }
    const start = colon === undefined ? item.start : skipSpace(scan.text, colon + 1, item.end)
    value = { start: skipProperties(scan.text, start, item.end), end: item.end }
    if (value.start < value.end) findCutInItem(scan, colon === undefined ? item : value, value, depth)
  }
}

/** `{type:string, maxLength:300}`: keys without a blank after the colon, not text that a comma cut. */
const keyWithoutBlank = /^[\w$-]+:[^\s/]/

function continuesText(text: string, previous: Item, item: Item): boolean {
  const value = text.slice(previous.start, previous.end)
  if (keyWithoutBlank.test(value)) return false
  const isPlain = !/^["'[{]/.test(value) && !/["'[\]{}]/.test(text.slice(item.start, item.end))
  return isPlain && readTextShape(value) !== 'complete'
}

/** Finds the colon after an item's key. Undefined if the item has no key (or is a condition `a ? b : c`). */
function findKeyEnd(scan: CutScan, { start, end }: Item): number | undefined {
  const { text } = scan
  const from = skipProperties(text, start, end)
  const isBracket = text[from] === '{' || text[from] === '['
  if (isQuote(text[from]) || isBracket) {
    const contentEnd = isBracket ? findFlowEnd(scan, from, end) : findQuotedEnd(scan, from, end)
    const next = contentEnd === undefined ? end : skipSpace(text, contentEnd, end)
    return text[next] === ':' ? next : undefined
  }
  let i = from
  while (i < end) {
    const char = text[i]!
    // `$(r.name): …` and `GET /$(r.plural): …` are keys with a convention's expressions.
    const spliceEnd = char === '$' && text[i + 1] === '(' ? skipParentheses(scan, i + 1, end) : undefined
    if (spliceEnd !== undefined) {
      i = spliceEnd
      continue
    }
    if (char === '(' || char === '[' || char === '{') return undefined
    if (isQuote(char)) {
      i = findCelStringEnd(scan, i, from, end) ?? i + 1
      continue
    }
    if (char === ':' && (i + 1 >= end || isSpace(text[i + 1]))) {
      const isRequested = readTextShape(text.slice(from, i)) === 'open' && readTextShape(text.slice(from, end)) === 'complete'
      return isRequested ? undefined : i
    }
    i++
  }
  return undefined
}

/** The offset after the parenthesis that closes the one at `open`; skips strings. */
function skipParentheses(scan: CutScan, opening: number, end: number): number | undefined {
  let depth = 0
  for (let i = opening; i < end; i++) {
    const char = scan.text[i]!
    if (isQuote(char)) i = (findCelStringEnd(scan, i, opening, end) ?? i + 1) - 1
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return i + 1
  }
  return undefined
}

/** `item` is the item (or, after a key, its value); `value` is the same without an anchor or tag. */
function findCutInItem(scan: CutScan, item: Item, value: Item, depth: number): void {
  const { text } = scan
  const { start, end } = value
  const report = (at: number, reason: CutReason): void => void scan.cuts.push({ start, end, at, reason, flow: true } satisfies CutFinding)
  const char = text[start]!
  if (isQuote(char)) {
    const contentEnd = findQuotedEnd(scan, start, end)
    if (contentEnd === undefined) report(start, 'unclosed')
    else if (skipSpace(text, contentEnd, end) < end) report(contentEnd, 'quote')
    return
  }
  if (char === '{' || char === '[') {
    const closed = findFlowEnd(scan, start, end)
    if (closed !== undefined && skipSpace(text, closed, end) >= end) findCutsInFlow(scan, start, closed, depth + 1)
    else report(closed ?? start, 'bracket')
    return
  }
  if (char === '!') return report(start, 'tag')
  if (char === '*') {
    const aliasEnd = matchAt(alias, text, start)
    if (aliasEnd !== end) report(start, 'sign')
    return
  }
  if ('&@`%|>'.includes(char)) return report(start, 'sign')
  if ('-?'.includes(char) && isSpace(text[start + 1]) && start + 1 < end) return report(start, char === '-' ? 'dash' : 'sign')
  findCutInPlain(scan, item.start === start ? item : value, report)
}

/** In YAML a plain value ends at a comma, a bracket, a colon before a blank, or ` #`. */
function findCutInPlain({ text }: CutScan, { start, end }: Item, report: (at: number, reason: CutReason) => void): void {
  for (let i = start; i < end; i++) {
    const char = text[i]!
    if (char === ',') return report(i, 'comma')
    if ('[]{}'.includes(char)) return report(i, 'bracket')
    if (char === ':' && (i + 1 >= end || isSpace(text[i + 1]) || ',[]{}'.includes(text[i + 1]!))) return report(i, 'colon')
    if (char === '#' && isSpace(text[i - 1])) return report(i, 'comment')
  }
}
