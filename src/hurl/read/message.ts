// Reads a request and a response: first line, headers, sections, body.

import { advise, offerNames, paste } from '../../diagnostic/help.ts'
import { type Span, textOf } from '../../base/text.ts'
import { reportDuplicateName, reportUnknownName } from '../../diagnostic/voice.ts'
import { readBody } from './body.ts'
import { reportMisplacedSection, reportUnreadableText } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { readAsserts, readCaptures, readMultipart, readOptions, readPair, readPairs } from './section.ts'
import { readTemplate } from './template.ts'
import type { Assert, HurlBody, Capture, ExpectedDelivery, FilePart, Option, Pair, HurlRequest, HurlResponse } from '../tree.ts'
import { requestSections, responseSections } from '../words.ts'

export const responseLine = /HTTP(?:\/\S*)?(?=[ \t\r\n]|$)/y
export const requestLine = /(?!HTTP[ \t])[A-Z]+[ \t]+[^\s:]/y
const elementStart = /[ \t]*(?:\[[A-Za-z]+\][ \t]*(?:#[^\n]*)?(?:\r?\n|$)|HTTP(?:\/\S*)?(?=[ \t])|[A-Z]+[ \t]+[^\s:])/y
const section = /\[([A-Za-z]+)\][ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y
const header = /(?:[\p{L}\p{N}_\-.[\]@$/*%+!^|~&']|\\[^\n]|\{\{[^}\n]*\}\})+[ \t]*:/uy

/** The content of a request or response below its first line, during parsing. */
type MessageParts = {
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

function makeEmptyParts(): MessageParts {
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
  const name = reader.consume(/[A-Z]+/y)
  const method = { name, span: reader.span(start) }
  reader.skipSpaces()
  const url = readTemplate(reader, 'url')
  if (url === undefined) return undefined
  const lineSpan = reader.span(start)
  // A status is no address: the word before it is a misspelt `HTTP`.
  if (/^\S+[ \t]+\d{3}$/.test(textOf(lineSpan).trim()))
    return reader.report(reportUnreadableText(name, '`HTTP` before a status', method.span, offerNames(['HTTP'])))
  if (url.parts.length === 0) return reader.reportExpected('an address such as `{{url}}/orders`')
  if (!reader.readLineEnd()) return undefined
  const parts = makeEmptyParts()
  readParts(reader, parts, 'request')
  const { headers, query, form, multipart, cookies, basicAuth, options, body } = parts
  const { 0: auth, 1: secondAuth } = basicAuth
  if (secondAuth !== undefined) {
    reader.report(
      reportMisplacedSection(textOf(secondAuth.span), 'a request has one user', secondAuth.span, [
        { span: auth!.span, text: 'the first user' },
      ]),
    )
  }
  return {
    method,
    url,
    headers,
    query,
    form,
    multipart,
    cookies,
    options,
    span: lineSpan,
    ...(auth === undefined ? {} : { basicAuth: auth }),
    ...(body === undefined ? {} : { body }),
  }
}

export function readResponse(reader: HurlReader): HurlResponse | undefined {
  const start = reader.at
  reader.consumeText('HTTP')
  const versionText = reader.consume(/(?:\/\S*)?/y)
  const version = { value: versions[versionText], span: reader.span(start) }
  reader.skipSpaces()
  const statusAt = reader.at
  const digits = reader.consume(/(?:[1-9]\d\d|\*)(?!\S)/y)
  const status = { value: digits === '*' ? ('any' as const) : Number(digits), span: reader.span(statusAt) }
  const lineSpan = reader.span(start)
  if (version.value === undefined) {
    reader.at = start
    const digits = /^\/(\d{3})$/.exec(versionText)?.[1]
    reader.reportExpected(
      '`HTTP`, `HTTP/1.0`, `HTTP/1.1`, `HTTP/2` or `HTTP/3`',
      digits === undefined ? undefined : advise`Write${paste(`HTTP ${digits}`)}`,
    )
    reader.skipLine()
  } else if (digits === '') {
    reader.reportExpected('a status (`200`, or `*` for any)')
    reader.skipLine()
  } else reader.readLineEnd()
  const parts = makeEmptyParts()
  readParts(reader, parts, 'response')
  if (version.value === undefined || digits === '') return undefined
  const { headers, captures, asserts, body } = parts
  return {
    version: { value: version.value, span: version.span },
    status,
    headers,
    captures,
    asserts,
    span: lineSpan,
    ...(body === undefined ? {} : { body }),
  }
}

/** Reads the expectation of a delivery: an optional request line, then the sections of a response. */
export function readDelivery(reader: HurlReader): ExpectedDelivery {
  reader.skipBlankLines()
  reader.skipSpaces()
  const start = reader.at
  const parts = makeEmptyParts()
  let firstLine: Pick<ExpectedDelivery, 'method' | 'url'> = {}
  if (reader.matches(requestLine)) {
    const method = { name: reader.consume(/[A-Z]+/y), span: reader.span(start) }
    reader.skipSpaces()
    const url = readTemplate(reader, 'url')
    firstLine = { method, ...(url === undefined ? {} : { url }) }
    reader.readLineEnd()
  }
  readParts(reader, parts, 'response')
  reader.skipBlankLines()
  reader.skipSpaces()
  if (!reader.atEnd) reader.reportExpected('a header, `[Captures]`, `[Asserts]` or a body')
  const { headers, captures, asserts, body } = parts
  return { ...firstLine, headers, captures, asserts, ...(body === undefined ? {} : { body }) }
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
function readParts(reader: HurlReader, parts: MessageParts, kind: 'request' | 'response'): void {
  for (;;) {
    const before = reader.mark()
    reader.skipBlankLines()
    reader.skipSpaces()
    if (reader.atEnd || reader.matches(requestLine) || reader.matches(responseLine)) return reader.restore(before)
    if (reader.matches(section)) readSection(reader, parts, kind)
    else if (reader.matches(header)) readHeader(reader, parts)
    else readSoleBody(reader, parts, kind)
  }
}

function readHeader(reader: HurlReader, parts: MessageParts): void {
  const pair = readPair(reader)
  if (pair === undefined) return reader.skipLine()
  if (parts.body !== undefined) {
    reader.report(
      reportMisplacedSection(textOf(pair.span), 'headers go before the body', pair.span, [{ span: parts.body.span, text: 'the body' }]),
    )
  }
  parts.headers.push(pair)
  reader.readLineEnd()
}

function readSoleBody(reader: HurlReader, parts: MessageParts, kind: 'request' | 'response'): void {
  const start = reader.at
  const body = readBody(reader)
  if (body === 'none') {
    const next = kind === 'request' ? '`HTTP` and a status' : 'the next request'
    reader.reportExpected(`a header, a section, a body, or ${next}`)
    return reader.skipLine()
  }
  if (body === undefined) {
    reader.retryBelowFirstLine(start)
    return skipToNextElement(reader)
  }
  if (parts.body !== undefined) {
    reader.report(
      reportMisplacedSection('the second body', `a ${kind} has one`, body.span, [{ span: parts.body.span, text: 'the first body' }]),
    )
  }
  parts.body ??= body
  reader.readLineEnd()
}

/** Skips the lines of an unreadable body, so that they are not reported one by one. */
function skipToNextElement(reader: HurlReader): void {
  do reader.skipLine()
  while (!reader.atEnd && !reader.matches(elementStart))
}

function readSection(reader: HurlReader, parts: MessageParts, kind: 'request' | 'response'): void {
  const start = reader.at
  const name = reader.consume(/\[[A-Za-z]+\]/y).slice(1, -1)
  const span = reader.span(start)
  reader.readLineEnd()
  const sectionNames: Readonly<Record<string, string>> = kind === 'request' ? requestSections : responseSections
  const otherSectionNames: Readonly<Record<string, string>> = kind === 'request' ? responseSections : requestSections
  const knownSection = new Map([...Object.entries(otherSectionNames), ...Object.entries(sectionNames)]).get(name)
  if (knownSection === undefined) {
    const names = Object.keys(sectionNames).map((each) => `[${each}]`)
    reader.report(reportUnknownName('scenario/unknown-word', `section of a ${kind}`, `[${name}]`, span, names))
  } else if (!Object.hasOwn(sectionNames, name)) {
    const rightPlace = kind === 'request' ? 'the response, below' : 'the request, above'
    reader.report(reportMisplacedSection(`[${name}]`, `it belongs to ${rightPlace} \`HTTP\` and a status`, span))
  } else if (parts.body !== undefined) {
    reader.report(reportMisplacedSection(`[${name}]`, 'sections go before the body', span, [{ span: parts.body.span, text: 'the body' }]))
  }
  const firstSpan = knownSection === undefined ? undefined : parts.sections.get(knownSection)
  if (firstSpan !== undefined)
    reader.report(reportDuplicateName('scenario/duplicate-section', `a section of one ${kind}`, `[${name}]`, firstSpan, span))
  if (knownSection !== undefined && firstSpan === undefined) parts.sections.set(knownSection, span)
  readSectionContent(reader, parts, knownSection)
}

function readSectionContent(reader: HurlReader, parts: MessageParts, section: string | undefined): void {
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
      if (!reader.matches(elementStart)) skipToNextElement(reader)
  }
}
