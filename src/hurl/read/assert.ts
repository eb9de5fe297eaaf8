// Reads the asserts of a response: queries and their predicates.

import { readBytes, readFileName, readMultiline } from './body.ts'
import { reportUnknownWord } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { readFilters, readOneline, readHurlPattern, readPlaceholder, readQuoted } from './template.ts'
import type { Assert, Capture, HurlLiteral, Operand, Predicate, Query, HurlTemplate } from '../tree.ts'
import { type Comparand, hurlFilters, predicates, type PredicateName, queries, type QueryName, type WordSlot } from '../words.ts'

const wordPattern = /[A-Za-z][\w-]*/y

export function readAssert(reader: HurlReader): Assert | undefined {
  const start = reader.at
  const query = readQuery(reader)
  const filters = query && readFilters(reader)
  if (filters === undefined) return undefined
  reader.skipSpaces()
  const predicate = readPredicate(reader)
  return predicate && { query: query!, filters, predicate, span: reader.span(start) }
}

/** Reads a capture after its name and colon. */
export function readCapture(reader: HurlReader, name: HurlTemplate, start: number): Capture | undefined {
  reader.skipSpaces()
  const query = readQuery(reader)
  const filters = query && readFilters(reader)
  if (filters === undefined) return undefined
  const redact = reader.consume(/[ \t]+redact(?![\w-])/y) !== ''
  const captured = { name, query: query!, filters, redact, span: reader.span(start) }
  reader.skipSpaces()
  if (reader.atLineEnd || reader.char === '#') return captured
  const wordStart = reader.at
  const unknown = reader.consume(wordPattern)
  return unknown === '' ? captured : reader.report(reportUnknownWord(unknown, ['filter'], reader.span(wordStart), Object.keys(hurlFilters)))
}

function readQuery(reader: HurlReader): Query | undefined {
  const start = reader.at
  const name = reader.consume(wordPattern)
  if (name === '') return reader.reportExpected('a query such as `status` or `jsonpath`')
  if (!Object.hasOwn(queries, name)) return reader.report(reportUnknownWord(name, ['query'], reader.span(start), Object.keys(queries)))
  const slots: readonly WordSlot[] = queries[name as QueryName]
  if (slots.length === 0) return { name: name as QueryName, span: reader.span(start) }
  reader.skipSpaces()
  const argument = slots[0] === 'pattern' ? readHurlPattern(reader) : readQuoted(reader)
  return argument && { name: name as QueryName, argument, span: reader.span(start) }
}

function readPredicate(reader: HurlReader): Predicate | undefined {
  const start = reader.at
  const not = reader.consume(/not(?=[ \t])/y) !== ''
  reader.skipSpaces()
  const nameAt = reader.at
  const name = reader.consume(/[=!<>]=?/y) || reader.consume(wordPattern)
  if (name === '') return reader.reportExpected('a predicate such as `==` or `exists`')
  if (!Object.hasOwn(predicates, name)) {
    const knownWords = not ? Object.keys(predicates) : [...Object.keys(predicates), ...Object.keys(hurlFilters)]
    return reader.report(reportUnknownWord(name, not ? ['predicate'] : ['filter', 'predicate'], reader.span(nameAt), knownWords))
  }
  const comparand: Comparand = predicates[name as PredicateName]
  if (comparand === 'none') return { not, name: name as PredicateName, span: reader.span(start) }
  reader.skipSpaces()
  const valueAt = reader.at
  const value = readOperand(reader)
  if (value === undefined) return undefined
  if (accepts(comparand, value)) return { not, name: name as PredicateName, value, span: reader.span(start) }
  reader.at = valueAt
  return reader.reportExpected(operandNames[comparand])
}

const operandNames: Readonly<Record<Comparand, string>> = {
  none: 'nothing',
  any: 'a value',
  ordered: 'a number, a string or a placeholder',
  piece: 'a string or bytes',
  pattern: 'a pattern (`/…/` or a string in double quotes)',
}

function accepts(comparand: Comparand, value: Operand): boolean {
  switch (comparand) {
    case 'none':
      return false
    case 'any':
      return value.kind !== 'pattern'
    case 'ordered':
      return (
        value.kind === 'string' ||
        value.kind === 'placeholder' ||
        (value.kind === 'literal' && /^(bigint|number)$/.test(typeof value.value))
      )
    case 'piece':
      return value.kind !== 'literal' && value.kind !== 'pattern'
    case 'pattern':
      return value.kind === 'pattern' || value.kind === 'string'
  }
}

function readOperand(reader: HurlReader): Operand | undefined {
  const start = reader.at
  if (reader.startsWithText('{{')) return readPlaceholder(reader, 'text')
  if (reader.startsWithText('```')) return readMultiline(reader)
  if (reader.char === '"' || reader.char === '`') {
    const text = reader.char === '"' ? readQuoted(reader) : readOneline(reader)
    return text && { kind: 'string', text, span: text.span }
  }
  if (reader.char === '/') {
    const pattern = readHurlPattern(reader)
    return pattern && 'source' in pattern ? pattern : undefined
  }
  if (reader.startsWithText('hex,') || reader.startsWithText('base64,')) return readBytes(reader)
  if (reader.startsWithText('file,')) {
    const name = readFileName(reader)
    return name && { kind: 'file', name, span: reader.span(start) }
  }
  return readLiteral(reader) ?? reader.reportExpected('a value such as `"text"`, `42`, `true` or `null`')
}

/** `null`, `true`, `false`, or a number; undefined without a report for any other text. */
export function readLiteral(reader: HurlReader): HurlLiteral | undefined {
  const start = reader.at
  const name = reader.consume(/(?:null|true|false)(?![\w-])/y)
  if (name !== '') return { kind: 'literal', value: name === 'null' ? null : name === 'true', span: reader.span(start) }
  const digits = reader.consume(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
  if (digits === '') return undefined
  return { kind: 'literal', value: /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits), span: reader.span(start) }
}
