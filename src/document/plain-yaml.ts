// Parses the common subset of YAML in one pass, straight to nodes: maps, lists and one-line scalars, with comments. For any other content
// (an anchor, a tag, a multi-line text, a possible mistake) it returns undefined, and the library parses the whole text. Its results
// equal the library's.

import type { Entry, ListNode, MapNode, Node, Scalar } from './node.ts'
import {
  type YamlScan,
  enterLine,
  isItem,
  isLineDone,
  enterNextLine,
  skipBlanks,
  skipColon,
  skipFlowSpace,
  place,
  readScalar,
  readBlockText,
} from './plain-scan.ts'
import type { Region } from './region.ts'

/** The node of the region, and the number of nodes in it. */
export type PlainReading = { readonly node: MapNode | ListNode; readonly nodes: number }

/** Tabs, carriage returns, byte order marks, and lines that begin or end a document. */
const unsupported = /[\t\r\uFEFF]|^(?:---|\.\.\.|%)/m

/** Deeper than usual documents, but below the depth limit. */
const maxDepth = 50

/** The greatest length of a key, in characters. */
const maxKeyLength = 1000

export function readPlainYaml(region: Region): PlainReading | undefined {
  const { text } = region
  if (unsupported.test(text)) return undefined
  const scan: YamlScan = { region, text, at: 0, column: -1, end: 0, nodes: 0 }
  if (!enterLine(scan, 0)) enterNextLine(scan)
  if (scan.column === -1) return undefined
  const node = readBlock(scan, -1, 0)
  return node === undefined || node.kind === 'scalar' || scan.column !== -1 ? undefined : { node, nodes: scan.nodes }
}

/** Reads the block at the current column, inside a collection at column `outer`, and enters the next line. */
function readBlock(scan: YamlScan, outer: number, depth: number): Node | undefined {
  if (depth > maxDepth) return undefined
  scan.nodes++
  if (isItem(scan)) return listAt(scan, depth)
  const { at: start, column } = scan
  const flow = isFlow(scan)
  const first = flow ? readFlow(scan, outer, depth, true) : readScalar(scan, false)
  if (first === undefined) return undefined
  if (skipColon(scan)) return first.kind === 'scalar' ? mapAt(scan, first, start, column, depth) : undefined
  return isAtLineEnd(scan) ? first : undefined
}

const isBlockText = ({ text, at }: YamlScan): boolean => text[at] === '|' || text[at] === '>'

const isFlow = ({ text, at }: YamlScan): boolean => text[at] === '{' || text[at] === '['

/** True if the rest of the line is empty; enters the next line. */
function isAtLineEnd(scan: YamlScan): boolean {
  skipBlanks(scan)
  if (!isLineDone(scan)) return false
  enterNextLine(scan)
  return true
}

/** An empty value after the colon or dash and its blanks. */
function makeEmpty(scan: YamlScan, at: number): Scalar {
  scan.nodes++
  scan.end = at
  return { kind: 'scalar', value: null, text: '', style: 'plain', span: place(scan, at, at) }
}

function listAt(scan: YamlScan, depth: number): ListNode | undefined {
  const { at: start, column } = scan
  const items: Node[] = []
  while (scan.column === column && isItem(scan)) {
    const item = scan.at
    scan.at++
    skipBlanks(scan)
    const { at } = scan
    let node: Node | undefined
    if (isLineDone(scan)) {
      enterNextLine(scan)
      node = scan.column > column ? readBlock(scan, column, depth + 1) : makeEmpty(scan, at)
    } else {
      scan.column = column + at - item
      node = readBlock(scan, column, depth + 1)
    }
    if (node === undefined || scan.column > column) return undefined
    items.push(node)
  }
  return { kind: 'list', items, span: place(scan, start, scan.end) }
}

/** Reads a map after its first key and colon. */
function mapAt(scan: YamlScan, first: Scalar, start: number, column: number, depth: number): MapNode | undefined {
  const entries: Entry[] = []
  const names = new Set<string>()
  for (let key: Scalar | undefined = first; ; key = readScalar(scan, false)) {
    if (key === undefined || !isKey(key, names) || (key !== first && !skipColon(scan))) return undefined
    const value = readValueAfterKey(scan, column, depth)
    if (value === undefined || scan.column > column) return undefined
    entries.push({ key, value })
    if (scan.column < column || (isItem(scan) && scan.column === column)) break
  }
  return { kind: 'map', entries, span: place(scan, start, scan.end) }
}

/** True if this can be the next key: not a merge key, and not a repetition. */
function isKey({ text, style, span }: Scalar, names: Set<string>): boolean {
  if ((text === '<<' && style === 'plain') || span.end - span.start > maxKeyLength) return false
  const { size } = names
  return names.add(text).size > size
}

/** The value after a key's colon, on its line or below it. */
function readValueAfterKey(scan: YamlScan, column: number, depth: number): Node | undefined {
  skipBlanks(scan)
  const { at } = scan
  if (isLineDone(scan)) {
    enterNextLine(scan)
    const isBelow = scan.column > column || (scan.column === column && isItem(scan))
    return isBelow ? readBlock(scan, column, depth + 1) : makeEmpty(scan, at)
  }
  scan.nodes++
  if (isBlockText(scan)) return readBlockText(scan, column)
  const value = isFlow(scan) ? readFlow(scan, column, depth + 1, true) : readScalar(scan, false)
  return value !== undefined && isAtLineEnd(scan) ? value : undefined
}

/** A flow collection inside a block collection at `column`; `isOutermost`: not inside another flow collection. */
function readFlow(scan: YamlScan, column: number, depth: number, isOutermost: boolean): MapNode | ListNode | undefined {
  if (depth > maxDepth) return undefined
  const { text, at: start } = scan
  const isMap = text[start] === '{'
  const close = isMap ? '}' : ']'
  const skipSpace = (): boolean => skipFlowSpace(scan, column, isOutermost ? close : '')
  const entries: Entry[] = []
  const items: Node[] = []
  const names = new Set<string>()
  scan.at++
  for (let hasItems = false; ; hasItems = true) {
    if (!skipSpace()) return undefined
    if (text[scan.at] === close && !hasItems) break
    if (isMap) {
      const key = readScalar(scan, true)
      if (key === undefined || !isKey(key, names) || !skipColon(scan) || !skipSpace()) return undefined
      const value = readFlowValue(scan, column, depth)
      if (value === undefined) return undefined
      entries.push({ key, value })
    } else {
      const item = readFlowValue(scan, column, depth)
      if (item === undefined || text[scan.at] === ':') return undefined
      items.push(item)
    }
    if (!skipSpace()) return undefined
    if (text[scan.at] === close) break
    if (text[scan.at] !== ',') return undefined
    scan.at++
  }
  scan.end = ++scan.at
  const span = place(scan, start, scan.at)
  return isMap ? { kind: 'map', entries, span } : { kind: 'list', items, span }
}

function readFlowValue(scan: YamlScan, column: number, depth: number): Node | undefined {
  scan.nodes++
  return isFlow(scan) ? readFlow(scan, column, depth + 1, false) : readScalar(scan, true)
}
