// Reads the expectation of a delivery: the comment lines below `# receive: NAME`, parsed as a request with captures and asserts.

import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { ExpectedDelivery, NamedText } from '../tree.ts'
import type { QueryName } from '../words.ts'
import { readDelivery } from './message.ts'
import { HurlReader } from './reader.ts'

/** Queries of responses only: a delivery is a request. */
const ofAnswers: ReadonlySet<QueryName> = new Set<QueryName>(['status', 'version', 'cookie', 'duration'])

/** `line`: the line of the directive. The lines directly below it belong to it if they begin with `#` and at least two spaces. */
export function expectedBelow(reader: HurlReader, line: number): ExpectedDelivery | undefined {
  const start = nextLine(reader.text, line)
  const text = reader.text.slice(start, endOfExpected(reader.text, line))
  if (text === '') return undefined
  const inner = new HurlReader(text.replaceAll(/^([ \t]*)#/gm, '$1 '), (from, to) => reader.span(start + from, start + to))
  const expected = readDelivery(inner)
  for (const { query } of [...expected.captures, ...expected.asserts]) {
    if (ofAnswers.has(query.name)) inner.report(notOfRequests(query))
  }
  for (const problem of inner.diagnostics) reader.report(problem)
  return expected
}

/** Returns the line after the expectation. */
export function endOfExpected(text: string, line: number): number {
  let at = nextLine(text, line)
  while (/^[ \t]*#(?: {2}|\t)/.test(text.slice(at, at + 100))) at = nextLine(text, at)
  return at
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end + 1
}

function notOfRequests({
  name,
  span,
}: NamedText | { readonly name: QueryName; readonly span: NamedText['span'] }): ReturnType<typeof diagnostic> {
  return diagnostic('error', 'scenario/misplaced', `${quoteName(name)} does not belong here: a delivery is a request, and has none`, {
    span,
    text: 'out of place',
  })
}
