// Finds the place of the cursor in incomplete YAML: the part, the keys above it, and whether a key or a value is expected.

import type { PartName } from '../document/document.ts'
import { assignParts, simplifyHeading } from '../document/heading.ts'
import { partNames } from '../document/part-name.ts'

/** `path` leads from the part to the map or value at the cursor; `[]` is a list item. */
export type Place = {
  readonly part: PartName | 'front'
  readonly path: readonly string[]
  readonly at: 'key' | 'value'
  /** The word before the cursor, which completion replaces. */
  readonly prefix: string
  /** The quote and the brackets that would end the line's value here. */
  readonly closing: string
}

type Region = { readonly from: number; readonly part: PartName | 'front' | undefined }

/** Undefined in prose. */
export function placeAt(name: string, text: string, offset: number): Place | undefined {
  const isYaml = /\.(?:ya?ml|json)$/i.test(name)
  const region = isYaml ? { from: 0, part: undefined } : findRegion(text, offset)
  if (region === undefined) return undefined
  const before = text.slice(region.from, offset)
  const lines = before.split('\n')
  const line = lines.pop()!
  const above = listKeysAbove(lines, line)
  const cursorPlace = placeInLine(line, above)
  const path = cursorPlace.path
  if (region.part !== undefined) return { part: region.part, ...cursorPlace, path }
  const [first, ...rest] = path
  const part = partNames.find((each) => each === first)
  return part === undefined ? { part: 'front', ...cursorPlace } : { part, ...cursorPlace, path: rest }
}

/** The fence marked `yaml` (or the front matter) around the offset, and its part. */
function findRegion(text: string, offset: number): Region | undefined {
  const lines = text.slice(0, offset).split('\n')
  const headings: string[] = []
  let from: number | undefined
  let at = 0
  let fence: string | undefined
  let isFront = false
  for (const [index, line] of lines.entries()) {
    const next = at + line.length + 1
    const isLast = index === lines.length - 1
    if (isFront) {
      if (/^---\s*$/.test(line) && !isLast) [isFront, from] = [false, undefined]
    } else if (index === 0 && /^\uFEFF?---\s*$/.test(line)) [isFront, from] = [true, next]
    else if (fence !== undefined) {
      if (line.trim().startsWith(fence) && /^`+\s*$|^~+\s*$/.test(line.trim())) [fence, from] = [undefined, undefined]
    } else {
      const opening = /^\s*(?:[-*>]\s+)*(`{3,}|~{3,})\s*(\w*)/.exec(line)
      if (opening !== null) [fence, from] = [opening[1]!, /^ya?ml$/i.test(opening[2]!) ? next : undefined]
      else if (line.startsWith('## ')) headings.push(simplifyHeading(line.slice(3)))
    }
    at = next
  }
  if (from === undefined || from > offset) return undefined
  if (isFront) return { from, part: 'front' }
  const part = assignParts(headings).at(-1)
  return part === undefined ? undefined : { from, part }
}

/** The keys above the line that contain it. */
function listKeysAbove(lines: readonly string[], line: string): string[] {
  const path: string[] = []
  let indent = findColumn(line)
  for (const each of lines.toReversed()) {
    if (each.trim() === '' || each.trim().startsWith('#')) continue
    const [, lead = '', dashes = '', key] = /^(\s*)((?:-\s+)*)(?:([^\s#'"{[][^:#]*?|'[^']*'|"[^"]*"):(?:\s|$))?/.exec(each)!
    const column = lead.length + dashes.length
    if (dashes !== '' && lead.length < indent && column >= indent) {
      // This key belongs to the same item.
      if (column === indent) {
        path.unshift('[]')
        indent = lead.length + 1
        continue
      }
    }
    if (key !== undefined && column < indent) {
      path.unshift(unquote(key))
      indent = column
      if (dashes !== '') {
        path.unshift('[]')
        indent = lead.length + 1
      }
    }
    if (indent === 0) break
  }
  return path
}

function findColumn(line: string): number {
  return /^\s*/.exec(line)![0].length
}

/** Reads dashes, a key and braces, up to the cursor. */
function placeInLine(line: string, above: readonly string[]): Omit<Place, 'part'> {
  const path = [...above]
  let rest = line.trimStart()
  for (let dash = /^-\s+/.exec(rest); dash !== null; dash = /^-\s+/.exec(rest)) {
    path.push('[]')
    rest = rest.slice(dash[0].length)
  }
  const key = /^([^\s'"{[][^:]*?|'[^']*'|"[^"]*"):\s+/.exec(rest) ?? /^([^\s'"{[][^:]*?|'[^']*'|"[^"]*"):$/.exec(rest)
  if (key === null && !/^[{[]/.test(rest)) return { path, at: 'key', prefix: rest, closing: '' }
  if (key !== null) path.push(unquote(key[1]!))
  return placeInBraces(rest.slice(key?.[0].length ?? 0), path)
}

/** Reads a value up to the cursor, with the maps and lists in braces that are still open. */
function placeInBraces(text: string, path: string[]): Omit<Place, 'part'> {
  const open: { readonly kind: '{' | '['; readonly depth: number }[] = []
  let at: Place['at'] = 'value'
  let word = ''
  let quote: string | undefined
  for (const sign of text) {
    if (quote !== undefined) {
      if (sign === quote) quote = undefined
      word += sign
      continue
    }
    const inner = open.at(-1)
    if ((sign === "'" || sign === '"') && word.trim() === '') {
      quote = sign
      word = sign
    } else if ((sign === '{' || sign === '[') && word.trim() === '') {
      if (sign === '[') path.push('[]')
      open.push({ kind: sign, depth: path.length })
      at = sign === '{' ? 'key' : 'value'
      word = ''
    } else if (sign === ',' && inner !== undefined) {
      path.length = inner.depth
      at = inner.kind === '{' ? 'key' : 'value'
      word = ''
    } else if ((sign === '}' || sign === ']') && inner !== undefined) {
      path.length = inner.depth - (inner.kind === '[' ? 1 : 0)
      open.pop()
      at = 'value'
      word = ''
    } else if (sign === ':' && inner?.kind === '{' && at === 'key') {
      path.push(unquote(word.trim()))
      at = 'value'
      word = ''
    } else word += sign
  }
  const brackets = open.toReversed().map(({ kind }) => (kind === '{' ? ' }' : ']'))
  return { path, at, prefix: word.trimStart(), closing: [quote ?? '', ...brackets].join('') }
}

function unquote(key: string): string {
  return key.replace(/^(['"])(.*)\1$/, '$2').trim()
}
