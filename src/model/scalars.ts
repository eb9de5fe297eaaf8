// Shapes of single values: words, names, numbers, durations, expressions, text.

import { explainDuration, offerNames } from '../diagnostic/help.ts'
import type { Node, Scalar } from '../document/node.ts'
import { joinWithOr, suggestNames, quoteName } from '../diagnostic/voice.ts'
import { parseDuration } from '../base/duration.ts'
import { parseJsonNumber } from '../base/json-number.ts'
import { type Recurrence, parseRecurrence } from '../base/recurrence.ts'
import { parseSize } from '../base/size.ts'
import { type Reader, type Reading, type Shape, reportExpected, toReading } from './shape.ts'
import { type Json, createJsonObject } from '../base/json-value.ts'
import type { Data, ExpressionText, TemplateText, Word } from './slot.ts'

/** A shape of a single value. */
export function scalarShape<T>(
  words: string,
  schema: object,
  read: (scalar: Scalar, reader: Reader) => Reading<T>,
  literal = false,
): Shape<T> {
  return {
    words,
    literal,
    read: (node, reader) => (node.kind === 'scalar' ? read(node, reader) : reportExpected(words, node, reader)),
    schema: () => ({ ...schema }),
  }
}

/** One of a few words of the language. */
export function oneOfWords<const W extends string>(...words: W[]): Shape<W> {
  const list = words.length < 4 ? joinWithOr(words) : `one of ${words.map(quoteName).join(', ')}`
  return scalarShape(list, { enum: words }, (scalar, reader) => {
    const match = words.find((each) => each === scalar.text)
    if (match !== undefined) return toReading(match)
    const similar = words.length > 1 ? suggestNames(scalar.text, new Set<string>(words)) : []
    return reportExpected(list, scalar, reader, similar.length > 0 ? offerNames(similar) : undefined)
  })
}

/** The name of an element, as its source text. */
export function name(words = 'a name'): Shape<Word> {
  return scalarShape(words, { type: ['string', 'number', 'boolean'] }, (scalar, reader) =>
    scalar.text === '' ? reportExpected(words, scalar, reader) : toReading({ text: scalar.text, node: scalar }),
  )
}

/** Literal segments before all other paths. */
export const basePath: Shape<Word> = scalarShape(
  'a path such as `/api`',
  { type: 'string', pattern: '^(/[^/{}?#%\\s]+)+$' },
  (scalar, reader) =>
    /^(\/[^/{}?#%\s]+)+$/.test(scalar.text)
      ? toReading({ text: scalar.text, node: scalar })
      : reportExpected(
          'a path such as `/api`',
          scalar,
          reader,
          'Begin it with `/`, end it without one, and leave parameters to the paths of part 4.',
        ),
)

const versionPathWords = 'a path such as `/api/{version}`'
const versionPathPattern = '^(/[^/{}?#%\\s]+)*/[^/{}?#%\\s]*\\{version\\}[^/{}?#%\\s]*(/[^/{}?#%\\s]+)*$'

/** Literal segments, one of which contains the version. */
export const versionPathShape: Shape<Word> = scalarShape(
  versionPathWords,
  { type: 'string', pattern: versionPathPattern },
  (scalar, reader) =>
    new RegExp(versionPathPattern).test(scalar.text)
      ? toReading({ text: scalar.text, node: scalar })
      : reportExpected(versionPathWords, scalar, reader, 'Begin it with `/`, and write `{version}` once; the other segments are literal.'),
)

/** Plain text for people, without expressions. */
export const plainText: Shape<string> = scalarShape(
  'plain text',
  { type: ['string', 'number', 'boolean'] },
  (scalar) => toReading(scalar.text),
  true,
)

export const boolean: Shape<boolean> = scalarShape('`true` or `false`', { type: 'boolean' }, (scalar, reader) =>
  typeof scalar.value === 'boolean' ? toReading(scalar.value) : reportExpected('`true` or `false`', scalar, reader),
)

export function integer(minimum: number, words = `an integer of at least ${minimum}`, maximum = Number.MAX_SAFE_INTEGER): Shape<number> {
  return scalarShape(words, { type: 'integer', minimum, ...(maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }) }, (scalar, reader) =>
    typeof scalar.value === 'number' && Number.isSafeInteger(scalar.value) && scalar.value >= minimum && scalar.value <= maximum
      ? toReading(scalar.value)
      : reportExpected(words, scalar, reader),
  )
}

/** A JSON number, exact: integers beyond a double are bigint, other numbers keep their source text. */
export const number: Shape<{ readonly value: number | bigint; readonly text: string }> = scalarShape(
  'a number',
  { type: 'number' },
  (scalar, reader) =>
    typeof scalar.value === 'bigint' || Number.isFinite(scalar.value)
      ? toReading({ value: scalar.value as number | bigint, text: scalar.text })
      : reportExpected('a number', scalar, reader),
)

/** An ISO 8601 duration in milliseconds; months and years are not lengths of time. */
export const duration: Shape<number> = scalarShape(
  'a duration such as `PT5S` or `P1D`',
  { type: 'string', pattern: '^P' },
  (scalar, reader) => {
    const parsed = parseDuration(scalar.text)
    return typeof parsed === 'number'
      ? toReading(parsed)
      : reportExpected('a duration such as `PT5S` or `P1D`', scalar, reader, explainDuration(parsed))
  },
)

/** A recurrence in the syntax of iCalendar. */
export const recurrence: Shape<Recurrence> = scalarShape(
  'a recurrence rule such as `FREQ=MONTHLY;BYMONTHDAY=1`',
  { type: 'string', pattern: '^([A-Z]+=[^;]+;)*FREQ=' },
  (scalar, reader) => {
    const parsed = parseRecurrence(scalar.text)
    return 'problem' in parsed ? reportExpected('a recurrence rule (RFC 5545)', scalar, reader, `${parsed.problem}.`) : toReading(parsed)
  },
)

/** A number of bytes: `64KiB`, `1MB`, `512`. */
export const size: Shape<number> = scalarShape('a size such as `64KiB`', { type: ['string', 'integer'] }, (scalar, reader) => {
  const parsed = parseSize(scalar.text)
  return parsed === undefined ? reportExpected('a size such as `64KiB`', scalar, reader) : toReading(parsed)
})

export const date: Shape<string> = scalarShape('a date such as `2027-05-01`', { type: 'string', format: 'date' }, (scalar, reader) =>
  /^\d{4}-\d{2}-\d{2}$/.test(scalar.text) && !Number.isNaN(Date.parse(scalar.text))
    ? toReading(scalar.text)
    : reportExpected('a date such as `2027-05-01`', scalar, reader),
)

/** CEL. Numbers and booleans are expressions, too. */
export const expression: Shape<ExpressionText> = {
  words: 'an expression',
  slot: 'expression',
  read(node, reader) {
    const repaired = reader.repair(node, 'expression')
    if (repaired.kind !== 'scalar') return reportExpected('an expression', repaired, reader)
    if (repaired.text.trim() === '') return reportExpected('an expression', repaired, reader)
    return toReading({ kind: 'expression', text: repaired.text, node: repaired })
  },
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
}

/** Literal text with `${ CEL }` in it. */
export const text: Shape<TemplateText> = {
  words: 'text',
  slot: 'text',
  read(node, reader) {
    const repaired = reader.repair(node, 'text')
    if (repaired.kind !== 'scalar') return reportExpected('text', repaired, reader)
    return toReading({ kind: 'text', text: repaired.text, node: repaired })
  },
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
}

/** Any JSON value, as data. */
export const data: Shape<Data> = {
  words: 'a value',
  slot: 'data',
  literal: true,
  read(node, reader) {
    const invalidNode = findNonJson(node)
    return invalidNode === undefined
      ? toReading({ kind: 'data', value: convertNodeToJson(node), node })
      : reportExpected('a value that JSON has', invalidNode, reader)
  },
  schema: () => ({}),
}

/** YAML's `.nan` and `.inf`, which JSON does not have. */
function findNonJson(node: Node): Node | undefined {
  if (node.kind === 'scalar') return typeof node.value === 'number' && !Number.isFinite(node.value) ? node : undefined
  const children = node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)
  for (const each of children) {
    const node = findNonJson(each)
    if (node !== undefined) return node
  }
  return undefined
}

/** The JSON value of a node, numbers exact. Keys are their text; duplicates were reported when the document was read. */
export function convertNodeToJson(node: Node): Json {
  if (node.kind === 'scalar')
    return typeof node.value === 'number' || typeof node.value === 'bigint' ? (parseJsonNumber(node.text) ?? node.value) : node.value
  if (node.kind === 'list') return node.items.map(convertNodeToJson)
  return createJsonObject(node.entries.map(({ key, value }) => [key.text, convertNodeToJson(value)] as const))
}
