// Parses a field's type in a cell: `text 1..100`, `decimal 0.01, 0..100 or null`, `list of Line`, `→ Order, cascade`.

import { type Help, advise, offerNames, quoteCell, quoteWord } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { readCode } from './expression.ts'
import { type CellProblem, isProblem, listAt, mapAt, makePlainScalar, makeCellProblem, makeVerbatimScalar, makeWordScalar } from './node.ts'

/** Formats that are types of their own in cells: texts of a certain form. */
export const formats = ['uuid', 'email', 'uri', 'date', 'date-time', 'duration', 'hostname', 'ipv4', 'ipv6', 'byte', 'time-zone'] as const

/** The first words of types. */
export const typeWords = ['text', 'whole number', 'number', 'decimal', 'yes/no', 'one of', 'list of', 'shape', ...formats]

const deletions = ['restrict', 'cascade', 'set-null']

/** Other common names of types. */
const synonyms: { readonly [word: string]: string } = {
  string: 'text',
  varchar: 'text',
  str: 'text',
  int: 'whole number',
  integer: 'whole number',
  bool: 'yes/no',
  boolean: 'yes/no',
  float: 'number',
  double: 'number',
  money: 'decimal 0.01',
  datetime: 'date-time',
  timestamp: 'date-time',
  time: 'date-time',
  url: 'uri',
  guid: 'uuid',
  enum: 'one of',
  array: 'list of',
  id: 'uuid',
  mail: 'email',
  yes: 'yes/no',
}

type Members = { [key: string]: Node | undefined }

/** The pieces of a cell in their order. */
type Tokens = { readonly cell: Cell; readonly all: readonly Cell[]; at: number }

/** The schema of a field; `below` if a `yaml` block of the part declares it. */
export function readType(cell: Cell): MapNode | 'below' | CellProblem {
  if (cell.text === 'below') return 'below'
  const problem = findAmbiguity(cell)
  if (problem !== undefined) return problem
  const pattern = /`[^`]*`|→|->|←|<-|,|[^\s,`→←]+/g
  const tokens: Tokens = {
    cell,
    all: Array.from(cell.text.matchAll(pattern), ({ 0: { length }, index }) => sliceCell(cell, index, index + length)),
    at: 0,
  }
  const members = parseType(tokens)
  if (isProblem(members)) return members
  const rest = tokens.all[tokens.at]
  if (rest !== undefined) return makeCellProblem(rest, 'not part of a type', explainRemainder(cell, members, rest))
  return mapAt(cell.span, members)
}

function explainRemainder(cell: Cell, members: Members, rest: Cell): string {
  if (rest.text === 'required') return 'The separate column `must` says whether a field is required.'
  const before = cell.text.slice(0, cell.text.indexOf(rest.text)).replace(/[,\s]+$/, '')
  return members['type'] === undefined
    ? `The type is \`${before}\`.`
    : `The type is \`${before}\`; the rest belongs in the column \`rules\` or \`meaning\`.`
}

/** Reports types that look right but are ambiguous. */
function findAmbiguity(cell: Cell): CellProblem | undefined {
  const withoutCode = cell.text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length))
  const [range] = /\b\d[\d.]*\s*[-–—]\s*\d[\d.]*\b/.exec(withoutCode) ?? []
  if (range !== undefined && !/one of/.test(withoutCode))
    return reportInside(
      cell,
      range,
      'no bounds',
      advise`Bounds are written with two points: ${quoteWord(range.replace(/\s*[-–—]\s*/, '..'))}.`,
    )
  const [grouped] = /\b\d{1,3}(?:,\d{3})+\b/.exec(withoutCode) ?? []
  if (grouped !== undefined && !/one of/.test(withoutCode))
    return reportInside(cell, grouped, 'a comma in a number', advise`A number has no comma: ${quoteWord(grouped.replaceAll(',', ''))}.`)
  const [quote] = /[“”‘’]/.exec(withoutCode) ?? []
  return quote === undefined ? undefined : reportInside(cell, quote, 'a curly quote', 'Write text as it is, or between backticks.')
}

function reportInside(cell: Cell, text: string, label: string, help: string | Help): CellProblem {
  const at = cell.text.indexOf(text)
  return makeCellProblem(sliceCell(cell, at, at + text.length), label, help)
}

const peek = (tokens: Tokens): string | undefined => tokens.all[tokens.at]?.text

/** Skips the words, if they come next. */
function skip(tokens: Tokens, ...words: readonly string[]): boolean {
  if (!words.every((word, index) => tokens.all[tokens.at + index]?.text === word)) return false
  tokens.at += words.length
  return true
}

function parseType(tokens: Tokens): Members | CellProblem {
  if (skip(tokens, '→') || skip(tokens, '->')) return parseReference(tokens)
  if (skip(tokens, '←') || skip(tokens, '<-')) {
    const target = tokens.all[tokens.at++]
    if (target === undefined || !/^\w+\.\w+$/.test(target.text))
      return makeCellProblem(
        target ?? tokens.cell,
        'no reference of another resource',
        'Name the resource and its field that refers to this one: `← Payment.order`.',
      )
    return { inverse: makePlainScalar(target) }
  }
  const members = parseBase(tokens)
  if (isProblem(members) || !skip(tokens, 'or', 'null')) return members
  const { type } = members
  const nullPlace = { span: tokens.all[tokens.at - 1]!.span }
  if (type?.kind !== 'scalar')
    return makeCellProblem(tokens.cell, 'cannot be null', 'Leave a reference empty if there is no record: write `no` under `must`.')
  const enumNode = members['enum']
  return {
    ...members,
    type: listAt(type.span, [type, { ...makeWordScalar('null', nullPlace), value: 'null', style: 'single' }]),
    ...(enumNode?.kind === 'list' ? { enum: { ...enumNode, items: [...enumNode.items, makeWordScalar('null', nullPlace)] } } : {}),
  }
}

function parseReference(tokens: Tokens): Members | CellProblem {
  const target = tokens.all[tokens.at++]
  if (target === undefined || !/^\w+$/.test(target.text))
    return makeCellProblem(target ?? tokens.cell, 'no name of a resource', 'Name the resource that it refers to: `→ Order`.')
  if (!skip(tokens, ',')) return { $ref: makePlainScalar(target) }
  const deletion = tokens.all[tokens.at++]
  if (deletion === undefined || !deletions.includes(deletion.text))
    return makeCellProblem(
      deletion ?? tokens.cell,
      'not what deleting does',
      `After the comma, write what happens to this record when the other one is deleted: ${joinWithOr(deletions)}.`,
    )
  return { $ref: makePlainScalar(target), onDelete: makePlainScalar(deletion) }
}

function parseBase(tokens: Tokens): Members | CellProblem {
  const first = tokens.all[tokens.at]
  if (first === undefined)
    return makeCellProblem(tokens.cell, 'no type', `A type is ${joinWithOr(typeWords)}, \`→ NAME\`, or the name of a shape.`)
  const typeScalar = (text: string): Scalar => makeWordScalar(text, first)
  if (skip(tokens, 'whole', 'number'))
    return { type: typeScalar('integer'), ...parseIntegerChoice(tokens, makePlainScalar), ...parseBounds(tokens, 'minimum', 'maximum') }
  if (skip(tokens, 'number')) return { type: typeScalar('number'), ...parseBounds(tokens, 'minimum', 'maximum') }
  if (skip(tokens, 'yes/no')) return { type: typeScalar('boolean') }
  if (skip(tokens, 'decimal')) return parseDecimalType(tokens, typeScalar)
  if (skip(tokens, 'list')) return parseListType(tokens, typeScalar)
  if (skip(tokens, 'shape')) {
    const target = tokens.all[tokens.at++]
    return target === undefined
      ? makeCellProblem(tokens.cell, 'no name of a shape', 'Name it: `shape Address`.')
      : { $ref: makePlainScalar(target) }
  }
  if (skip(tokens, 'one', 'of')) return parseChoice(tokens, typeScalar)
  const isFormat = (formats as readonly string[]).includes(first.text)
  if (first.text === 'text' || isFormat) {
    tokens.at++
    const lengths = parseBounds(tokens, 'minLength', 'maxLength')
    const isLike = skip(tokens, 'like')
    const code = isLike ? tokens.all[tokens.at++] : undefined
    const pattern = code === undefined ? undefined : readCode(code)
    if (isLike && pattern === undefined)
      return makeCellProblem(code ?? tokens.cell, 'no pattern', 'After `like`, write a regular expression between backticks.')
    return { type: typeScalar('string'), ...(isFormat ? { format: makeWordScalar(first.text, first) } : {}), ...lengths, pattern }
  }
  if (/^[A-Z]\w*$/.test(first.text)) {
    tokens.at++
    return { $ref: makePlainScalar(first) }
  }
  const synonym = synonyms[first.text.toLowerCase()]
  const suggestions = synonym === undefined ? findNearest(first.text, typeWords) : [synonym]
  return makeCellProblem(
    first,
    'not a type',
    suggestions.length > 0 ? offerNames(suggestions) : `A type is ${joinWithOr(typeWords)}, \`→ NAME\`, or the name of a shape.`,
  )
}

const numberPattern = String.raw`-?\d+(?:\.\d+)?`
const rangePattern = new RegExp(`^(${numberPattern})?\\.\\.(${numberPattern})?$`)

/** `1..100`, `..100`, `1..`, `1 to 100`, `max 100`, `min 1`. */
function parseBounds(tokens: Tokens, minimumKey: string, maximumKey: string): Members {
  const cell = tokens.all[tokens.at]
  if (cell === undefined) return {}
  const [spanText, from, to] = rangePattern.exec(cell.text) ?? []
  const scalarAt = (start: number, end: number): Scalar => makePlainScalar(sliceCell(cell, start, end))
  if (spanText !== undefined && (from !== undefined || to !== undefined)) {
    tokens.at++
    return {
      [minimumKey]: from === undefined ? undefined : scalarAt(0, from.length),
      [maximumKey]: to === undefined ? undefined : scalarAt(spanText.length - to.length, spanText.length),
    }
  }
  const [, middle, last] = tokens.all.slice(tokens.at)
  const isNumber = (each: Cell | undefined): each is Cell => each !== undefined && new RegExp(`^${numberPattern}$`).test(each.text)
  if (isNumber(cell) && middle?.text === 'to' && isNumber(last)) {
    tokens.at += 3
    return { [minimumKey]: makePlainScalar(cell), [maximumKey]: makePlainScalar(last) }
  }
  if ((cell.text === 'max' || cell.text === 'min') && isNumber(middle)) {
    tokens.at += 2
    return { [cell.text === 'max' ? maximumKey : minimumKey]: makePlainScalar(middle) }
  }
  return {}
}

function parseDecimalType(tokens: Tokens, typeScalar: (text: string) => Scalar): Members | CellProblem {
  const step = tokens.all[tokens.at]
  const isStep = step !== undefined && /^\d+(?:\.\d+)?$/.test(step.text) && tokens.all[tokens.at + 1]?.text !== 'to'
  if (!isStep)
    return makeCellProblem(
      step ?? tokens.cell,
      'no step',
      'After `decimal`, write the smallest step between two values: `decimal 0.01` has two digits.',
    )
  tokens.at++
  const comma = tokens.at
  skip(tokens, ',')
  const bounds = parseBounds(tokens, 'minimum', 'maximum')
  if (Object.keys(bounds).length === 0) tokens.at = comma
  return { type: typeScalar('number'), format: makeWordScalar('decimal', step), multipleOf: makePlainScalar(step), ...bounds }
}

function parseListType(tokens: Tokens, typeScalar: (text: string) => Scalar): Members | CellProblem {
  const bounds = parseBounds(tokens, 'minItems', 'maxItems')
  if (!skip(tokens, 'of'))
    return makeCellProblem(
      tokens.all[tokens.at] ?? tokens.cell,
      'a list of what',
      'Name the type of the items: `list of text ..100`, `list 1..10 of Line`.',
    )
  const start = tokens.all[tokens.at]
  const items = parseType(tokens)
  return isProblem(items) ? items : { type: typeScalar('array'), ...bounds, items: mapAt((start ?? tokens.cell).span, items) }
}

/** Words that have another meaning after a comma. */
const reservedWords = ['required', 'unique', 'key', 'read-only', 'write-only', 'or', 'null']

/** `one of a, b, c`: texts, unless a type before it differs. */
function parseChoice(tokens: Tokens, typeScalar: (text: string) => Scalar): Members | CellProblem {
  const items: Scalar[] = []
  do {
    const value = tokens.all[tokens.at]
    if (value === undefined || value.text === ',')
      return makeCellProblem(value ?? tokens.cell, 'a value is missing', 'Write the values after `one of`, separated by commas.')
    if (reservedWords.includes(value.text))
      return makeCellProblem(
        value,
        'a word of the notation',
        advise`Put a value between backticks: ${quoteCell(`\`${value.text}\``)}.${value.text === 'required' ? ' The separate column `must` says whether a field is required.' : ''}`,
      )
    tokens.at++
    const code = readCode(value)
    let last = value
    // A value may have several words.
    while (
      code === undefined &&
      peek(tokens) !== undefined &&
      peek(tokens) !== ',' &&
      !(peek(tokens) === 'or' && tokens.all[tokens.at + 1]?.text === 'null')
    )
      last = tokens.all[tokens.at++]!
    const from = tokens.cell.text.indexOf(value.text, value.span.start - tokens.cell.span.start)
    items.push(code ?? makeVerbatimScalar(last === value ? value : sliceCell(tokens.cell, from, from + (last.span.end - value.span.start))))
  } while (skip(tokens, ','))
  return { type: typeScalar('string'), enum: listAt(tokens.cell.span, items) }
}

/** `whole number, one of 1, 2, 3`. */
function parseIntegerChoice(tokens: Tokens, read: (cell: Cell) => Scalar): Members {
  const from = tokens.at
  if (!skip(tokens, ',', 'one', 'of')) return {}
  const items: Scalar[] = []
  do {
    const value = tokens.all[tokens.at]
    if (value === undefined || !/^-?\d+$/.test(value.text)) {
      tokens.at = from
      return {}
    }
    items.push(read(value))
    tokens.at++
  } while (skip(tokens, ','))
  return { enum: listAt(tokens.cell.span, items) }
}
