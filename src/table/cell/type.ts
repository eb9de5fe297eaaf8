// Parses a field's type in a cell: `text 1..100`, `decimal 0.01, 0..100 or null`, `list of Line`, `→ Order, cascade`.

import { nearest } from '../../base/nearest.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { type Cell, cellWithin } from '../../document/table.ts'
import { codeIn } from './expression.ts'
import { type CellProblem, isProblem, listAt, mapAt, plain, cellProblem, verbatim, cellWord } from './node.ts'

/** Formats that are types of their own in cells: texts of a certain form. */
export const formats = ['uuid', 'email', 'uri', 'date', 'date-time', 'duration', 'hostname', 'ipv4', 'ipv6', 'byte', 'time-zone'] as const

/** The first words of types. */
export const typeWords = ['text', 'whole number', 'number', 'decimal', 'yes/no', 'one of', 'list of', 'shape', ...formats]

const deletions = ['restrict', 'cascade', 'set-null']

/** Other common names of types. */
const others: { readonly [word: string]: string } = {
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
  const problem = reportAmbiguous(cell)
  if (problem !== undefined) return problem
  const pattern = /`[^`]*`|→|->|←|<-|,|[^\s,`→←]+/g
  const tokens: Tokens = {
    cell,
    all: Array.from(cell.text.matchAll(pattern), ({ 0: { length }, index }) => cellWithin(cell, index, index + length)),
    at: 0,
  }
  const members = typeFrom(tokens)
  if (isProblem(members)) return members
  const rest = tokens.all[tokens.at]
  if (rest !== undefined) return cellProblem(rest, 'not part of a type', reportLeftOver(cell, members, rest))
  return mapAt(cell.span, members)
}

function reportLeftOver(cell: Cell, members: Members, rest: Cell): string {
  if (rest.text === 'required') return 'Whether a field must be there stands in a column of its own, `must`.'
  const before = cell.text.slice(0, cell.text.indexOf(rest.text)).replace(/[,\s]+$/, '')
  return members['type'] === undefined
    ? `The type is \`${before}\`.`
    : `The type is \`${before}\`; what else is to be said of the field belongs in \`rules\` or \`meaning\`.`
}

/** Reports types that look right but are ambiguous. */
function reportAmbiguous(cell: Cell): CellProblem | undefined {
  const bare = cell.text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length))
  const [range] = /\b\d[\d.]*\s*[-–—]\s*\d[\d.]*\b/.exec(bare) ?? []
  if (range !== undefined && !/one of/.test(bare))
    return problemInside(cell, range, 'no bounds', `Bounds are written with two points: \`${range.replace(/\s*[-–—]\s*/, '..')}\`.`)
  const [grouped] = /\b\d{1,3}(?:,\d{3})+\b/.exec(bare) ?? []
  if (grouped !== undefined && !/one of/.test(bare))
    return problemInside(cell, grouped, 'a comma in a number', `A number has no comma: \`${grouped.replaceAll(',', '')}\`.`)
  const [quote] = /[“”‘’]/.exec(bare) ?? []
  return quote === undefined ? undefined : problemInside(cell, quote, 'a curly quote', 'Text stands as it is, or between backticks.')
}

function problemInside(cell: Cell, text: string, label: string, help: string): CellProblem {
  const at = cell.text.indexOf(text)
  return cellProblem(cellWithin(cell, at, at + text.length), label, help)
}

const peek = (tokens: Tokens): string | undefined => tokens.all[tokens.at]?.text

/** Skips the words, if they come next. */
function skip(tokens: Tokens, ...words: readonly string[]): boolean {
  if (!words.every((word, index) => tokens.all[tokens.at + index]?.text === word)) return false
  tokens.at += words.length
  return true
}

function typeFrom(tokens: Tokens): Members | CellProblem {
  if (skip(tokens, '→') || skip(tokens, '->')) return referenceFrom(tokens)
  if (skip(tokens, '←') || skip(tokens, '<-')) {
    const target = tokens.all[tokens.at++]
    if (target === undefined || !/^\w+\.\w+$/.test(target.text))
      return cellProblem(
        target ?? tokens.cell,
        'no reference of another resource',
        'Name the resource and its field that refers to this one: `← Payment.order`.',
      )
    return { inverse: plain(target) }
  }
  const members = baseFrom(tokens)
  if (isProblem(members) || !skip(tokens, 'or', 'null')) return members
  const { type } = members
  const nothing = { span: tokens.all[tokens.at - 1]!.span }
  if (type?.kind !== 'scalar')
    return cellProblem(
      tokens.cell,
      'cannot be null',
      'What refers to another record is left out where there is none: write `no` under `must`.',
    )
  const all = members['enum']
  return {
    ...members,
    type: listAt(type.span, [type, { ...cellWord('null', nothing), value: 'null', style: 'single' }]),
    ...(all?.kind === 'list' ? { enum: { ...all, items: [...all.items, cellWord('null', nothing)] } } : {}),
  }
}

function referenceFrom(tokens: Tokens): Members | CellProblem {
  const target = tokens.all[tokens.at++]
  if (target === undefined || !/^\w+$/.test(target.text))
    return cellProblem(target ?? tokens.cell, 'no name of a resource', 'Name the resource that it refers to: `→ Order`.')
  if (!skip(tokens, ',')) return { $ref: plain(target) }
  const deletion = tokens.all[tokens.at++]
  if (deletion === undefined || !deletions.includes(deletion.text))
    return cellProblem(
      deletion ?? tokens.cell,
      'not what deleting does',
      `After the comma stands what becomes of this record when the other one is deleted: ${joinWithOr(deletions)}.`,
    )
  return { $ref: plain(target), onDelete: plain(deletion) }
}

function baseFrom(tokens: Tokens): Members | CellProblem {
  const first = tokens.all[tokens.at]
  if (first === undefined)
    return cellProblem(tokens.cell, 'no type', `A type is ${joinWithOr(typeWords)}, \`→ NAME\`, or the name of a shape.`)
  const kind = (text: string): Scalar => cellWord(text, first)
  if (skip(tokens, 'whole', 'number'))
    return { type: kind('integer'), ...chosenFrom(tokens, plain), ...boundsFrom(tokens, 'minimum', 'maximum') }
  if (skip(tokens, 'number')) return { type: kind('number'), ...boundsFrom(tokens, 'minimum', 'maximum') }
  if (skip(tokens, 'yes/no')) return { type: kind('boolean') }
  if (skip(tokens, 'decimal')) return decimalFrom(tokens, kind)
  if (skip(tokens, 'list')) return listFrom(tokens, kind)
  if (skip(tokens, 'shape')) {
    const target = tokens.all[tokens.at++]
    return target === undefined ? cellProblem(tokens.cell, 'no name of a shape', 'Name it: `shape Address`.') : { $ref: plain(target) }
  }
  if (skip(tokens, 'one', 'of')) return choiceFrom(tokens, kind)
  const isFormat = (formats as readonly string[]).includes(first.text)
  if (first.text === 'text' || isFormat) {
    tokens.at++
    const lengths = boundsFrom(tokens, 'minLength', 'maxLength')
    const isLike = skip(tokens, 'like')
    const code = isLike ? tokens.all[tokens.at++] : undefined
    const pattern = code === undefined ? undefined : codeIn(code)
    if (isLike && pattern === undefined)
      return cellProblem(code ?? tokens.cell, 'no pattern', 'After `like` stands a regular expression between backticks.')
    return { type: kind('string'), ...(isFormat ? { format: cellWord(first.text, first) } : {}), ...lengths, pattern }
  }
  if (/^[A-Z]\w*$/.test(first.text)) {
    tokens.at++
    return { $ref: plain(first) }
  }
  const called = others[first.text.toLowerCase()]
  const near = called === undefined ? nearest(first.text, typeWords) : [called]
  return cellProblem(
    first,
    'not a type',
    near.length > 0 ? `Did you mean ${joinWithOr(near)}?` : `A type is ${joinWithOr(typeWords)}, \`→ NAME\`, or the name of a shape.`,
  )
}

const aNumber = String.raw`-?\d+(?:\.\d+)?`
const spanForm = new RegExp(`^(${aNumber})?\\.\\.(${aNumber})?$`)

/** `1..100`, `..100`, `1..`, `1 to 100`, `max 100`, `min 1`. */
function boundsFrom(tokens: Tokens, least: string, most: string): Members {
  const cell = tokens.all[tokens.at]
  if (cell === undefined) return {}
  const [spanText, from, to] = spanForm.exec(cell.text) ?? []
  const scalarAt = (start: number, end: number): Scalar => plain(cellWithin(cell, start, end))
  if (spanText !== undefined && (from !== undefined || to !== undefined)) {
    tokens.at++
    return {
      [least]: from === undefined ? undefined : scalarAt(0, from.length),
      [most]: to === undefined ? undefined : scalarAt(spanText.length - to.length, spanText.length),
    }
  }
  const [, middle, last] = tokens.all.slice(tokens.at)
  const isNumber = (each: Cell | undefined): each is Cell => each !== undefined && new RegExp(`^${aNumber}$`).test(each.text)
  if (isNumber(cell) && middle?.text === 'to' && isNumber(last)) {
    tokens.at += 3
    return { [least]: plain(cell), [most]: plain(last) }
  }
  if ((cell.text === 'max' || cell.text === 'min') && isNumber(middle)) {
    tokens.at += 2
    return { [cell.text === 'max' ? most : least]: plain(middle) }
  }
  return {}
}

function decimalFrom(tokens: Tokens, kind: (text: string) => Scalar): Members | CellProblem {
  const step = tokens.all[tokens.at]
  const isStep = step !== undefined && /^\d+(?:\.\d+)?$/.test(step.text) && tokens.all[tokens.at + 1]?.text !== 'to'
  if (!isStep)
    return cellProblem(
      step ?? tokens.cell,
      'no step',
      'After `decimal` stands the smallest step between two values: `decimal 0.01` has two digits.',
    )
  tokens.at++
  const comma = tokens.at
  skip(tokens, ',')
  const bounds = boundsFrom(tokens, 'minimum', 'maximum')
  if (Object.keys(bounds).length === 0) tokens.at = comma
  return { type: kind('number'), format: cellWord('decimal', step), multipleOf: plain(step), ...bounds }
}

function listFrom(tokens: Tokens, kind: (text: string) => Scalar): Members | CellProblem {
  const bounds = boundsFrom(tokens, 'minItems', 'maxItems')
  if (!skip(tokens, 'of'))
    return cellProblem(
      tokens.all[tokens.at] ?? tokens.cell,
      'a list of what',
      'Say what each item is: `list of text ..100`, `list 1..10 of Line`.',
    )
  const start = tokens.all[tokens.at]
  const items = typeFrom(tokens)
  return isProblem(items) ? items : { type: kind('array'), ...bounds, items: mapAt((start ?? tokens.cell).span, items) }
}

/** Words that have another meaning after a comma. */
const notation = ['required', 'unique', 'key', 'read-only', 'write-only', 'or', 'null']

/** `one of a, b, c`: texts, unless a type before it differs. */
function choiceFrom(tokens: Tokens, kind: (text: string) => Scalar): Members | CellProblem {
  const items: Scalar[] = []
  do {
    const value = tokens.all[tokens.at]
    if (value === undefined || value.text === ',')
      return cellProblem(value ?? tokens.cell, 'a value is missing', 'The values stand after `one of`, separated by commas.')
    if (notation.includes(value.text))
      return cellProblem(
        value,
        'a word of the notation',
        `As a value it stands between backticks: \`\` \`${value.text}\` \`\`.${value.text === 'required' ? ' Whether a field must be there stands in a column of its own, `must`.' : ''}`,
      )
    tokens.at++
    const code = codeIn(value)
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
    items.push(code ?? verbatim(last === value ? value : cellWithin(tokens.cell, from, from + (last.span.end - value.span.start))))
  } while (skip(tokens, ','))
  return { type: kind('string'), enum: listAt(tokens.cell.span, items) }
}

/** `whole number, one of 1, 2, 3`. */
function chosenFrom(tokens: Tokens, read: (cell: Cell) => Scalar): Members {
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
