// Finds the values inside `{ }` and `[ ]` that YAML cuts: at a comma in a call, at a colon, at brackets and quotes.

import type { CutFinding, CutScan, CutReason } from './cut-scan.ts'
import { alias, celStringEnd, isQuote, isSpace, lineEnd, matchAt, pastProperties, pastSpace, quotedEnd, trimmedEnd } from './cut-scan.ts'
import { textShape } from './shape.ts'

/** Nesting beyond this is refused when the tree is read. */
const depthLimit = 100

const closes: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' }

/**
 * The end of the item at `from`: a comma or closing bracket outside of its own brackets and strings. Undefined if
 * brackets do not match. `parens`: true if parentheses count as brackets; in text they need not match.
 */
function itemEnd(scan: CutScan, from: number, limit: number, parens: boolean): number | undefined {
  const { text } = scan
  const stack: string[] = []
  let calls = 0
  let fresh = true // at the beginning of a value, a quote belongs to YAML
  let i = from
  while (i < limit) {
    const char = text[i]!
    if (isSpace(char)) {
      i++
      continue
    }
    if (char === '#' && isSpace(text[i - 1])) {
      i = lineEnd(text, i)
      continue
    }
    if (isQuote(char)) {
      i = (fresh && calls === 0 ? wholeQuoted(scan, i, limit) : undefined) ?? celStringEnd(scan, i, from, limit) ?? i + 1
      fresh = false
      continue
    }
    if (char === '[' || char === '{' || (char === '(' && parens)) {
      stack.push(char)
      if (char === '(') calls++
    } else if (char === ']' || char === '}' || (char === ')' && parens)) {
      const open = stack.pop()
      if (open === undefined) return char === ')' ? undefined : i
      if (closes[open] !== char) return undefined
      if (open === '(') calls--
    } else if (char === ',' && stack.length === 0) return i
    fresh = '[{,'.includes(char) || (char === ':' && isSpace(text[i + 1]))
    i++
  }
  return stack.length === 0 ? limit : undefined
}

/** The end of a quoted scalar that is the whole value; undefined for `'a' + b`. */
function wholeQuoted(scan: CutScan, at: number, limit: number): number | undefined {
  const end = quotedEnd(scan, at, limit)
  if (end === undefined) return undefined
  const next = pastSpace(scan.text, end, limit)
  return next >= limit || ',:]}'.includes(scan.text[next]!) ? end : undefined
}

/** The end of the collection that opens at `open`; undefined if it is not closed before `limit`. */
export function flowEnd(scan: CutScan, open: number, limit: number): number | undefined {
  return flowItems(scan, open, limit)?.end
}

type Item = { readonly start: number; readonly end: number }

function flowItems(scan: CutScan, open: number, limit: number): { items: Item[]; end: number } | undefined {
  return itemsWith(scan, open, limit, true) ?? itemsWith(scan, open, limit, false)
}

function itemsWith(scan: CutScan, open: number, limit: number, parens: boolean): { items: Item[]; end: number } | undefined {
  const { text } = scan
  const items: Item[] = []
  let from = open + 1
  for (;;) {
    const end = itemEnd(scan, from, limit, parens)
    if (end === undefined || end >= limit) return undefined
    const start = pastSpace(text, from, end)
    const last = trimmedEnd(text, start, endBeforeComment(text, start, end))
    if (start < last) items.push({ start, end: last })
    if (text[end] !== ',') return text[end] === closes[text[open]!] ? { items, end: end + 1 } : undefined
    from = end + 1
  }
}

/** An item on several lines may end in a comment, which does not belong to it. */
function endBeforeComment(text: string, start: number, end: number): number {
  const feed = text.lastIndexOf('\n', end - 1)
  if (feed <= start) return end
  const rest = pastSpace(text, feed, end)
  if (rest < end) return end
  const before = text.slice(start, feed).search(/\s#[^\n]*$/)
  return before === -1 ? feed : start + before
}

/** Searches the collection `text.slice(open, end)`. */
export function cutsInFlow(scan: CutScan, open: number, end: number, depth = 0): void {
  if (depth > depthLimit) return
  const inMap = scan.text[open] === '{'
  const items = flowItems(scan, open, end)?.items ?? []
  let value: Item | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!
    const colon = keyEnd(scan, item)
    // In a map, words without a key continue with the text that a comma cut: `{ title: No such order, sorry }`.
    if (inMap && colon === undefined && value !== undefined && continuesText(scan.text, value, item)) {
      const before = scan.cuts.at(-1)
      if (before !== undefined && before.start === value.start) scan.cuts.pop()
      scan.cuts.push({ start: value.start, end: item.end, at: value.end, why: 'comma', flow: true })
      value = { start: value.start, end: item.end }
      continue
    }
    const start = colon === undefined ? item.start : pastSpace(scan.text, colon + 1, item.end)
    value = { start: pastProperties(scan.text, start, item.end), end: item.end }
    if (value.start < value.end) cutInItem(scan, colon === undefined ? item : value, value, depth)
  }
}

/** `{type:string, maxLength:300}`: keys without a blank after the colon, not text that a comma cut. */
const stuckKey = /^[\w$-]+:[^\s/]/

function continuesText(text: string, before: Item, item: Item): boolean {
  const value = text.slice(before.start, before.end)
  if (stuckKey.test(value)) return false
  const isPlain = !/^["'[{]/.test(value) && !/["'[\]{}]/.test(text.slice(item.start, item.end))
  return isPlain && textShape(value) !== 'complete'
}

/** Finds the colon after an item's key. Undefined if the item has no key (or is a condition `a ? b : c`). */
function keyEnd(scan: CutScan, { start, end }: Item): number | undefined {
  const { text } = scan
  const from = pastProperties(text, start, end)
  const bracket = text[from] === '{' || text[from] === '['
  if (isQuote(text[from]) || bracket) {
    const quoted = bracket ? flowEnd(scan, from, end) : quotedEnd(scan, from, end)
    const next = quoted === undefined ? end : pastSpace(text, quoted, end)
    return text[next] === ':' ? next : undefined
  }
  let i = from
  while (i < end) {
    const char = text[i]!
    // `$(r.name): …` and `GET /$(r.plural): …` are keys with a convention's expressions.
    const spliced = char === '$' && text[i + 1] === '(' ? skipParentheses(scan, i + 1, end) : undefined
    if (spliced !== undefined) {
      i = spliced
      continue
    }
    if (char === '(' || char === '[' || char === '{') return undefined
    if (isQuote(char)) {
      i = celStringEnd(scan, i, from, end) ?? i + 1
      continue
    }
    if (char === ':' && (i + 1 >= end || isSpace(text[i + 1]))) {
      const isRequested = textShape(text.slice(from, i)) === 'open' && textShape(text.slice(from, end)) === 'complete'
      return isRequested ? undefined : i
    }
    i++
  }
  return undefined
}

/** The offset after the parenthesis that closes the one at `open`; skips strings. */
function skipParentheses(scan: CutScan, open: number, end: number): number | undefined {
  let depth = 0
  for (let i = open; i < end; i++) {
    const char = scan.text[i]!
    if (isQuote(char)) i = (celStringEnd(scan, i, open, end) ?? i + 1) - 1
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return i + 1
  }
  return undefined
}

/** `whole` is the item (or, after a key, its value); `value` is the same without an anchor or tag. */
function cutInItem(scan: CutScan, whole: Item, value: Item, depth: number): void {
  const { text } = scan
  const { start, end } = value
  const report = (at: number, why: CutReason): void => void scan.cuts.push({ start, end, at, why, flow: true } satisfies CutFinding)
  const char = text[start]!
  if (isQuote(char)) {
    const quoted = quotedEnd(scan, start, end)
    if (quoted === undefined) report(start, 'unclosed')
    else if (pastSpace(text, quoted, end) < end) report(quoted, 'quote')
    return
  }
  if (char === '{' || char === '[') {
    const closed = flowEnd(scan, start, end)
    if (closed !== undefined && pastSpace(text, closed, end) >= end) cutsInFlow(scan, start, closed, depth + 1)
    else report(closed ?? start, 'bracket')
    return
  }
  if (char === '!') return report(start, 'tag')
  if (char === '*') {
    const named = matchAt(alias, text, start)
    if (named !== end) report(start, 'sign')
    return
  }
  if ('&@`%|>'.includes(char)) return report(start, 'sign')
  if ('-?'.includes(char) && isSpace(text[start + 1]) && start + 1 < end) return report(start, char === '-' ? 'dash' : 'sign')
  plainInFlow(scan, whole.start === start ? whole : value, report)
}

/** In YAML a plain value ends at a comma, a bracket, a colon before a blank, or ` #`. */
function plainInFlow({ text }: CutScan, { start, end }: Item, report: (at: number, why: CutReason) => void): void {
  for (let i = start; i < end; i++) {
    const char = text[i]!
    if (char === ',') return report(i, 'comma')
    if ('[]{}'.includes(char)) return report(i, 'bracket')
    if (char === ':' && (i + 1 >= end || isSpace(text[i + 1]) || ',[]{}'.includes(text[i + 1]!))) return report(i, 'colon')
    if (char === '#' && isSpace(text[i - 1])) return report(i, 'comment')
  }
}
