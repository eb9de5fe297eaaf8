// Reads bodies of requests and responses: JSON, XML, texts of one or more lines, bytes and files.

import { readJson, seesJson } from './json.ts'
import { reportUnclosed } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { pushText, readEscape, readOneline, readPlaceholder, readTemplate } from './template.ts'
import type { HurlBody, Bytes, Multiline, Placeholder, HurlTemplate, Text } from '../tree.ts'
import { readXml } from './xml.ts'

/** `none` if no body begins here; undefined if a body begins but cannot be read. */
export function readBody(reader: HurlReader): HurlBody | 'none' | undefined {
  const start = reader.at
  if (reader.looksAt('```')) return readMultiline(reader)
  if (reader.char === '`') {
    const text = readOneline(reader)
    return text && { kind: 'oneline', text, span: text.span }
  }
  if (reader.looksAt('base64,') || reader.looksAt('hex,')) return readBytes(reader)
  if (reader.looksAt('file,')) {
    const name = readFileName(reader)
    return name && { kind: 'file', name, span: reader.span(start) }
  }
  if (reader.char === '<') return readXml(reader)
  if (!seesJson(reader)) return 'none'
  const text = readJson(reader)
  return text && { kind: 'json', text, span: text.span }
}

/** `base64,…;` and `hex,…;`; ignores white space inside. */
export function readBytes(reader: HurlReader): Bytes | undefined {
  const start = reader.at
  const form = reader.takeText('hex,') ? 'hex' : 'base64'
  if (form === 'base64') reader.takeText('base64,')
  const from = reader.at
  const written = reader.take(form === 'hex' ? /[0-9a-fA-F \t\r\n]*/y : /[A-Za-z0-9+/=\s-]*/y)
  const digits = written.replace(/\s/g, '')
  if (!reader.takeText(';')) {
    return reader.atEnd
      ? reader.report(reportUnclosed('The bytes', '`;`', reader.span(start, from)))
      : reader.expected(`\`;\` or more ${form}`)
  }
  if (form === 'hex' && digits.length % 2 === 1) {
    reader.at = from
    return reader.expected('an even number of hexadecimal digits')
  }
  return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(digits, form)), span: reader.span(start) }
}

/** `file,NAME;` */
export function readFileName(reader: HurlReader): HurlTemplate | undefined {
  const start = reader.at
  reader.takeText('file,')
  reader.spaces()
  const name = readTemplate(reader, 'file')
  if (name === undefined) return undefined
  if (name.parts.length === 0) return reader.expected('the name of a file')
  reader.spaces()
  return reader.takeText(';') ? name : reader.report(reportUnclosed('The name of the file', '`;`', reader.span(start)))
}

const languages = ['json', 'xml', 'graphql', 'base64', 'hex', 'raw'] as const
const attributes = ['escape', 'novariable']

/** From ``` to ```, with a language and attributes after the first, or a text on one line. */
export function readMultiline(reader: HurlReader): Multiline | Bytes | undefined {
  const start = reader.at
  reader.at += 3
  const head = /([a-z0-9]*)((?:[ \t]*,[ \t]*[a-z]+)*)[ \t]*\r?\n/y
  head.lastIndex = reader.at
  const [opening = '', word = '', listed = ''] = head.exec(reader.text) ?? []
  const options = [word, ...listed.split(',').map((each) => each.trim())].filter((each) => each !== '')
  const language = languages.find((each) => each === options[0])
  const lines = language === undefined ? options : options.slice(1)
  const unknown = lines.find((each) => !attributes.includes(each))
  if (unknown !== undefined) {
    reader.at += opening.indexOf(unknown)
    return reader.expected('`json`, `xml`, `graphql`, `base64`, `hex`, or `escape` or `novariable`')
  }
  reader.at += opening.length
  const from = reader.at
  const text = readFenced(reader, { escape: lines.includes('escape'), variables: !lines.includes('novariable') })
  if (text === undefined) return undefined
  if (!reader.takeText('```')) return reader.report(reportUnclosed('The text', 'three backticks', reader.span(start, start + 3)))
  const end = reader.at
  if (language === 'base64' || language === 'hex') return fencedBytes(reader, language, from, end)
  const mode = language === 'raw' || language === undefined ? 'text' : language
  if (mode === 'graphql') return graphql(reader, from, reader.span(start), end)
  return { kind: 'multiline', language: mode, text, span: reader.span(start) }
}

function readFenced(reader: HurlReader, takes: { readonly escape: boolean; readonly variables: boolean }): HurlTemplate | undefined {
  const start = reader.at
  const parts: (Text | Placeholder)[] = []
  while (!reader.atEnd && !reader.looksAt('```')) {
    if (takes.variables && reader.looksAt('{{')) {
      const placeholder = readPlaceholder(reader, 'text')
      if (placeholder === undefined) return undefined
      parts.push(placeholder)
    } else if (takes.escape && reader.char === '\\') {
      const char = readEscape(reader, '`')
      if (char === undefined) return undefined
      pushText(parts, char)
    } else pushText(parts, reader.take(/\{\{|`|\\|[^{`\\]+|\{/y))
  }
  return { parts, span: reader.span(start) }
}

function fencedBytes(reader: HurlReader, form: 'base64' | 'hex', from: number, end: number): Bytes | undefined {
  const digits = reader.text.slice(from, end - 3).replace(/\s/g, '')
  const well = form === 'hex' ? /^(?:[0-9a-fA-F]{2})*$/ : /^[A-Za-z0-9+/=-]*$/
  if (well.test(digits)) return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(digits, form)), span: reader.span(from, end - 3) }
  reader.at = from
  reader.expected(form === 'hex' ? 'pairs of hexadecimal digits' : 'base64')
  reader.at = end
  return undefined
}

/** A query, followed by `variables { … }`, whose JSON may contain placeholders. */
function graphql(reader: HurlReader, from: number, span: HurlBody['span'], end: number): Multiline | undefined {
  const inside = reader.text.slice(from, end - 3)
  const split = /(?:^|\n)[ \t]*variables[ \t\r\n]*(?=\{)/.exec(inside)
  reader.at = from
  const stop = split === null ? end - 3 : from + split.index
  const text = readUpTo(reader, stop)
  if (text === undefined || split === null) {
    reader.at = end
    return text && { kind: 'multiline', language: 'graphql', text, span }
  }
  reader.at = from + split.index + split[0].length
  const variables = readJson(reader)
  if (variables === undefined) return undefined
  reader.take(/\s*/y)
  if (reader.at !== end - 3) return reader.expected('the end of the text')
  reader.at = end
  return { kind: 'multiline', language: 'graphql', text, variables, span }
}

function readUpTo(reader: HurlReader, stop: number): HurlTemplate | undefined {
  const start = reader.at
  const parts: (Text | Placeholder)[] = []
  while (reader.at < stop) {
    if (reader.looksAt('{{')) {
      const placeholder = readPlaceholder(reader, 'text')
      if (placeholder === undefined) return undefined
      parts.push(placeholder)
    } else {
      const next = reader.text.indexOf('{{', reader.at)
      const until = next === -1 || next > stop ? stop : next
      pushText(parts, reader.text.slice(reader.at, until))
      reader.at = until
    }
  }
  return { parts, span: reader.span(start) }
}
