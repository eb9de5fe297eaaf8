// Reads a request and a response: first line, headers, sections, body.

import { type Span, textOf } from '../../base/text.ts'
import { duplicateName, unknownName } from '../../diagnostic/voice.ts'
import { readBody } from './body.ts'
import { misplacedSection } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { readAsserts, readCaptures, readMultipart, readOptions, readPair, readPairs } from './section.ts'
import { readTemplate } from './template.ts'
import type { Assert, HurlBody, Capture, ExpectedDelivery, FilePart, Option, Pair, HurlRequest, HurlResponse } from '../tree.ts'
import { requestSections, responseSections } from '../words.ts'

export const responseLine = /HTTP(?:\/\S*)?(?=[ \t\r\n]|$)/y
export const requestLine = /(?!HTTP[ \t])[A-Z]+[ \t]+[^\s:]/y
const beginning = /[ \t]*(?:\[[A-Za-z]+\][ \t]*(?:#[^\n]*)?(?:\r?\n|$)|HTTP(?:\/\S*)?(?=[ \t])|[A-Z]+[ \t]+[^\s:])/y
const section = /\[([A-Za-z]+)\][ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y
const header = /(?:[\p{L}\p{N}_\-.[\]@$/*%+!^|~&']|\\[^\n]|\{\{[^}\n]*\}\})+[ \t]*:/uy

/** The content of a request or response below its first line, during parsing. */
type Parts = {
  readonly headers: Pair[]
  readonly query: Pair[]
  readonly form: Pair[]
  readonly multipart: (Pair | FilePart)[]
  readonly cookies: Pair[]
  readonly basicAuth: Pair[]
  readonly options: Option[]
  readonly captures: Capture[]
  readonly asserts: Assert[]
  body?: HurlBody
  readonly sections: Map<string, Span>
}

function noParts(): Parts {
  return {
    headers: [],
    query: [],
    form: [],
    multipart: [],
    cookies: [],
    basicAuth: [],
    options: [],
    captures: [],
    asserts: [],
    sections: new Map(),
  }
}

export function readRequest(reader: HurlReader): HurlRequest | undefined {
  const start = reader.at
  const name = reader.take(/[A-Z]+/y)
  const method = { name, span: reader.span(start) }
  reader.spaces()
  const url = readTemplate(reader, 'url')
  if (url === undefined) return undefined
  const line = reader.span(start)
  if (url.parts.length === 0) return reader.expected('an address such as `{{url}}/orders`')
  if (!reader.lineEnd()) return undefined
  const parts = noParts()
  readParts(reader, parts, 'request')
  const { headers, query, form, multipart, cookies, basicAuth, options, body } = parts
  const { 0: auth, 1: second } = basicAuth
  if (second !== undefined) {
    reader.report(
      misplacedSection(textOf(second.span), 'a request has one user', second.span, [{ span: auth!.span, text: 'the first user' }]),
    )
  }
  return {
    method, url, headers, query, form, multipart, cookies, options, span: line,
    ...(auth === undefined ? {} : { basicAuth: auth }), ...(body === undefined ? {} : { body }),
  }
}

export function readResponse(reader: HurlReader): HurlResponse | undefined {
  const start = reader.at
  reader.takeText('HTTP')
  const versionText = reader.take(/(?:\/\S*)?/y)
  const version = { value: versions[versionText], span: reader.span(start) }
  reader.spaces()
  const statusAt = reader.at
  const digits = reader.take(/(?:[1-9]\d\d|\*)(?!\S)/y)
  const status = { value: digits === '*' ? ('any' as const) : Number(digits), span: reader.span(statusAt) }
  const line = reader.span(start)
  if (version.value === undefined) {
    reader.at = start
    reader.expected('`HTTP`, `HTTP/1.0`, `HTTP/1.1`, `HTTP/2` or `HTTP/3`')
    reader.skipLine()
  } else if (digits === '') {
    reader.expected('a status (`200`, or `*` for any)')
    reader.skipLine()
  } else reader.lineEnd()
  const parts = noParts()
  readParts(reader, parts, 'response')
  if (version.value === undefined || digits === '') return undefined
  const { headers, captures, asserts, body } = parts
  return {
    version: { value: version.value, span: version.span },
    status,
    headers,
    captures,
    asserts,
    span: line,
    ...(body === undefined ? {} : { body }),
  }
}

/** Reads the expectation of a delivery: an optional request line, then the sections of a response. */
export function readDelivery(reader: HurlReader): ExpectedDelivery {
  reader.blankLines()
  reader.spaces()
  const start = reader.at
  const parts = noParts()
  let line: Pick<ExpectedDelivery, 'method' | 'url'> = {}
  if (reader.sees(requestLine)) {
    const method = { name: reader.take(/[A-Z]+/y), span: reader.span(start) }
    reader.spaces()
    const url = readTemplate(reader, 'url')
    line = { method, ...(url === undefined ? {} : { url }) }
    reader.lineEnd()
  }
  readParts(reader, parts, 'response')
  reader.blankLines()
  reader.spaces()
  if (!reader.atEnd) reader.expected('a header, `[Captures]`, `[Asserts]` or a body')
  const { headers, captures, asserts, body } = parts
  return { ...line, headers, captures, asserts, ...(body === undefined ? {} : { body }) }
}

const versions: Readonly<Record<string, HurlResponse['version']['value']>> = {
  '': 'any',
  '/*': 'any',
  '/1.0': '1.0',
  '/1.1': '1.1',
  '/2': '2',
  '/3': '3',
}

/** Headers, sections and a body, up to the next first line; comments above that line are not consumed. */
function readParts(reader: HurlReader, parts: Parts, of: 'request' | 'response'): void {
  for (;;) {
    const before = reader.mark()
    reader.blankLines()
    reader.spaces()
    if (reader.atEnd || reader.sees(requestLine) || reader.sees(responseLine)) return reader.backTo(before)
    if (reader.sees(section)) readSection(reader, parts, of)
    else if (reader.sees(header)) readHeader(reader, parts)
    else readOnlyBody(reader, parts, of)
  }
}

function readHeader(reader: HurlReader, parts: Parts): void {
  const pair = readPair(reader)
  if (pair === undefined) return reader.skipLine()
  if (parts.body !== undefined) {
    reader.report(
      misplacedSection(textOf(pair.span), 'headers go before the body', pair.span, [{ span: parts.body.span, text: 'the body' }]),
    )
  }
  parts.headers.push(pair)
  reader.lineEnd()
}

function readOnlyBody(reader: HurlReader, parts: Parts, of: 'request' | 'response'): void {
  const start = reader.at
  const body = readBody(reader)
  if (body === 'none') {
    const next = of === 'request' ? '`HTTP` and a status' : 'the next request'
    reader.expected(`a header, a section, a body, or ${next}`)
    return reader.skipLine()
  }
  if (body === undefined) {
    reader.backFromEnd(start)
    return toNextBeginning(reader)
  }
  if (parts.body !== undefined) {
    reader.report(misplacedSection('the second body', `a ${of} has one`, body.span, [{ span: parts.body.span, text: 'the first body' }]))
  }
  parts.body ??= body
  reader.lineEnd()
}

/** Skips the lines of an unreadable body, so that they are not reported one by one. */
function toNextBeginning(reader: HurlReader): void {
  do reader.skipLine()
  while (!reader.atEnd && !reader.sees(beginning))
}

function readSection(reader: HurlReader, parts: Parts, of: 'request' | 'response'): void {
  const start = reader.at
  const name = reader.take(/\[[A-Za-z]+\]/y).slice(1, -1)
  const span = reader.span(start)
  reader.lineEnd()
  const own: Readonly<Record<string, string>> = of === 'request' ? requestSections : responseSections
  const other: Readonly<Record<string, string>> = of === 'request' ? responseSections : requestSections
  const knownSection = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(other, name) ? other[name] : undefined
  if (knownSection === undefined) {
    const names = Object.keys(own).map((each) => `[${each}]`)
    reader.report(unknownName('scenario/unknown-word', `section of a ${of}`, `[${name}]`, span, names))
  } else if (!Object.hasOwn(own, name)) {
    const where = of === 'request' ? 'the response, below' : 'the request, above'
    reader.report(misplacedSection(`[${name}]`, `it belongs to ${where} \`HTTP\` and a status`, span))
  } else if (parts.body !== undefined) {
    reader.report(misplacedSection(`[${name}]`, 'sections go before the body', span, [{ span: parts.body.span, text: 'the body' }]))
  }
  const first = knownSection === undefined ? undefined : parts.sections.get(knownSection)
  if (first !== undefined) reader.report(duplicateName('scenario/duplicate-section', `a section of one ${of}`, `[${name}]`, first, span))
  if (knownSection !== undefined && first === undefined) parts.sections.set(knownSection, span)
  fill(reader, parts, knownSection)
}

function fill(reader: HurlReader, parts: Parts, section: string | undefined): void {
  switch (section) {
    case 'query':
    case 'form':
    case 'cookies':
    case 'basicAuth':
      parts[section].push(...readPairs(reader))
      return
    case 'multipart':
      parts.multipart.push(...readMultipart(reader))
      return
    case 'options':
      parts.options.push(...readOptions(reader))
      return
    case 'captures':
      parts.captures.push(...readCaptures(reader))
      return
    case 'asserts':
      parts.asserts.push(...readAsserts(reader))
      return
    default:
      // The content of an unknown section cannot be checked.
      if (!reader.sees(beginning)) toNextBeginning(reader)
  }
}
