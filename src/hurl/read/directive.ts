// Reads directives: comments that set the caller, the time, the version, and what is received.

import { offerNames } from '../../diagnostic/help.ts'
import { parseDuration } from '../../base/duration.ts'
import { findNearest } from '../../base/nearest.ts'
import { parseTimestamp } from '../../base/time.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { reportMisplacedSection } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { endOfExpectation, readExpectationBelow } from './delivery.ts'
import type { Directives, NamedText, Receive } from '../tree.ts'

const directive = /^#[ \t]*(as|at|advance|version|receive)[ \t]*:[ \t]*(.*?)[ \t\r]*$/

/** `start`: the offset of the `#`. */
type DirectiveComment = { readonly key: 'as' | 'at' | 'advance' | 'version' | 'receive'; readonly value: NamedText; readonly start: number }

/** The directives among the comments between two indexes; a directive must be alone on its line. */
function findDirectives(reader: HurlReader, from: number, end: number): DirectiveComment[] {
  const directiveComments: DirectiveComment[] = []
  let expectationEnd = 0
  for (const { alone, start } of reader.comments.slice(from, end)) {
    const line = /[^\n]*/y
    line.lastIndex = start
    const lineText = line.exec(reader.text)?.[0] ?? ''
    const [, key, name] = directive.exec(lineText) ?? []
    if (alone && key === undefined && start >= expectationEnd) reportMisspelt(reader, lineText, start)
    if (!alone || key === undefined || name === undefined || start < expectationEnd) continue
    if (key === 'receive') expectationEnd = endOfExpectation(reader.text, start)
    const at = start + lineText.lastIndexOf(name)
    directiveComments.push({ key: key as DirectiveComment['key'], value: { name, span: reader.span(at, at + name.length) }, start })
  }
  return directiveComments
}

/** Reports a comment that looks like a misspelt directive: one word, with a valid value. */
function reportMisspelt(reader: HurlReader, line: string, start: number): void {
  const [, word, value] = /^#[ \t]*([a-z]{5,})[ \t]*:[ \t]*(\S+)[ \t\r]*$/.exec(line) ?? []
  if (word === undefined || value === undefined) return
  const [suggestion] = findNearest(word, ['advance', 'version', 'receive'])
  if (suggestion === undefined || suggestion.startsWith(word) || (suggestion === 'advance' && typeof parseDuration(value) !== 'number'))
    return
  const at = start + line.indexOf(word)
  reader.report(
    createDiagnostic(
      'warning',
      'scenario/unknown-word',
      `${quoteName(`# ${word}:`)} is a comment, not a directive`,
      { span: reader.span(at, at + word.length), text: 'no effect' },
      { help: offerNames([suggestion]) },
    ),
  )
}

/** The directives in the comments above a request. A `receive` among them belongs to the request before. */
export function readDirectivesAbove(
  reader: HurlReader,
  from: number,
  end: number,
): { ofRequest: Omit<Directives, 'receive'>; ofPreviousRequest: Receive[] } {
  let as: NamedText | undefined
  let advance: Directives['advance']
  let at: Directives['at']
  let version: NamedText | undefined
  const ofPreviousRequest: Receive[] = []
  for (const { key, value, start } of findDirectives(reader, from, end)) {
    if (key === 'receive') {
      if (checkKey(reader, key, value)) ofPreviousRequest.push(readReceive(reader, value, start))
    } else if (key === 'as') {
      if (as !== undefined) reader.report(reportRepeated(key, as, value))
      else if (checkKey(reader, key, value)) as = value
    } else if (key === 'version') {
      if (version !== undefined) reader.report(reportRepeated(key, version, value))
      else if (checkKey(reader, key, value)) version = value
    } else if (advance !== undefined || at !== undefined) reader.report(reportSecondClock(key, (advance ?? at)!, value))
    else if (key === 'at') at = readTimestamp(reader, value)
    else advance = readDuration(reader, value)
  }
  return {
    ofRequest: {
      ...(as === undefined ? {} : { as }),
      ...(at === undefined ? {} : { at }),
      ...(advance === undefined ? {} : { advance }),
      ...(version === undefined ? {} : { version }),
    },
    ofPreviousRequest,
  }
}

/** The directives in the comments inside an entry, or after the last one: deliveries; any other directive is misplaced. */
export function readDirectivesAfter(reader: HurlReader, from: number, end: number): Receive[] {
  const receive: Receive[] = []
  for (const { key, value, start } of findDirectives(reader, from, end)) {
    if (key !== 'receive') reader.report(reportMisplacedSection(`# ${key}:`, 'it goes above its request', value.span))
    else if (checkKey(reader, key, value)) receive.push(readReceive(reader, value, start))
  }
  return receive
}

function readReceive(reader: HurlReader, value: NamedText, start: number): Receive {
  const expected = readExpectationBelow(reader, start)
  return expected === undefined ? value : { ...value, expected }
}

const expectedNames: { readonly [key: string]: string } = {
  as: 'a caller that part 5 declares under `callers`',
  version: 'a version of part 9',
}

function checkKey(reader: HurlReader, key: string, { name, span }: NamedText): boolean {
  // A version's name has the form that requests use.
  if (key === 'version' ? /^[!-~]+$/.test(name) : /^[A-Za-z_][\w.-]*$/.test(name)) return true
  const expectedText = expectedNames[key] ?? 'an event type, a callback or a delivery of part 6'
  const message = `${quoteName(`# ${key}:`)} needs a name${name === '' ? '' : `, and ${quoteName(name)} is not one`}`
  reader.report(createDiagnostic('error', 'scenario/syntax', message, { span, text: `the name of ${expectedText}` }))
  return false
}

function readDuration(reader: HurlReader, { name, span }: NamedText): Directives['advance'] {
  const ms = parseDuration(name)
  if (typeof ms === 'number' && ms >= 0) return { ms, span }
  const help = typeof ms === 'number' ? 'The clock of a scenario only goes forward.' : ms.problem
  const primary = { span, text: 'a duration is expected here' }
  return reader.report(createDiagnostic('error', 'scenario/syntax', `${quoteName(name)} is not a duration`, primary, { help }))
}

function readTimestamp(reader: HurlReader, { name, span }: NamedText): Directives['at'] {
  const ms = parseTimestamp(name)
  if (ms !== undefined) return { ms, span }
  return reader.report(
    createDiagnostic(
      'error',
      'scenario/syntax',
      `${quoteName(name)} is not a timestamp`,
      { span, text: 'a timestamp is expected here' },
      { help: 'Write a timestamp of RFC 3339, for example `# at: 2026-03-30T09:00:00Z`.' },
    ),
  )
}

/** `# at:` and `# advance:` both move the clock. */
function reportSecondClock(
  key: string,
  first: { readonly span: NamedText['span'] },
  second: NamedText,
): ReturnType<typeof createDiagnostic> {
  return createDiagnostic(
    'error',
    'scenario/duplicate-section',
    `${quoteName(`# ${key}:`)} moves a clock that is moved already above this request`,
    { span: second.span, text: 'a second time' },
    {
      others: [{ span: first.span, text: 'first here' }],
    },
  )
}

function reportRepeated(key: string, first: { readonly span: NamedText['span'] }, second: NamedText): ReturnType<typeof createDiagnostic> {
  return createDiagnostic(
    'error',
    'scenario/duplicate-section',
    `${quoteName(`# ${key}:`)} occurs twice above one request`,
    { span: second.span, text: 'again here' },
    {
      others: [{ span: first.span, text: 'first here' }],
    },
  )
}
