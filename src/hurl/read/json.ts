// Reads a JSON body: checks its grammar and keeps its text, with placeholders for values and inside strings.

import { quoteName } from '../../diagnostic/voice.ts'
import { reportUnclosed, reportUnreadableText } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { pushText, readPlaceholder } from './template.ts'
import type { Placeholder, HurlTemplate, Text } from '../tree.ts'

/** A deeper body is not realistic; the limit also bounds the recursion. */
const maxDepth = 500

type Parts = (Text | Placeholder)[]

/** True if a JSON value may begin here. */
export function canStartJson(reader: HurlReader): boolean {
  return reader.matches(/[{["\d-]|(?:true|false|null)\b/y)
}

export function readJson(reader: HurlReader): HurlTemplate | undefined {
  const start = reader.at
  const parts: Parts = []
  return readElement(reader, parts, 0) ? { parts, span: reader.span(start) } : undefined
}

/** Reading functions return true if they succeed, and add to `parts`. */
function readElement(reader: HurlReader, parts: Parts, depth: number): boolean {
  if (depth > maxDepth) {
    reader.reportExpected(`JSON of at most ${maxDepth} levels`)
    return false
  }
  if (reader.startsWithText('{{')) return addPlaceholder(reader, parts, 'text')
  switch (reader.char) {
    case '{':
      return readMembers(reader, parts, '}', depth, () => readString(reader, parts) && readColon(reader, parts))
    case '[':
      return readMembers(reader, parts, ']', depth, () => true)
    case '"':
      return readString(reader, parts)
    default: {
      const scalar = reader.consume(/(?:true|false|null)(?!\w)|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
      if (scalar === '') {
        reader.reportExpected('a JSON value')
        return false
      }
      pushText(parts, scalar)
      return true
    }
  }
}

/** Reads the members between brackets; `readName` reads a member's name. */
function readMembers(reader: HurlReader, parts: Parts, close: '}' | ']', depth: number, readName: () => boolean): boolean {
  const start = reader.at
  pushText(parts, reader.char)
  reader.at++
  addSpace(reader, parts)
  if (addSign(reader, parts, close)) return true
  for (;;) {
    addSpace(reader, parts)
    if (reader.atEnd) break
    if (!readName() || !readElement(reader, parts, depth + 1)) return false
    addSpace(reader, parts)
    if (addSign(reader, parts, close)) return true
    if (addSign(reader, parts, ',')) continue
    if (reader.atEnd) break
    reader.reportExpected(`\`,\` or \`${close}\``)
    return false
  }
  reader.report(reportUnclosed('The JSON body', quoteName(close), reader.span(start, start + 1)))
  return false
}

function readColon(reader: HurlReader, parts: Parts): boolean {
  addSpace(reader, parts)
  const isRead = addSign(reader, parts, ':')
  if (!isRead) reader.reportExpected('`:`')
  addSpace(reader, parts)
  return isRead
}

function readString(reader: HurlReader, parts: Parts): boolean {
  const start = reader.at
  if (!addSign(reader, parts, '"')) {
    reader.reportExpected('a name in double quotes')
    return false
  }
  for (;;) {
    if (reader.startsWithText('{{')) {
      if (!addPlaceholder(reader, parts, 'json string')) return false
      continue
    }
    const text = reader.consumeRun(/[^"\\{\p{Cc}]+|[\x7f-\x9f]|\{(?!\{)|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}/uy)
    pushText(parts, text)
    if (addSign(reader, parts, '"')) return true
    if (text !== '') continue
    if (reader.char === '\\') reader.reportExpected('an escape of JSON such as `\\n` or `\\u0020`')
    else if (/[^\n\P{Cc}]/u.test(reader.char))
      reader.report(reportUnreadableText(JSON.stringify(reader.char).slice(1, -1), 'an escape', reader.span(reader.at, reader.at + 1)))
    else reader.report(reportUnclosed('The string', '`"`', reader.span(start, start + 1)))
    return false
  }
}

function addPlaceholder(reader: HurlReader, parts: Parts, within: Placeholder['within']): boolean {
  const parsed = readPlaceholder(reader, within)
  if (parsed !== undefined) parts.push(parsed)
  return parsed !== undefined
}

function addSign(reader: HurlReader, parts: Parts, sign: string): boolean {
  const isRead = reader.consumeText(sign)
  if (isRead) pushText(parts, sign)
  return isRead
}

function addSpace(reader: HurlReader, parts: Parts): void {
  const text = reader.consume(/[ \t\r\n]+/y)
  if (text !== '') pushText(parts, text)
}
