// Converts the tree of the YAML library to nodes with exact ranges: anchors, merge keys, tags and cut values.

import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { cutFrom, withoutComments } from './cut.ts'
import { cutDiagnostic } from './cut-problem.ts'
import type { CutFinding } from './cut-scan.ts'
import { mergeMaps } from './merge.ts'
import type { Entry, ListNode, MapNode, Node, Scalar } from './node.ts'
import { type Region, toSourceOffset, toSourceSpan } from './region.ts'
import { parseCoreValue, readScalarText } from './scalar.ts'
import { isAlias, isMap, isScalar, isSeq, findNodeRange } from './yaml.ts'
import type { YamlAlias, YamlMap, YamlNode, YamlScalar, YamlSeq } from './yaml.ts'
import * as problem from './yaml-problem.ts'

/** The anchors of one part (or of one YAML file): all blocks of a part are one text. */
export type Anchors = {
  readonly byName: Map<string, { readonly node: Node; readonly weight: number }>
  /** The number of nodes after all aliases are expanded. */
  expanded: number
}

/** The size limit of a document with all aliases expanded; an alias bomb exceeds it by far. */
const expandedLimit = 1_000_000
/** Deeper than any real document, and shallow enough for recursion. */
export const depthLimit = 100

export function createAnchorScope(): Anchors {
  return { byName: new Map(), expanded: 0 }
}

/** The input of the tree beside the library's nodes. */
export type YamlContext = {
  readonly region: Region
  readonly anchors: Anchors
  readonly cuts: readonly CutFinding[]
  /** True if invalid entries were omitted; a missing anchor may have been in them. */
  readonly isPartial: boolean
}

type Reader = YamlContext & {
  /** The cut values by their start. */
  readonly byStart: ReadonlyMap<number, CutFinding>
  readonly placedCuts: Set<CutFinding>
  /** Anchors whose value is being read: an alias to one of them would be recursive. */
  readonly openAnchors: Set<string>
  readonly diagnostics: Diagnostic[]
}

/** Converts `contents`, and reports mistakes that YAML itself allows. */
export function buildTree(contents: YamlNode, context: YamlContext): { node: Node; diagnostics: Diagnostic[] } {
  const { cuts } = context
  const byStart = new Map(cuts.map((each) => [each.start, each]))
  const reader: Reader = { ...context, byStart, placedCuts: new Set(), openAnchors: new Set(), diagnostics: [] }
  const node = toNode(reader, contents, 0)
  // A cut value that could not be placed is reported, too.
  for (const finding of cuts) if (!reader.placedCuts.has(finding)) cutScalar(reader, finding)
  return { node, diagnostics: reader.diagnostics }
}

const place = (reader: Reader, start: number, end: number): Span => toSourceSpan(reader.region, start, end)

function toNode(reader: Reader, node: YamlNode, depth: number): Node {
  if (isAlias(node)) return resolveAlias(reader, node)
  const before = reader.anchors.expanded++
  const anchor = (node as { anchor?: string }).anchor
  if (anchor !== undefined) reader.openAnchors.add(anchor)
  const result = isScalar(node) ? toScalar(reader, node) : toCollection(reader, node as YamlMap | YamlSeq, depth)
  if (anchor !== undefined) {
    reader.openAnchors.delete(anchor)
    reader.anchors.byName.set(anchor, { node: result, weight: reader.anchors.expanded - before })
  }
  return result
}

function resolveAlias(reader: Reader, alias: YamlAlias): Node {
  const [start, end] = findNodeRange(alias)
  const span = place(reader, start, end)
  const anchor = reader.anchors.byName.get(alias.source)
  if (reader.openAnchors.has(alias.source)) reader.diagnostics.push(problem.reportAnchorInItself(alias.source, span))
  else if (anchor === undefined) {
    const known = [...reader.anchors.byName.keys().take(200)]
    if (!reader.isPartial) reader.diagnostics.push(problem.reportUnknownAnchor(alias.source, known, span))
  } else if (reader.anchors.expanded + anchor.weight > expandedLimit) {
    if (reader.anchors.expanded <= expandedLimit) reader.diagnostics.push(problem.reportTooMuchByAlias(alias.source, span))
    reader.anchors.expanded = Infinity
  } else {
    reader.anchors.expanded += anchor.weight
    return anchor.node
  }
  const text = reader.region.text.slice(start, end)
  return { kind: 'scalar', value: text, text, style: 'plain', span, cut: true }
}

function toCollection(reader: Reader, node: YamlMap | YamlSeq, depth: number): Node {
  if (depth >= depthLimit) return reportTooDeep(reader, node)
  return isMap(node) ? toMap(reader, node, depth) : toList(reader, node, depth)
}

function reportTooDeep(reader: Reader, node: YamlNode): Node {
  const [start, end] = findNodeRange(node)
  reader.diagnostics.push(problem.reportTooMuchDepth(depthLimit, place(reader, start, Math.min(end, start + 1))))
  return emptyScalar(place(reader, start, start))
}

const emptyScalar = (span: Span): Scalar => ({ kind: 'scalar', value: null, text: '', style: 'plain', span })

const styles: { readonly [type: string]: Scalar['style'] } = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}

function toScalar(reader: Reader, node: YamlScalar): Scalar {
  const [start, end] = findNodeRange(node)
  const finding = reader.byStart.get(start)
  if (finding !== undefined && finding.end === end) return cutScalar(reader, finding)
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain'
  const span = place(reader, start, end)
  const text = reader.region.text
  if (style === 'plain' && !text.slice(start, end).includes('\n')) {
    const source = text.slice(start, end)
    return { kind: 'scalar', value: readTagged(reader, node, source, true, span), text: source, style, span }
  }
  const token = node.srcToken as { indent?: number } | undefined
  const decoded = readScalarText(reader.region, start, end, style, token?.indent ?? 0)
  const value = readTagged(reader, node, decoded.text, style === 'plain', span)
  return { kind: 'scalar', value, style, span, ...decoded }
}

function cutScalar(reader: Reader, finding: CutFinding): Scalar {
  const { region } = reader
  reader.placedCuts.add(finding)
  const text = withoutComments(region.text.slice(finding.start, finding.end))
  const isParallel = region.pieces.length === 1
  const offsets = isParallel
    ? undefined
    : Array.from({ length: text.length + 1 }, (_, indexByName) => toSourceOffset(region, finding.start + indexByName))
  const cut = cutFrom(finding, text, (start, end) => place(reader, start, end), offsets)
  reader.diagnostics.push(cutDiagnostic(cut))
  return cut.scalar
}

/** The value by an explicit tag of the core schema (`!!str 12`), otherwise by the schema's own rules. */
function readTagged(reader: Reader, node: YamlNode & { tag?: string }, text: string, plain: boolean, span: Span): Scalar['value'] {
  const plainValue = plain ? parseCoreValue(text) : text
  if (node.tag === undefined) return plainValue
  const value = parseCoreValue(text)
  switch (node.tag) {
    case '!':
    case 'tag:yaml.org,2002:str':
      return text
    case 'tag:yaml.org,2002:null':
      if (value === null) return null
      break
    case 'tag:yaml.org,2002:bool':
      if (typeof value === 'boolean') return value
      break
    case 'tag:yaml.org,2002:int':
      if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return value
      break
    case 'tag:yaml.org,2002:float':
      if (typeof value === 'bigint' || typeof value === 'number') return Number(value)
      break
  }
  reader.diagnostics.push(problem.reportUnknownTag(node.tag, text, tagBefore(span)))
  return plainValue
}

function checkTag(reader: Reader, node: YamlMap | YamlSeq, name: string, span: Span): void {
  if (node.tag === undefined || node.tag === `tag:yaml.org,2002:${name}`) return
  reader.diagnostics.push(problem.reportUnknownTag(node.tag, '', tagBefore(span)))
}

/** The tag before a value, perhaps with an anchor between them. */
function tagBefore(span: Span): Span {
  const from = Math.max(0, span.start - 300)
  const tag = /(!\S*)\s*(?:&\S+\s*)?$/.exec(span.source.text.slice(from, span.start))
  return tag === null ? span : { ...span, start: from + tag.index, end: from + tag.index + tag[1]!.length }
}

function toList(reader: Reader, node: YamlSeq, depth: number): ListNode {
  const items = node.items.map((item) => toNode(reader, item as YamlNode, depth + 1))
  const [start, end] = findNodeRange(node)
  const span = place(reader, start, node.flow ? end : findLastEnd(node, start))
  checkTag(reader, node, 'seq', span)
  return { kind: 'list', items, span }
}

/** The end of the last item in a block collection; the library's range includes the space up to the next entry. */
function findLastEnd(node: YamlMap | YamlSeq, start: number): number {
  const last = node.items.at(-1)
  if (last === undefined) return start
  const { key, value } = last as { key?: YamlNode | null; value?: YamlNode | null }
  const lastNode = (isMap(node) ? (value ?? key) : last) as YamlNode | null
  if (!lastNode) return start
  const [from, to] = findNodeRange(lastNode)
  return (isMap(lastNode) || isSeq(lastNode)) && !lastNode.flow ? findLastEnd(lastNode, from) : Math.max(to, start)
}

function toMap(reader: Reader, node: YamlMap, depth: number): MapNode {
  const entries: Entry[] = []
  const indexByName = new Map<string, number>()
  const merges: Entry[] = []
  for (const pair of node.items) {
    const key = readKey(reader, pair.key as YamlNode)
    if (key === undefined) continue
    const value = pair.value ? toNode(reader, pair.value as YamlNode, depth + 1) : emptyScalar({ ...key.span, start: key.span.end })
    if (key.text === '<<' && key.style === 'plain') {
      merges.push({ key, value })
      continue
    }
    const existingIndex = indexByName.get(key.text)
    if (existingIndex === undefined) {
      indexByName.set(key.text, entries.length)
      entries.push({ key, value })
    } else entries[existingIndex] = mergeRepeated(reader, entries[existingIndex]!, { key, value })
  }
  for (const merge of merges) inherit(reader, merge, entries, indexByName)
  const [start, end] = findNodeRange(node)
  const span = place(reader, start, node.flow ? end : findLastEnd(node, start))
  checkTag(reader, node, 'map', span)
  return { kind: 'map', entries, span }
}

function readKey(reader: Reader, key: YamlNode | null): Scalar | undefined {
  if (key !== null && isScalar(key)) {
    const scalar = toScalar(reader, key)
    if (scalar.text !== '' || scalar.style !== 'plain') {
      if (key.anchor !== undefined) reader.anchors.byName.set(key.anchor, { node: scalar, weight: 1 })
      return scalar
    }
    reader.diagnostics.push(problem.reportMissingKey(scalar.span))
    return undefined
  }
  if (key !== null && isAlias(key)) {
    const node = resolveAlias(reader, key)
    if (node.kind === 'scalar') return node
  }
  const [start, end] = key === null ? [0, 0] : findNodeRange(key)
  reader.diagnostics.push(problem.reportKeyNotName(place(reader, start, end)))
  return undefined
}

/** Handles a repeated key: a mistake inside one block; maps from two blocks of a part are merged. */
function mergeRepeated(reader: Reader, first: Entry, second: Entry): Entry {
  const report = (diagnostic: Diagnostic): void => void reader.diagnostics.push(diagnostic)
  const { start } = first.key.span
  const isInOneBlock = !reader.region.breaks?.some((at) => start < at && at <= second.key.span.start)
  if (isInOneBlock) report(problem.reportDuplicateKey(first.key, second.key))
  const asMap = (entry: Entry): MapNode => ({ kind: 'map', entries: [entry], span: entry.key.span })
  const [merged] = mergeMaps([asMap(first), asMap(second)], first.key.span, isInOneBlock ? () => undefined : report).entries
  return merged!
}

/** `<<: *base` and `<<: [*a, *b]`: adds the entries of those maps that this map lacks. */
function inherit(reader: Reader, merge: Entry, entries: Entry[], indexByName: Map<string, number>): void {
  const sources = merge.value.kind === 'list' ? merge.value.items : [merge.value]
  for (const mapSource of sources) {
    if (mapSource.kind !== 'map') {
      const isReported = mapSource.kind === 'scalar' && (mapSource.value === null || mapSource.cut === true)
      if (!isReported) reader.diagnostics.push(problem.mergeOfNoMap(merge.key.span, mapSource.span))
      continue
    }
    for (const { key, value } of mapSource.entries) {
      if (indexByName.has(key.text)) continue
      indexByName.set(key.text, entries.length)
      entries.push({ key, value, inherited: merge.key.span })
    }
  }
}
