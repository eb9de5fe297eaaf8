// Parses Hurl files: entries of a request and the expected response, by Hurl's grammar (https://hurl.dev/docs/grammar.html).

import { type Source, type Span, createSpan } from '../../base/text.ts'
import { inOrder, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { readDirectivesAbove, readDirectivesAfter } from './directive.ts'
import { readRequest, readResponse, requestLine, responseLine } from './message.ts'
import { reportMisplacedSection } from './problem.ts'
import { HurlReader } from './reader.ts'
import type { HurlEntry, HurlFile, Receive } from '../tree.ts'

export type ParsedHurl = { readonly file: HurlFile; readonly diagnostics: readonly Diagnostic[] }

export function parseHurl(source: Source): ParsedHurl {
  return parseAt(source.text, (start, end) => createSpan(source, start, end))
}

/** Parses a text inside another text; `place` maps its ranges to the outer text. */
export function parseAt(text: string, place: (start: number, end: number) => Span): ParsedHurl {
  const reader = new HurlReader(text, place)
  if (text.startsWith('\uFEFF')) reader.at = 1
  const entries: HurlEntry[] = []
  const receive: Receive[][] = []
  for (;;) {
    const comments = reader.comments.length
    reader.skipBlankLines()
    const above = readDirectivesAbove(reader, comments, reader.comments.length)
    const last = receive.at(-1)
    if (last !== undefined) last.push(...above.ofPreviousRequest)
    else
      for (const { span: at } of above.ofPreviousRequest) reader.report(reportMisplacedSection('# receive:', 'no request precedes it', at))
    if (reader.atEnd) {
      reportNoRequest(reader, above)
      break
    }
    const deliveries: Receive[] = []
    const entry = readEntry(reader, deliveries)
    if (entry === undefined) continue
    entries.push({ ...entry, directives: { ...above.ofRequest, receive: deliveries } })
    receive.push(deliveries)
  }
  const comments = reader.comments.map(({ text: comment, alone, span: at }) => ({ text: comment, alone, span: at }))
  return { file: { entries, comments }, diagnostics: inOrder(reader.diagnostics) }
}

/** Reports directives at the end of the text, after which no request follows. */
function reportNoRequest(reader: HurlReader, { ofRequest }: ReturnType<typeof readDirectivesAbove>): void {
  if (ofRequest.as !== undefined) reader.report(reportMisplacedSection('# as:', 'no request follows it', ofRequest.as.span))
  if (ofRequest.version !== undefined) reader.report(reportMisplacedSection('# version:', 'no request follows it', ofRequest.version.span))
  if (ofRequest.at !== undefined) reader.report(reportMisplacedSection('# at:', 'no request follows it', ofRequest.at.span))
  if (ofRequest.advance !== undefined) reader.report(reportMisplacedSection('# advance:', 'no request follows it', ofRequest.advance.span))
}

/** `deliveries` receives the `# receive:` directives inside the entry. */
function readEntry(reader: HurlReader, deliveries: Receive[]): Omit<HurlEntry, 'directives'> | undefined {
  reader.skipSpaces()
  const start = reader.at
  const comments = reader.comments.length
  if (!reader.matches(requestLine)) {
    if (reader.matches(responseLine)) reader.report(reportMisplacedSection('HTTP', 'no request precedes it', reader.span(start, start + 4)))
    else reader.reportExpected('a request such as `GET {{url}}/orders`')
    skipToNextRequest(reader)
    return undefined
  }
  const request = readRequest(reader)
  if (request === undefined) {
    reader.skipLine()
    skipToNextRequest(reader)
    return undefined
  }
  const end = reader.mark()
  reader.skipBlankLines()
  reader.skipSpaces()
  const response = reader.matches(responseLine) ? readResponse(reader) : reader.restore(end)
  deliveries.push(...readDirectivesAfter(reader, comments, reader.comments.length))
  const written = reader.text.slice(start, reader.at).trimEnd().length
  return { request, ...(response === undefined ? {} : { response }), span: reader.span(start, start + written) }
}

function skipToNextRequest(reader: HurlReader): void {
  while (!reader.atEnd) {
    const start = reader.at
    reader.skipSpaces()
    if (reader.matches(requestLine) && reader.at > 0 && reader.text[start - 1] === '\n') {
      reader.at = start
      return
    }
    reader.skipLine()
  }
}
