// Reads the few forms of SQL that have a counterpart in the language: defaults, and conditions of checks.

import { type Json, parseJsonNumber as readNumber } from '../../base/json.ts'

export type ReadDefault = { readonly value: Json } | { readonly generate: string } | { readonly other: string } | undefined

/** Undefined for null, which is no default. */
export function readDefault(text: string): ReadDefault {
  const unwrapped = unwrap(text)
  if (/^null$/i.test(unwrapped)) return undefined
  const literal = parseLiteral(unwrapped)
  if (literal !== undefined) return { value: literal }
  if (
    /^(?:current_timestamp(?:\(\d\))?|now\(\)|localtimestamp|transaction_timestamp\(\)|statement_timestamp\(\)|clock_timestamp\(\)|datetime\('now'\)|strftime\('[^']*', ?'now'\))$/i.test(
      unwrapped,
    )
  )
    return { generate: 'now' }
  if (/^nextval\(/i.test(unwrapped)) return { generate: 'sequence' }
  if (/^(?:gen_random_uuid|uuid_generate_v4|uuidv4)\(\)$/i.test(unwrapped)) return { generate: 'uuidv4' }
  return /^uuidv7\(\)$/i.test(unwrapped) ? { generate: 'uuidv7' } : { other: text }
}

/** A condition of every record, in the language's terms. */
export type ReadCheck =
  | {
      readonly column: string
      readonly keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'minLength' | 'maxLength' | 'pattern'
      readonly value: Json
    }
  | { readonly column: string; readonly keyword: 'enum'; readonly value: readonly Json[] }
  | { readonly column: string; readonly keyword: 'required' }
  | { readonly left: string; readonly operator: string; readonly right: string }

const opposite: { readonly [operator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=', '<>': '<>', '!=': '!=' }
const bounds = { '<': 'exclusiveMaximum', '<=': 'maximum', '>': 'exclusiveMinimum', '>=': 'minimum' } as const
/** The JSON number of a text of digits. */
const jsonNumber = (text: string): Json => readNumber(text)!

/** A column's name, as a pattern. */
export const operand = '(?:"[^"]+"|\\[[^\\]]+\\]|`[^`]+`|[A-Za-z_]\\w*)'
const number = '-?\\d+(?:\\.\\d+)?'

/** The translated condition; undefined if any part has another form. */
export function readCheck(text: string): readonly ReadCheck[] | undefined {
  const unwrapped = unwrap(text)
  const [, middle, least, most] = new RegExp(`^(.+?) between (${number}) and (${number})$`, 'i').exec(unwrapped) ?? []
  if (middle !== undefined) {
    const [from, to] = [compare(unwrap(middle), '>=', least!), compare(unwrap(middle), '<=', most!)]
    return from === undefined || to === undefined ? undefined : [from, to]
  }
  const all = splitConjuncts(unwrapped)
  if (all.length > 1) {
    const read = all.map(readCheck)
    return read.every((each) => each !== undefined) ? read.flat() : undefined
  }
  const found = readComparison(unwrapped) ?? readList(unwrapped)
  return found === undefined ? undefined : [found]
}

function readComparison(text: string): ReadCheck | undefined {
  const required = new RegExp(`^(${operand}) is not null$`, 'i').exec(text)
  if (required !== null) return { column: unquoteName(required[1]!), keyword: 'required' }
  const pattern = new RegExp(`^(${operand}) ~ '((?:[^']|'')*)'$`).exec(text)
  if (pattern !== null) return { column: unquoteName(pattern[1]!), keyword: 'pattern', value: pattern[2]!.replaceAll("''", "'") }
  const [, left, operator, right] = /^(.+?) ?(<=|>=|<>|!=|=|<|>) ?(.+)$/.exec(text) ?? []
  if (left === undefined || operator === undefined || right === undefined) return undefined
  const [a, b] = [unwrap(left), unwrap(right)]
  if (isNumber(a) && !isNumber(b)) return compare(b, opposite[operator]!, a)
  return compare(a, operator, b)
}

/** Operators of SQL with another spelling in CEL. */
const celOperators: ReadonlyMap<string, string> = new Map([
  ['=', '=='],
  ['<>', '!='],
])

function compare(left: string, operator: string, right: string): ReadCheck | undefined {
  const length = new RegExp(`^(?:char_length|character_length|length)\\((?:trim\\()?(${operand})\\)?\\)$`, 'i').exec(left)
  if (length !== null && !/trim/i.test(left) && /^\d+$/.test(right))
    return makeLengthCheck(unquoteName(length[1]!), operator, Number(right))
  if (!new RegExp(`^${operand}$`).test(left)) return undefined
  if (isNumber(right)) return operator in bounds ? makeBoundCheck(left, operator as keyof typeof bounds, right) : undefined
  if (right === "''" && (operator === '<>' || operator === '!='))
    return { column: unquoteName(left), keyword: 'minLength', value: jsonNumber('1') }
  if (!new RegExp(`^${operand}$`).test(right) || /^(?:true|false|null|current_\w+)$/i.test(right)) return undefined
  return { left: unquoteName(left), operator: celOperators.get(operator) ?? operator, right: unquoteName(right) }
}

function makeBoundCheck(column: string, operator: keyof typeof bounds, value: string): ReadCheck {
  return { column: unquoteName(column), keyword: bounds[operator], value: jsonNumber(value) }
}

function makeLengthCheck(column: string, operator: string, count: number): ReadCheck | undefined {
  const lengthCheck = (keyword: 'minLength' | 'maxLength', value: number): ReadCheck => ({
    column,
    keyword,
    value: jsonNumber(String(value)),
  })
  switch (operator) {
    case '<':
      return lengthCheck('maxLength', count - 1)
    case '<=':
      return lengthCheck('maxLength', count)
    case '>':
      return lengthCheck('minLength', count + 1)
    case '>=':
      return lengthCheck('minLength', count)
    default:
      return undefined
  }
}

/** `x in ('a', 'b')`, and PostgreSQL's form of it: `x = ANY (ARRAY['a'::text, 'b'::text])`. */
function readList(text: string): ReadCheck | undefined {
  const match = new RegExp(`^\\(?(${operand})\\)? ?(?:in ?\\((.*)\\)|= any \\(+array\\[(.*?)\\]\\)*)$`, 'i').exec(text)
  if (match === null) return undefined
  const values = split(match[2] ?? match[3]!, ',').map((each) => parseLiteral(unwrap(each)))
  return values.length > 0 && values.every((each) => each !== undefined)
    ? { column: unquoteName(match[1]!), keyword: 'enum', value: values }
    : undefined
}

function isNumber(text: string): boolean {
  return new RegExp(`^${number}$`).test(text)
}

export function parseLiteral(text: string): Json | undefined {
  if (isNumber(text)) return jsonNumber(text)
  if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text)
  const quoted = /^'((?:[^']|'')*)'$/.exec(text)?.[1]
  return quoted?.replaceAll("''", "'")
}

/** A column's name without its quotes. */
export function unquoteName(text: string): string {
  return /^["[`]/.test(text) ? text.slice(1, -1) : text
}

/** Removes redundant blanks, outer brackets, and casts to a type. */
export function unwrap(text: string): string {
  let normalised = text.replaceAll(/'(?:[^']|'')*'|\s+/g, (each) => (each.startsWith("'") ? each : ' ')).trim()
  normalised = normalised.replaceAll(
    /('(?:[^']|'')*'|\)|\]|[\w"])::(?:[a-z_]+(?: varying| precision| with(?:out)? time zone)?|"[^"]+")(?:\(\d+(?:, ?\d+)?\))?(?:\[\])?/g,
    '$1',
  )
  while (normalised.startsWith('(') && findClosingBracket(normalised) === normalised.length - 1) normalised = normalised.slice(1, -1).trim()
  return normalised.replaceAll(/\(("?\w+"?)\)(?= ?(?:~|=|<|>|!))/g, (whole, inner: string, at: number) =>
    /\w$/.test(normalised.slice(0, at)) ? whole : inner,
  )
}

/** The offset of the bracket that closes the first one. */
function findClosingBracket(text: string): number {
  let depth = 0
  for (const { 0: each, index } of text.matchAll(/'(?:[^']|'')*'|[()]/g)) {
    if (each === '(') depth++
    else if (each === ')' && --depth === 0) return index
  }
  return -1
}

export function splitConjuncts(text: string): readonly string[] {
  return split(text, ' and ')
}

/** Splits at a word or sign outside of brackets and quotes. */
function split(text: string, at: string): readonly string[] {
  const pieces: string[] = []
  let [depth, start] = [0, 0]
  const sign = at.trim() === at ? at : `${at.trim()}`
  for (const { 0: each, index } of text.matchAll(
    new RegExp(`'(?:[^']|'')*'|[()[\\]]|${sign === ',' ? ',' : `(?<= )${sign}(?= )`}`, 'gi'),
  )) {
    if (each === '(' || each === '[') depth++
    else if (each === ')' || each === ']') depth--
    else if (depth === 0 && each.toLowerCase() === sign) {
      pieces.push(text.slice(start, index).trim())
      start = index + each.length
    }
  }
  pieces.push(text.slice(start).trim())
  return pieces
}
