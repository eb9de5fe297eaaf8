// Validates a scenario before it runs: its literal paths and patterns.

import type { Span } from '../base/text.ts'
import { compileRe2 } from '../base/pattern.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import { parsePath } from './evaluate/json-path-syntax.ts'
import type { HurlEntry, HurlFilter, HurlPattern, Query, HurlTemplate } from './tree.ts'

export function listWrongLiterals(entries: readonly HurlEntry[]): Diagnostic[] {
  const diagnostics: (Diagnostic | undefined)[] = []
  const expectations = entries.flatMap(({ response, directives: { receive } }) => [
    ...(response === undefined ? [] : [response]),
    ...receive.flatMap(({ expected }) => expected ?? []),
  ])
  for (const { captures, asserts } of expectations) {
    for (const { query, filters } of [...captures, ...asserts]) diagnostics.push(checkQuery(query), ...filters.map(checkFilter))
    for (const {
      predicate: { name, value },
    } of asserts) {
      if (name === 'matches' && value !== undefined)
        diagnostics.push(checkPattern(value.kind === 'string' ? value.text : (value as HurlPattern), false))
    }
  }
  return diagnostics.filter((each) => each !== undefined)
}

function checkQuery({ name, argument }: Query): Diagnostic | undefined {
  if (argument === undefined) return undefined
  if (name === 'regex') return checkPattern(argument, true)
  return name === 'jsonpath' && 'parts' in argument ? checkPath(argument) : undefined
}

function checkFilter({ name, arguments: [first] }: HurlFilter): Diagnostic | undefined {
  if (first === undefined) return undefined
  if (name === 'regex' || name === 'replaceRegex') return checkPattern(first as HurlTemplate | HurlPattern, name === 'regex')
  return name === 'jsonpath' ? checkPath(first as HurlTemplate) : undefined
}

/** The text of a template without placeholders. */
function findLiteralText({ parts }: HurlTemplate): string | undefined {
  if (parts.length === 0) return ''
  return parts.length === 1 && parts[0]!.kind === 'text' ? parts[0]!.value : undefined
}

function checkPath(template: HurlTemplate): Diagnostic | undefined {
  const text = findLiteralText(template)
  const parsed = text === undefined ? undefined : parsePath(text)
  if (text === undefined || parsed === undefined || !('expected' in parsed)) return undefined
  const primary = { span: spanCharacter(template.span, text, parsed.at), text: `${parsed.expected} is expected here` }
  return createDiagnostic('error', 'scenario/json-path', `${quoteName(text)} is not a JSONPath`, primary)
}

function checkPattern(patternNode: HurlTemplate | HurlPattern, needsGroup: boolean): Diagnostic | undefined {
  const text = 'parts' in patternNode ? findLiteralText(patternNode) : patternNode.source
  if (text === undefined) return undefined
  const { pattern: compiled, problem } = compileRe2(text)
  if (compiled === undefined) {
    return createDiagnostic('error', 'scenario/pattern', `${quoteName(text)} is not a pattern: ${problem}`, {
      span: patternNode.span,
      text: 'this pattern',
    })
  }
  if (!needsGroup || /(?<!\\)\((?!\?(?![P<]))/.test(text)) return undefined
  const primary = { span: patternNode.span, text: 'no group in parentheses' }
  const message = `${quoteName(text)} has no group, so nothing can be taken out`
  return createDiagnostic('error', 'scenario/pattern', message, primary, { help: 'Put what is wanted in parentheses.' })
}

/** The character of a quoted text, where no escape comes before it; otherwise the whole text. */
function spanCharacter(span: Span, text: string, at: number): Span {
  if (span.end - span.start !== text.length + 2) return span
  const start = span.start + 1 + at
  return { source: span.source, start, end: Math.min(start + 1, span.end - 1) }
}
