// Reads texts with placeholders: values, keys, strings, and `{{…}}` with its filters, whose strings may have placeholders too.

import { refuseWord, reportUnclosed, reportUnknownWord } from './problem.ts'
import type { HurlReader } from './reader.ts'
import type { HurlFilter, HurlPattern, Placeholder, HurlTemplate, Text } from '../tree.ts'
import { hurlFilters, type FilterName, functions, unsupportedWords, type WordSlot } from '../words.ts'

type Kind = {
  /** A sticky pattern of plain characters; a single brace is plain, two begin a placeholder. */
  readonly plain: RegExp
  /** Characters that a backslash escapes to themselves, beside the common escapes. */
  readonly escapable: string
}

const kinds = {
  value: { plain: /[^#\n\r\\{]+|\r(?!\n)|\{(?!\{)/y, escapable: '#' },
  url: { plain: /[^#\s\\{]+|\{(?!\{)/y, escapable: '#' },
  key: { plain: /[\p{L}\p{N}_\-.[\]@$/*%+!^|~&']+/uy, escapable: '#:' },
  quoted: { plain: /[^"\\{]+|\{(?!\{)/y, escapable: '"/' },
  oneline: { plain: /[^`\n\\{]+|\{(?!\{)/y, escapable: '`#' },
  file: { plain: /[^#;{}\s\\]+/y, escapable: '#; {}' },
} as const satisfies Readonly<Record<string, Kind>>

const shortEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '\\': '\\' }

/** Reads the longest run of the kind's characters; may be empty. */
export function readTemplate(reader: HurlReader, kind: keyof typeof kinds): HurlTemplate | undefined {
  const { plain, escapable } = kinds[kind]
  const start = reader.at
  const parts: (Text | Placeholder)[] = []
  for (;;) {
    if (reader.startsWithText('{{')) {
      const placeholder = readPlaceholder(reader, 'text')
      if (placeholder === undefined) return undefined
      parts.push(placeholder)
    } else if (reader.char === '\\') {
      const char = readEscape(reader, escapable)
      if (char === undefined) return undefined
      pushText(parts, char)
    } else {
      const text = reader.consume(plain)
      if (text === '') return { parts, span: reader.span(start) }
      pushText(parts, text)
    }
  }
}

/** A value ends at the end of its line or at a comment; surrounding spaces do not belong to it. */
export function readHurlValue(reader: HurlReader): HurlTemplate | undefined {
  reader.skipSpaces()
  const start = reader.at
  const template = readTemplate(reader, 'value')
  if (template === undefined) return undefined
  const written = reader.text.slice(start, reader.at).trimEnd().length
  const span = reader.span(start, start + written)
  const last = template.parts.at(-1)
  if (last?.kind !== 'text') return { parts: template.parts, span }
  const value = last.value.trimEnd()
  return { parts: value === '' ? template.parts.slice(0, -1) : [...template.parts.slice(0, -1), { kind: 'text', value }], span }
}

export function readQuoted(reader: HurlReader): HurlTemplate | undefined {
  return readDelimited(reader, 'quoted', '"', 'a string in double quotes')
}

export function readOneline(reader: HurlReader): HurlTemplate | undefined {
  return readDelimited(reader, 'oneline', '`', 'a text between backticks')
}

function readDelimited(reader: HurlReader, kind: 'quoted' | 'oneline', mark: string, description: string): HurlTemplate | undefined {
  const start = reader.at
  if (!reader.consumeText(mark)) return reader.reportExpected(description)
  const template = readTemplate(reader, kind)
  if (template === undefined) return undefined
  if (!reader.consumeText(mark))
    return reader.report(reportUnclosed('The string', kind === 'quoted' ? '`"`' : 'a backtick', reader.span(start, start + 1)))
  return { parts: template.parts, span: reader.span(start) }
}

export function pushText(parts: (Text | Placeholder)[], value: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', value: last.value + value }
  else parts.push({ kind: 'text', value })
}

/** A backslash and what follows it: `\n`, `\"`, `\u{1F600}`. */
export function readEscape(reader: HurlReader, escapable: string): string | undefined {
  const start = reader.at
  reader.at++
  const char = reader.char
  const shortEscape = Object.hasOwn(shortEscapes, char) ? shortEscapes[char] : undefined
  if (shortEscape !== undefined || (char !== '' && escapable.includes(char))) {
    reader.at++
    return shortEscape ?? char
  }
  const [escape = '', digits = ''] = /^u\{([0-9a-fA-F]{1,6})\}/.exec(reader.text.slice(reader.at, reader.at + 9)) ?? []
  if (escape !== '' && parseInt(digits, 16) <= 0x10ffff) {
    reader.at += escape.length
    return String.fromCodePoint(parseInt(digits, 16))
  }
  reader.at = start
  return reader.reportExpected('an escape such as `\\n`, `\\\\` or `\\u{20}`')
}

/** Reads `{{name filter…}}` at the cursor. */
export function readPlaceholder(reader: HurlReader, within: Placeholder['within']): Placeholder | undefined {
  const start = reader.at
  reader.consumeText('{{')
  reader.skipSpaces()
  const nameAt = reader.at
  const name = reader.consume(/[A-Za-z][A-Za-z0-9_-]*/y)
  if (name === '') return reader.reportExpected('the name of a variable')
  const span = reader.span(nameAt)
  if (Object.hasOwn(unsupportedWords.function, name))
    return reader.report(refuseWord(name, 'function', unsupportedWords.function[name]!, span))
  const filters = readFilters(reader)
  if (filters === undefined) return undefined
  reader.skipSpaces()
  const wordAt = reader.at
  const unknownName = reader.consume(/[A-Za-z]\w*/y)
  if (unknownName !== '') return reader.report(reportUnknownWord(unknownName, ['filter'], reader.span(wordAt), Object.keys(hurlFilters)))
  if (!reader.consumeText('}}')) return reader.report(reportUnclosed('The placeholder', '`}}`', reader.span(start, nameAt + name.length)))
  const kind = (functions as readonly string[]).includes(name) ? 'function' : 'variable'
  return { kind: 'placeholder', within, expression: { kind, name, filters, span }, span: reader.span(start) }
}

/** Reads all following filters, each after a space; undefined if one of them cannot be read. */
export function readFilters(reader: HurlReader): readonly HurlFilter[] | undefined {
  const filters: HurlFilter[] = []
  for (;;) {
    const before = reader.at
    if (reader.skipSpaces() === '') return filters
    const start = reader.at
    const name = reader.consume(/[A-Za-z]\w*/y)
    if (Object.hasOwn(unsupportedWords.filter, name))
      return reader.report(refuseWord(name, 'filter', unsupportedWords.filter[name]!, reader.span(start)))
    if (!Object.hasOwn(hurlFilters, name)) {
      reader.at = before
      return filters
    }
    const values: HurlFilter['arguments'][number][] = []
    for (const slot of hurlFilters[name as FilterName] as readonly WordSlot[]) {
      reader.skipSpaces()
      const value = readArgument(reader, slot)
      if (value === undefined) return undefined
      values.push(value)
    }
    filters.push({ name: name as FilterName, arguments: values, span: reader.span(start) })
  }
}

function readArgument(reader: HurlReader, slot: WordSlot): HurlFilter['arguments'][number] | undefined {
  switch (slot) {
    case 'pattern':
      return readHurlPattern(reader)
    case 'string':
      return readQuoted(reader)
    case 'integer': {
      if (reader.startsWithText('{{')) return readPlaceholder(reader, 'text')
      const start = reader.at
      const digits = reader.consume(/-?\d+/y)
      return digits === '' ? reader.reportExpected('a whole number') : { kind: 'literal', value: BigInt(digits), span: reader.span(start) }
    }
  }
}

/** `/…/`, or a quoted string with a pattern. */
export function readHurlPattern(reader: HurlReader): HurlTemplate | HurlPattern | undefined {
  if (reader.char === '"') return readQuoted(reader)
  const start = reader.at
  if (!reader.consumeText('/')) return reader.reportExpected('a pattern (`/…/` or a string in double quotes)')
  const source = reader.consumeRun(/\\[^\n]|[^\n/\\]+/y)
  if (!reader.consumeText('/')) return reader.report(reportUnclosed('The pattern', '`/`', reader.span(start)))
  return { kind: 'pattern', source: source.replaceAll('\\/', '/'), span: reader.span(start) }
}
