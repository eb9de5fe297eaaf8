// Parses JSON or YAML from untrusted sources as plain data, with limits for size, depth and alias expansion.

import { type Json, type JsonObject, isJsonObject, parseJsonNumber, createJsonObject, parseJsonText } from '../base/json.ts'
import { findPosition, createSource } from '../base/text.ts'
import { parseCoreValue } from '../document/scalar.ts'
import { findDeepNesting } from '../document/yaml-nesting.ts'
import { indentContinuedLines } from './continued-lines.ts'
import { type FaultKind, type YamlNode, compose, isAlias, isMap, isScalar, isSeq } from '../document/yaml.ts'

/** `problem` completes "FILE cannot be read: ". */
export type DataReading = { readonly value: Json; readonly problem?: undefined } | { readonly value?: undefined; readonly problem: string }

/** The maximum length in UTF-16 units: longer text takes too long to parse. */
export const longest = { json: 6_000_000, yaml: 3_000_000 } as const

const deepest = 120
/** The maximum number of values after all aliases are expanded. */
const most = 2_000_000

export function readSourceData(text: string): DataReading {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const isJson = /^\s*[[{]/.test(content)
  const limit = isJson ? longest.json : longest.yaml
  if (content.length > limit)
    return { problem: `it has ${content.length} characters; at most ${limit} of ${isJson ? 'JSON' : 'YAML'} are read` }
  if (!isJson) return readYaml(content)
  const read = parseJsonText(content, { depth: deepest })
  if ('value' in read) return read
  const { kind, message, line, column } = read.problem
  if (kind === 'depth') return { problem: `line ${line}, column ${column}: maps and lists are nested more than ${deepest} levels deep` }
  // A trailing comma in a map or list has no meaning. YAML may begin with braces, too.
  const again = parseJsonText(
    content.replaceAll(trailingComma, (whole) => (whole.startsWith('"') ? whole : ` ${whole.slice(1)}`)),
    { depth: deepest },
  )
  if ('value' in again) return again
  const yaml = content.length <= longest.yaml && !/^\s*\{\s*"/.test(content) ? readYaml(content) : undefined
  return yaml?.problem === undefined && yaml !== undefined ? yaml : { problem: `line ${line}, column ${column}: ${message}` }
}

/** A quoted text, or a trailing comma. */
const trailingComma = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g

const faults: { readonly [kind in FaultKind]: string } = {
  tab: 'a tab where lines are set in',
  'second-key': 'a second key on one line',
  escape: 'an unknown escape of YAML',
  property: 'a misplaced anchor, alias or tag',
  directive: 'an unknown directive of YAML',
  'unclosed-bracket': 'a bracket or quote that is not closed',
  column: 'lines of one map that begin at different columns',
  'no-value': 'a value that goes on as a map',
  'stuck-comment': 'a comment without a blank before it',
  comma: 'a comma too many or too few',
  'too-deep': 'levels too deep',
  unexpected: 'it does not read as YAML',
}

function readYaml(text: string): DataReading {
  if (findDeepNesting(text, 1000) !== undefined) return { problem: `maps and lists are nested more than ${deepest} levels deep` }
  const {
    contents,
    faults: [fault],
  } = compose(text)
  if (fault !== undefined) {
    const indented = indentContinuedLines(text)
    if (indented !== undefined && compose(indented).faults.length === 0) return readYaml(indented)
    const { line, column } = findPosition(createSource('', text), fault.start)
    return { problem: `line ${line}, column ${column}: ${faults[fault.kind]}` }
  }
  if (contents === undefined) return { problem: 'it is empty' }
  try {
    return { value: makeReader(text).value(contents, 0) }
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown
    return { problem: thrown.message }
  }
}

/** Thrown at the first unreadable value; caught in this file. */
class Stop extends Error {}

type Known = { readonly value: Json; readonly weight: number }

function makeReader(text: string) {
  const anchors = new Map<string, Known>()
  const open = new Set<string>()
  let weight = 0
  const heavier = (by: number): void => {
    weight += by
    if (weight > most) throw new Stop(`with its aliases written out it has more than ${most} values`)
  }

  const value = (node: unknown, depth: number): Json => {
    if (depth > deepest) throw new Stop(`maps and lists are nested more than ${deepest} levels deep`)
    if (isAlias(node)) {
      const anchored = anchors.get(node.source)
      if (anchored === undefined)
        throw new Stop(
          open.has(node.source)
            ? `the alias \`*${node.source}\` is inside the value that it names`
            : `there is no anchor \`&${node.source}\``,
        )
      heavier(anchored.weight)
      return anchored.value
    }
    heavier(1)
    const { anchor } = (node ?? {}) as { anchor?: string }
    if (anchor === undefined) return content(node, depth)
    const before = weight
    open.add(anchor)
    const read = content(node, depth)
    open.delete(anchor)
    anchors.set(anchor, { value: read, weight: weight - before + 1 })
    return read
  }

  const content = (node: unknown, depth: number): Json => {
    if (isMap(node)) return mapOf(node.items, depth)
    if (isSeq(node)) return node.items.map((item) => value(item, depth + 1))
    return isScalar(node) ? scalar(node) : null
  }

  const mapOf = (items: readonly { readonly key: unknown; readonly value?: unknown }[], depth: number): JsonObject => {
    const own = createJsonObject()
    let merged: JsonObject | undefined
    for (const item of items) {
      const name = keyOf(item.key)
      const read = value(item.value ?? null, depth + 1)
      if (name === '<<') merged = { ...merged, ...mergeOf(read) }
      else own[name] = read
    }
    return merged === undefined ? own : createJsonObject([...Object.entries(merged), ...Object.entries(own)])
  }

  const keyOf = (key: unknown): string => {
    const read = isScalar(key) ? plainText(key) : isAlias(key) ? value(key, 0) : undefined
    if (typeof read !== 'string') throw new Stop('a map has a key that is not text')
    return read
  }

  const plainText = (node: YamlNode): string => {
    const { value: read } = node as { value?: unknown }
    return typeof read === 'string' ? read : ''
  }

  const scalar = (node: YamlNode): Json => {
    const scalarText = plainText(node)
    const { type, tag, range } = node as { type?: string; tag?: string; range?: readonly [number, number, number] }
    if (
      type !== 'PLAIN' ||
      tag === '!' ||
      tag === 'tag:yaml.org,2002:str' ||
      (range !== undefined && '\'"|>'.includes(text[range[0]] ?? ' '))
    )
      return scalarText
    const core = parseCoreValue(scalarText)
    if (typeof core === 'number') return Number.isFinite(core) ? (parseJsonNumber(scalarText) ?? core) : scalarText
    return core
  }
  return { value }
}

function mergeOf(read: Json): JsonObject {
  const maps = Array.isArray(read) ? read.toReversed() : [read]
  return Object.assign(createJsonObject(), ...maps.filter(isJsonObject)) as JsonObject
}
