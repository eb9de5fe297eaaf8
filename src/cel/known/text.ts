// Determines whether a conversion can read every text that an expression can have.

import { type PatternPart, isLanguageWithin, parsePatternLanguage, makeTextLanguage } from '../../base/pattern-language.ts'
import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import { findOverloads } from '../library/all.ts'
import type { TextForm } from '../type.ts'
import { type Known, findForms } from './known.ts'
import { computeBounds } from './range.ts'

/** A superset of the texts that each conversion accepts. Durations stay below the longest valid one. */
const readableTexts: ReadonlyMap<string, PatternPart> = new Map(
  Object.entries({
    int: '^[+-]?[0-9]{1,18}$',
    uint: '^[0-9]{1,18}$',
    double: '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$',
    decimal: '^[+-]?[0-9]{1,300}([.][0-9]{0,300})?$',
    bool: '^(true|false|1|0)$',
    duration:
      '^([+-]?([0-9]{1,6}h|[0-9]{1,8}m|[0-9]{1,9}s|[0-9]{1,12}ms)|P[0-9]{1,5}D|P[0-9]{1,4}W|PT([0-9]{1,6}H|[0-9]{1,8}M|[0-9]{1,9}S))$',
  }).map(([name, pattern]) => [name, parsePatternLanguage(pattern)!]),
)

/** The languages of formats whose values are texts in expressions. */
const formats: ReadonlyMap<string, PatternPart> = new Map([['decimal', parsePatternLanguage('^-?[0-9]+([.][0-9]+)?$')!]])

/** True if the function parses every possible value of the text. */
export function canReadAll(name: string, text: Expression, known: Known): boolean {
  const target = readableTexts.get(name)
  const forms = findForms(text, known)
  if (forms !== undefined)
    return forms.every((form) => (form.text === undefined ? target !== undefined && isReadable(form, target) : canRead(name, form.text)))
  const language = target && findLanguage(text, known)
  return language !== undefined && isLanguageWithin(language, target!)
}

function isReadable({ format, pattern, most }: Exclude<TextForm, { text: string }>, target: PatternPart): boolean {
  // The parser of decimals also checks the format.
  if (format === 'decimal' && (target === readableTexts.get('decimal') || target === readableTexts.get('double'))) return true
  const languages = [
    format === undefined ? undefined : formats.get(format),
    pattern === undefined ? undefined : parsePatternLanguage(pattern),
  ]
  return languages.some(
    (language) => language !== undefined && isLanguageWithin(language, target, most === undefined ? undefined : Number(most)),
  )
}

/** A literal text is parsed. */
function canRead(name: string, text: string): boolean {
  try {
    findOverloads(name, false)
      .find(({ signature }) => signature.startsWith(`${name}(string)`))
      ?.run(text)
    return true
  } catch {
    return false
  }
}

/** Concatenated texts whose parts have known forms. */
function findLanguage(text: Expression, known: Known): PatternPart | undefined {
  if (text.kind === 'binary' && text.operator === '+') {
    const parts = [findLanguage(text.left, known), findLanguage(text.right, known)]
    return parts.includes(undefined) ? undefined : { kind: 'sequence', parts: parts as PatternPart[] }
  }
  if (text.kind === 'conditional') {
    const parts = [
      findLanguage(text.then, known.learnFrom(text.test, true, known)),
      findLanguage(text.otherwise, known.learnFrom(text.test, false, known)),
    ]
    return parts.includes(undefined) ? undefined : { kind: 'choice', parts: parts as PatternPart[] }
  }
  if (text.kind === 'call' && text.name === 'string' && text.arguments.length === 1) return numberLanguage(text.arguments[0]!, known)
  const parts = findForms(text, known)?.map((form) => (form.text === undefined ? findFormLanguage(form) : makeTextLanguage(form.text)))
  return parts === undefined || parts.length === 0 || parts.includes(undefined)
    ? undefined
    : { kind: 'choice', parts: parts as PatternPart[] }
}

function findFormLanguage({ format, pattern }: Exclude<TextForm, { text: string }>): PatternPart | undefined {
  return (format === undefined ? undefined : formats.get(format)) ?? (pattern === undefined ? undefined : parsePatternLanguage(pattern))
}

/** An integer in digits: at most as many as the greatest integer has. */
function numberLanguage(number: Expression, known: Known): PatternPart | undefined {
  const type = withoutNull(number.type)
  if (type.kind === 'string' || type.kind === 'enum') return findLanguage(number, known)
  if (type.kind !== 'int') return undefined
  const { least, most } = computeBounds(number, known)
  const length = (value: bigint | undefined): number => (value === undefined ? 19 : `${value < 0n ? -value : value}`.length)
  const digits = Math.max(length(least), length(most))
  return parsePatternLanguage(`^${least !== undefined && least >= 0n ? '' : '-?'}[0-9]{1,${digits}}$`)
}
