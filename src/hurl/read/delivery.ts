// Reads the expectation of a delivery: the comment lines below `# receive: NAME`, parsed as a request with captures and asserts.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { ExpectedDelivery, NamedText } from '../tree.ts'
import type { QueryName } from '../words.ts'
import { readDelivery } from './message.ts'
import { HurlReader } from './reader.ts'

/** Queries of responses only: a delivery is a request. */
const responseQueries: ReadonlySet<QueryName> = new Set<QueryName>(['status', 'version', 'cookie', 'duration'])

/** `line`: the line of the directive. The lines directly below it belong to it if they begin with `#` and at least two spaces. */
export function readExpectationBelow(reader: HurlReader, line: number): ExpectedDelivery | undefined {
  const start = findNextLine(reader.text, line)
  const text = reader.text.slice(start, endOfExpectation(reader.text, line))
  if (text === '') return undefined
  const inner = new HurlReader(text.replaceAll(/^([ \t]*)#/gm, '$1 '), (from, to) => reader.span(start + from, start + to))
  const expectation = readDelivery(inner)
  for (const { query } of [...expectation.captures, ...expectation.asserts]) {
    if (responseQueries.has(query.name)) inner.report(reportResponseQuery(query))
  }
  for (const problem of inner.diagnostics) reader.report(problem)
  return expectation
}

/** Returns the line after the expectation. */
export function endOfExpectation(text: string, line: number): number {
  let lineStart = findNextLine(text, line)
  while (/^[ \t]*#(?: {2}|\t)/.test(text.slice(lineStart, lineStart + 100))) lineStart = findNextLine(text, lineStart)
  return lineStart
}

function findNextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end + 1
}

function reportResponseQuery({
  name,
  span,
}: NamedText | { readonly name: QueryName; readonly span: NamedText['span'] }): ReturnType<typeof createDiagnostic> {
  return createDiagnostic('error', 'scenario/misplaced', `${quoteName(name)} does not belong here: a delivery is a request, and has none`, {
    span,
    text: 'out of place',
  })
}
