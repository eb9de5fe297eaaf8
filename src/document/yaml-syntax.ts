// Reports invalid YAML at the place of the mistake, which can differ from the place where the library noticed it.

import { type Help, advise, erase, remove } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { findFlowEnd } from './cut-in-flow.ts'
import { isQuote, findLineStart, findQuotedEnd, scanOf } from './cut-scan.ts'
import { takeFirstLine } from './excerpt.ts'
import type { BrokenEntry } from './recover.ts'
import { type Region, toSourceSpan } from './region.ts'

type ProblemText = {
  readonly message: string
  readonly label: string
  /** The place of the mistake, if it differs from where the library noticed it. */
  readonly at?: number
  readonly reason?: string
  readonly help?: string | Help
}

/** `text` is the region's text without the entries that were already reported. */
export function reportYamlSyntax(entry: BrokenEntry, text: string, region: Region): Diagnostic {
  const { fault } = entry
  const { message, label, at, reason, help } = describeFault(entry, text, region.text)
  const start = Math.min(at ?? fault.start, region.text.length)
  const end = at === undefined ? Math.max(start, Math.min(fault.end, findLineStop(region.text, start))) : start + 1
  const details = { ...(reason === undefined ? {} : { reason }), ...(help === undefined ? {} : { help }) }
  return createDiagnostic('error', 'document/yaml-syntax', message, { span: toSourceSpan(region, start, end), text: label }, details)
}

/** `text` has `x` in place of reported words; `original` has them. */
function describeFault({ fault, from, to }: BrokenEntry, text: string, original: string): ProblemText {
  const start = findLineStart(text, fault.start)
  const line = takeFirstLine(original.slice(start, findLineStop(text, fault.start)), 50)
  const faultText = takeFirstLine(original.slice(fault.start, Math.max(fault.end, fault.start + 1)), 50)
  const isLineStart = text.slice(start, fault.start).trim() === ''
  const isItem = /^-(?:\s|$)/.test(line)
  switch (fault.kind) {
    case 'second-key':
      return isItem ? describeItem(line) : reportEntryUnderValue(text, fault.start, original)
    case 'unclosed-bracket':
      return reportUnclosed(text, findUnclosedBracket(text, from, to) ?? fault.start)
    case 'no-value':
      return describeMissingColon(faultText)
    case 'column':
      return describeColumn(line, findEntryBeside(original, start))
    case 'unexpected':
      if (isLineStart && isItem) return describeItem(line)
      if (isLineStart && !hasNeighbour(text, fault.start)) return describeColumn(line, findEntryBeside(original, start))
      return faultText === ']' || faultText === '}' ? reportUnopened(faultText, line) : reportUnexpected(faultText || line, line)
    case 'tab':
      return reportUnexpected(faultText || line, line)
    case 'escape':
      return {
        message: `\`${takeFirstLine(text.slice(fault.start, fault.start + 2))}\` is not an escape sequence of double quotes`,
        label: 'not an escape',
        help: 'Use single quotes: they have no escape sequences.',
      }
    case 'property':
      return {
        message: `\`${faultText}\` is an anchor or tag where none is allowed`,
        label: 'not allowed here',
        help: 'Write `&name` once before a value, and `*name` alone where the value is repeated.',
      }
    case 'directive':
      return { message: `\`${line}\` is a YAML directive, which a document does not have`, label: 'remove this line' }
    case 'stuck-comment':
      return {
        message: '`#` needs a space before it to begin a comment',
        label: 'neither a comment nor part of the value',
        help: 'Put a space before it, or put the whole value in quotes.',
      }
    case 'comma':
      return {
        message: 'There is no value before this `,`',
        label: 'no value before this comma',
        help: advise`${erase('Remove the comma')}.`,
      }
    case 'too-deep':
      return { message: `\`${line}\` is nested too deeply to be read`, label: 'too deep' }
  }
}

function reportUnclosed(text: string, open: number): ProblemText {
  const close = text[open] === '[' ? ']' : '}'
  return {
    message: `\`${text[open]}\` is never closed`,
    label: 'opens here',
    at: open,
    reason: `Everything up to \`${close}\` is read as part of it.`,
    help: `Close it with \`${close}\`.`,
  }
}

function describeItem(line: string): ProblemText {
  return {
    message: `\`${line}\` is an item of a list, and this is not a list`,
    label: 'an item',
    reason: 'A map has keys and a list has items; a value cannot be both.',
    help: 'Indent the items under their key.',
  }
}

function describeColumn(line: string, beside: string | undefined): ProblemText {
  return {
    message: `\`${line}\` begins in another column than the entries beside it`,
    label: 'not in line with the entries above',
    reason: 'The column of an entry determines its map or list.',
    help: `Begin all entries of one map or list in the same column${beside === undefined ? '' : `: here as \`${beside}\` above`}.`,
  }
}

/** The nearest entry above that the line may belong beside: the outermost of those that are deeper, or else the line above. */
function findEntryBeside(text: string, start: number): string | undefined {
  const indentAt = (line: number): number => text.slice(line, findLineStop(text, line)).search(/\S/)
  const column = indentAt(start)
  let found: number | undefined
  for (let line = start; line > 0;) {
    line = findLineStart(text, line - 1)
    const indent = indentAt(line)
    if (indent === -1) continue
    if (found !== undefined && (indent <= column || indent >= indentAt(found))) {
      if (indent <= column) break
      continue
    }
    found = line
    if (indent <= column) break
  }
  return found === undefined ? undefined : takeFirstLine(text.slice(found, findLineStop(text, found)), 40)
}

function reportUnopened(bracket: string, line: string): ProblemText {
  return {
    message: `\`${bracket}\` has no opening bracket in \`${line}\``,
    label: 'closes nothing',
    help: advise`${remove('Remove it')}, or put the whole value in quotes.`,
  }
}

function reportUnexpected(faultText: string, line: string): ProblemText {
  return {
    message: `\`${faultText}\` does not fit the text before it in \`${line}\``,
    label: 'not expected here',
    help: 'If it belongs to the value, put the whole value in quotes.',
  }
}

/** True if the nearest line above that is not deeper begins in the same column. */
function hasNeighbour(text: string, at: number): boolean {
  let line = findLineStart(text, at)
  const column = at - line
  while (line > 0) {
    const above = findLineStart(text, line - 1)
    const indent = text.slice(above, line).search(/\S/)
    if (indent !== -1 && indent <= column) return indent === column
    line = above
  }
  return false
}

function findLineStop(text: string, at: number): number {
  const lineEnd = text.indexOf('\n', at)
  return lineEnd === -1 ? text.length : lineEnd
}

/** A key on its own line below a value: `name: foo`, and deeper `type: string`. */
function reportEntryUnderValue(text: string, start: number, original: string): ProblemText {
  const lineBegin = findLineStart(text, start)
  const lineEnd = findLineStop(text, start)
  const before = takeFirstLine(text.slice(lineBegin, lineEnd))
  const next = text.slice(lineEnd).match(/[^\r\n]*\S[^\r\n]*/)?.[0] ?? ''
  const quoted = takeFirstLine(original.slice(lineBegin, lineEnd))
  if (/:\S/.test(before) && !/:\s/.test(before)) return describeMissingColon(quoted)
  if (!/:(?:\s|$)/.test(before)) return { ...describeMissingColon(quoted), at: start }
  if (next.search(/\S/) <= text.slice(lineBegin, lineEnd).search(/\S/)) {
    return {
      message: `\`${quoted}\` has two keys on one line`,
      label: 'a second key',
      help: 'Put the value in quotes, or put the second key on a separate line, indented deeper than the first.',
    }
  }
  return {
    message: `\`${takeFirstLine(next)}\` is under \`${quoted}\`, which already has a value`,
    label: 'has a value, so it cannot have entries',
    help: 'Begin both lines in the same column if they belong to one map; put the value in quotes if it continues.',
  }
}

function describeMissingColon(name: string): ProblemText {
  const withoutBlank = /^([^\s:]+):(\S.*)$/.exec(name)
  const withoutColon = /^(\S+)\s+([[{"'].*)$/.exec(name)
  if (withoutBlank !== null) {
    const help = `Write \`${withoutBlank[1]}: ${withoutBlank[2]}\`.`
    return { message: `\`${name}\` has no space after its colon`, label: 'not yet a key and a value', help }
  }
  const help = withoutColon === null ? `Write \`${name}:\` and its value.` : `Write \`${withoutColon[1]}: ${withoutColon[2]}\`.`
  return { message: `\`${name}\` has no colon after it`, label: 'a key without a value', help }
}

/** The innermost bracket between `from` and `to` that is not closed. */
function findUnclosedBracket(text: string, from: number, to: number): number | undefined {
  const scan = scanOf(text)
  let i = from
  let innermost: number | undefined
  while (i < to) {
    const char = text[i]!
    if (isQuote(char) && /[\s:,[{]/.test(text[i - 1] ?? ' ')) i = findQuotedEnd(scan, i, to) ?? i + 1
    else if (char === '{' || char === '[') {
      const end = findFlowEnd(scan, i, to)
      if (end === undefined) innermost = i
      i = end ?? i + 1
    } else i++
  }
  return innermost
}
