// Reads bodies of requests and responses: JSON, XML, texts of one or more lines, bytes and files.

import { readJson, canStartJson } from './json.ts'
import { reportUnclosed } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { pushText, readEscape, readOneline, readPlaceholder, readTemplate } from './template.ts'
import type { HurlBody, Bytes, Multiline, Placeholder, HurlTemplate, Text } from '../tree.ts'
import { readXml } from './xml.ts'

/** `none` if no body begins here; undefined if a body begins but cannot be read. */
export function readBody(reader: HurlReader): HurlBody | 'none' | undefined {
  const start = reader.at
  if (reader.startsWithText('```')) return readMultiline(reader)
  if (reader.char === '`') {
    const text = readOneline(reader)
    return text && { kind: 'oneline', text, span: text.span }
  }
  if (reader.startsWithText('base64,') || reader.startsWithText('hex,')) return readBytes(reader)
  if (reader.startsWithText('file,')) {
    const name = readFileName(reader)
    return name && { kind: 'file', name, span: reader.span(start) }
  }
  if (reader.char === '<') return readXml(reader)
  if (!canStartJson(reader)) return 'none'
  const text = readJson(reader)
  return text && { kind: 'json', text, span: text.span }
}

/** `base64,…;` and `hex,…;`; ignores white space inside. */
export function readBytes(reader: HurlReader): Bytes | undefined {
  const start = reader.at
  const form = reader.consumeText('hex,') ? 'hex' : 'base64'
  if (form === 'base64') reader.consumeText('base64,')
  const contentStart = reader.at
  const digitsText = reader.consume(form === 'hex' ? /[0-9a-fA-F \t\r\n]*/y : /[A-Za-z0-9+/=\s-]*/y)
  const digits = digitsText.replace(/\s/g, '')
  if (!reader.consumeText(';')) {
    return reader.atEnd
      ? reader.report(reportUnclosed('The bytes', '`;`', reader.span(start, contentStart)))
      : reader.reportExpected(`\`;\` or more ${form}`)
  }
  if (form === 'hex' && digits.length % 2 === 1) {
    reader.at = contentStart
    return reader.reportExpected('an even number of hexadecimal digits')
  }
  return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(digits, form)), span: reader.span(start) }
}

/** `file,NAME;` */
export function readFileName(reader: HurlReader): HurlTemplate | undefined {
  const start = reader.at
  reader.consumeText('file,')
  reader.skipSpaces()
  const name = readTemplate(reader, 'file')
  if (name === undefined) return undefined
  if (name.parts.length === 0) return reader.reportExpected('the name of a file')
  reader.skipSpaces()
  return reader.consumeText(';') ? name : reader.report(reportUnclosed('The name of the file', '`;`', reader.span(start)))
}

const languages = ['json', 'xml', 'graphql', 'base64', 'hex', 'raw'] as const
const attributes = ['escape', 'novariable']

/** From ``` to ```, with a language and attributes after the first, or a text on one line. */
export function readMultiline(reader: HurlReader): Multiline | Bytes | undefined {
  const start = reader.at
  reader.at += 3
  const head = /([a-z0-9]*)((?:[ \t]*,[ \t]*[a-z]+)*)[ \t]*\r?\n/y
  head.lastIndex = reader.at
  const [opening = '', word = '', attributeList = ''] = head.exec(reader.text) ?? []
  const options = [word, ...attributeList.split(',').map((each) => each.trim())].filter((each) => each !== '')
  const language = languages.find((each) => each === options[0])
  const attributesOfFence = language === undefined ? options : options.slice(1)
  const unknown = attributesOfFence.find((each) => !attributes.includes(each))
  if (unknown !== undefined) {
    reader.at += opening.indexOf(unknown)
    return reader.reportExpected('`json`, `xml`, `graphql`, `base64`, `hex`, or `escape` or `novariable`')
  }
  reader.at += opening.length
  const contentStart = reader.at
  const text = readFenced(reader, { escape: attributesOfFence.includes('escape'), variables: !attributesOfFence.includes('novariable') })
  if (text === undefined) return undefined
  if (!reader.consumeText('```')) return reader.report(reportUnclosed('The text', 'three backticks', reader.span(start, start + 3)))
  const end = reader.at
  if (language === 'base64' || language === 'hex') return readFencedBytes(reader, language, contentStart, end)
  const mode = language === 'raw' || language === undefined ? 'text' : language
  if (mode === 'graphql') return readGraphql(reader, contentStart, reader.span(start), end)
  return { kind: 'multiline', language: mode, text, span: reader.span(start) }
}

function readFenced(reader: HurlReader, syntax: { readonly escape: boolean; readonly variables: boolean }): HurlTemplate | undefined {
  const start = reader.at
  const parts: (Text | Placeholder)[] = []
  while (!reader.atEnd && !reader.startsWithText('```')) {
    if (syntax.variables && reader.startsWithText('{{')) {
      const placeholder = readPlaceholder(reader, 'text')
      if (placeholder === undefined) return undefined
      parts.push(placeholder)
    } else if (syntax.escape && reader.char === '\\') {
      const char = readEscape(reader, '`')
      if (char === undefined) return undefined
      pushText(parts, char)
    } else pushText(parts, reader.consume(/\{\{|`|\\|[^{`\\]+|\{/y))
  }
  return { parts, span: reader.span(start) }
}

function readFencedBytes(reader: HurlReader, form: 'base64' | 'hex', contentStart: number, end: number): Bytes | undefined {
  const digits = reader.text.slice(contentStart, end - 3).replace(/\s/g, '')
  const digitsPattern = form === 'hex' ? /^(?:[0-9a-fA-F]{2})*$/ : /^[A-Za-z0-9+/=-]*$/
  if (digitsPattern.test(digits))
    return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(digits, form)), span: reader.span(contentStart, end - 3) }
  reader.at = contentStart
  reader.reportExpected(form === 'hex' ? 'pairs of hexadecimal digits' : 'base64')
  reader.at = end
  return undefined
}

/** A query, followed by `variables { … }`, whose JSON may contain placeholders. */
function readGraphql(reader: HurlReader, contentStart: number, span: HurlBody['span'], end: number): Multiline | undefined {
  const content = reader.text.slice(contentStart, end - 3)
  const variablesStart = /(?:^|\n)[ \t]*variables[ \t\r\n]*(?=\{)/.exec(content)
  reader.at = contentStart
  const queryEnd = variablesStart === null ? end - 3 : contentStart + variablesStart.index
  const text = readUpTo(reader, queryEnd)
  if (text === undefined || variablesStart === null) {
    reader.at = end
    return text && { kind: 'multiline', language: 'graphql', text, span }
  }
  reader.at = contentStart + variablesStart.index + variablesStart[0].length
  const variables = readJson(reader)
  if (variables === undefined) return undefined
  reader.consume(/\s*/y)
  if (reader.at !== end - 3) return reader.reportExpected('the end of the text')
  reader.at = end
  return { kind: 'multiline', language: 'graphql', text, variables, span }
}

function readUpTo(reader: HurlReader, queryEnd: number): HurlTemplate | undefined {
  const start = reader.at
  const parts: (Text | Placeholder)[] = []
  while (reader.at < queryEnd) {
    if (reader.startsWithText('{{')) {
      const placeholder = readPlaceholder(reader, 'text')
      if (placeholder === undefined) return undefined
      parts.push(placeholder)
    } else {
      const next = reader.text.indexOf('{{', reader.at)
      const textEnd = next === -1 || next > queryEnd ? queryEnd : next
      pushText(parts, reader.text.slice(reader.at, textEnd))
      reader.at = textEnd
    }
  }
  return { parts, span: reader.span(start) }
}
