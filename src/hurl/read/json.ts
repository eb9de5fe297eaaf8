// Reads a JSON body: checks its grammar and keeps its text, with placeholders for values and inside strings.

import { quoteName } from '../../diagnostic/voice.ts'
import { reportUnclosed, unreadableText } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { pushText, readPlaceholder } from './template.ts'
import type { Placeholder, HurlTemplate, Text } from '../tree.ts'

/** A deeper body is not realistic; the limit also bounds the recursion. */
const deepest = 500

type Parts = (Text | Placeholder)[]

/** True if a JSON value may begin here. */
export function seesJson(reader: HurlReader): boolean {
  return reader.sees(/[{["\d-]|(?:true|false|null)\b/y)
}

export function readJson(reader: HurlReader): HurlTemplate | undefined {
  const start = reader.at
  const parts: Parts = []
  return readElement(reader, parts, 0) ? { parts, span: reader.span(start) } : undefined
}

/** Reading functions return true if they succeed, and add to `parts`. */
function readElement(reader: HurlReader, parts: Parts, depth: number): boolean {
  if (depth > deepest) {
    reader.expected(`JSON of at most ${deepest} levels`)
    return false
  }
  if (reader.looksAt('{{')) return placeholder(reader, parts, 'text')
  switch (reader.char) {
    case '{':
      return readMembers(reader, parts, '}', depth, () => readString(reader, parts) && colon(reader, parts))
    case '[':
      return readMembers(reader, parts, ']', depth, () => true)
    case '"':
      return readString(reader, parts)
    default: {
      const scalar = reader.take(/(?:true|false|null)(?!\w)|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
      if (scalar === '') {
        reader.expected('a JSON value')
        return false
      }
      pushText(parts, scalar)
      return true
    }
  }
}

/** Reads the members between brackets; `before` reads a member's name. */
function readMembers(reader: HurlReader, parts: Parts, close: '}' | ']', depth: number, before: () => boolean): boolean {
  const start = reader.at
  pushText(parts, reader.char)
  reader.at++
  space(reader, parts)
  if (takeSign(reader, parts, close)) return true
  for (;;) {
    space(reader, parts)
    if (reader.atEnd) break
    if (!before() || !readElement(reader, parts, depth + 1)) return false
    space(reader, parts)
    if (takeSign(reader, parts, close)) return true
    if (takeSign(reader, parts, ',')) continue
    if (reader.atEnd) break
    reader.expected(`\`,\` or \`${close}\``)
    return false
  }
  reader.report(reportUnclosed('The JSON body', quoteName(close), reader.span(start, start + 1)))
  return false
}

function colon(reader: HurlReader, parts: Parts): boolean {
  space(reader, parts)
  const isFound = takeSign(reader, parts, ':')
  if (!isFound) reader.expected('`:`')
  space(reader, parts)
  return isFound
}

function readString(reader: HurlReader, parts: Parts): boolean {
  const start = reader.at
  if (!takeSign(reader, parts, '"')) {
    reader.expected('a name in double quotes')
    return false
  }
  for (;;) {
    if (reader.looksAt('{{')) {
      if (!placeholder(reader, parts, 'json string')) return false
      continue
    }
    const text = reader.takeRun(/[^"\\{\p{Cc}]+|[\x7f-\x9f]|\{(?!\{)|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}/uy)
    pushText(parts, text)
    if (takeSign(reader, parts, '"')) return true
    if (text !== '') continue
    if (reader.char === '\\') reader.expected('an escape of JSON such as `\\n` or `\\u0020`')
    else if (/[^\n\P{Cc}]/u.test(reader.char))
      reader.report(unreadableText(JSON.stringify(reader.char).slice(1, -1), 'an escape', reader.span(reader.at, reader.at + 1)))
    else reader.report(reportUnclosed('The string', '`"`', reader.span(start, start + 1)))
    return false
  }
}

function placeholder(reader: HurlReader, parts: Parts, within: Placeholder['within']): boolean {
  const read = readPlaceholder(reader, within)
  if (read !== undefined) parts.push(read)
  return read !== undefined
}

function takeSign(reader: HurlReader, parts: Parts, sign: string): boolean {
  const isFound = reader.takeText(sign)
  if (isFound) pushText(parts, sign)
  return isFound
}

function space(reader: HurlReader, parts: Parts): void {
  const text = reader.take(/[ \t\r\n]+/y)
  if (text !== '') pushText(parts, text)
}
