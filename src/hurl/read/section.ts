// Reads the bracketed sections of a request or a response, one member per line.

import { readAssert, readCapture } from './assert.ts'
import { readFileName } from './body.ts'
import { readOption } from './option.ts'
import type { HurlReader } from './reader.ts'
import { readTemplate, readHurlValue } from './template.ts'
import type { Assert, Capture, FilePart, Option, Pair, HurlTemplate } from '../tree.ts'

/** The beginning of anything other than a member: a request, a response, a section, a body. */
const otherBeginning = /(?:[A-Z]+(?:\/\S*)?[ \t]+[^\s:]|\[[A-Za-z]+\][ \t]*(?:#|\r?\n|$)|[{<`]|"|(?:base64|hex|file),)/y

/** Reads lines with `read` until another element begins; reports and skips an unreadable line. */
function readLines<T>(reader: HurlReader, read: (reader: HurlReader) => T | undefined): T[] {
  const members: T[] = []
  for (;;) {
    const before = reader.mark()
    reader.skipBlankLines()
    reader.skipSpaces()
    if (reader.atEnd || reader.matches(otherBeginning)) {
      reader.restore(before)
      return members
    }
    const start = reader.at
    const member = read(reader)
    if (member === undefined) {
      reader.retryBelowFirstLine(start)
      reader.skipLine()
    } else if (reader.readLineEnd()) members.push(member)
  }
}

export function readPairs(reader: HurlReader): Pair[] {
  return readLines(reader, readPair)
}

export function readAsserts(reader: HurlReader): Assert[] {
  return readLines(reader, readAssert)
}

export function readOptions(reader: HurlReader): Option[] {
  return readLines(reader, readOption)
}

export function readCaptures(reader: HurlReader): Capture[] {
  return readLines(reader, (each) => {
    const start = each.at
    const name = readKey(each)
    return name && readCapture(each, name, start)
  })
}

export function readMultipart(reader: HurlReader): (Pair | FilePart)[] {
  return readLines(reader, (each): Pair | FilePart | undefined => {
    const start = each.at
    const key = readKey(each)
    if (key === undefined) return undefined
    each.skipSpaces()
    if (!each.startsWithText('file,')) {
      const value = readHurlValue(each)
      return value && { kind: 'pair', key, value, span: each.span(start) }
    }
    const file = readFileName(each)
    if (file === undefined) return undefined
    each.skipSpaces()
    const contentType = readHurlValue(each)
    if (contentType === undefined) return undefined
    return { kind: 'file', key, file, ...(contentType.parts.length === 0 ? {} : { contentType }), span: each.span(start) }
  })
}

/** `key: value` */
export function readPair(reader: HurlReader): Pair | undefined {
  const start = reader.at
  const key = readKey(reader)
  const value = key && readHurlValue(reader)
  return value && { kind: 'pair', key: key!, value, span: reader.span(start, start + reader.text.slice(start, reader.at).trimEnd().length) }
}

/** A name and the colon after it. */
function readKey(reader: HurlReader): HurlTemplate | undefined {
  const key = readTemplate(reader, 'key')
  if (key === undefined) return undefined
  if (key.parts.length === 0) return reader.reportExpected('a name')
  reader.skipSpaces()
  return reader.consumeText(':') ? key : reader.reportExpected('`:`')
}
