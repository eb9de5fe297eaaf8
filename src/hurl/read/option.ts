// Reads the options of one request, and reports those of Hurl that scenarios do not support.

import { readLiteral } from './assert.ts'
import { refuseWord, reportUnknownWord } from './problem.ts'
import type { HurlReader } from './reader.ts'
import { readPlaceholder, readQuoted, readHurlValue } from './template.ts'
import type { Option, Placeholder } from '../tree.ts'
import { options, redirects } from '../words.ts'

/** Reads `NAME: value`, from the name on. */
export function readOption(reader: HurlReader): Option | undefined {
  const start = reader.at
  const name = reader.consume(/[A-Za-z][\w.-]*/y)
  const span = reader.span(start)
  if (name === '') return reader.reportExpected('the name of an option')
  if (!(options as readonly string[]).includes(name)) return reader.report(reportUnknownWord(name, ['option'], span, options))
  reader.skipSpaces()
  if (!reader.consumeText(':')) return reader.reportExpected('`:`')
  reader.skipSpaces()
  switch (name) {
    case 'variable':
      return readVariable(reader, start)
    case 'user': {
      const value = readHurlValue(reader)
      return value && { kind: 'user', value, span: reader.span(start) }
    }
    case 'repeat': {
      const times = reader.startsWithText('{{') ? readPlaceholder(reader, 'text') : readCount(reader)
      return times === undefined ? undefined : { kind: 'repeat', times, span: reader.span(start) }
    }
    case 'skip':
    case 'compressed':
    case 'path-as-is': {
      const value = readFlag(reader)
      return value === undefined ? undefined : { kind: 'flag', name, value, span: reader.span(start) }
    }
    default:
      return readFixed(reader, name, start)
  }
}

/** Options that can only state the usual behaviour: HTTP/1.1, and no redirects. */
function readFixed(reader: HurlReader, name: string, start: number): Option | undefined {
  const valueAt = reader.at
  const value = readFlag(reader)
  if (value === undefined) return undefined
  if (value === (name === 'http1.1')) return { kind: 'nothing', name, span: reader.span(start) }
  const help = name === 'http1.1' ? 'Scenarios speak HTTP/1.1.' : redirects
  return reader.report(refuseWord(`${name}: ${reader.text.slice(valueAt, reader.at)}`, 'option', help, reader.span(start)))
}

function readFlag(reader: HurlReader): boolean | Placeholder | undefined {
  if (reader.startsWithText('{{')) return readPlaceholder(reader, 'text')
  const word = reader.consume(/(?:true|false)(?![\w-])/y)
  return word === '' ? reader.reportExpected('`true` or `false`') : word === 'true'
}

function readCount(reader: HurlReader): number | undefined {
  const digits = reader.consume(/\d{1,4}(?!\d)/y)
  return digits === '' ? reader.reportExpected('a number of times below 10000') : Number(digits)
}

function readVariable(reader: HurlReader, start: number): Option | undefined {
  const name = reader.consume(/[A-Za-z][\w-]*/y)
  if (name === '') return reader.reportExpected('the name of a variable')
  reader.skipSpaces()
  if (!reader.consumeText('=')) return reader.reportExpected('`=`')
  reader.skipSpaces()
  const value = reader.char === '"' ? readQuoted(reader) : (readLiteral(reader) ?? readHurlValue(reader))
  return value && { kind: 'variable', name, value, span: reader.span(start) }
}
