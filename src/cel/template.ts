// Text slots: literal text with `${ CEL }` in it, read and checked.

import { type CheckOptions, type ExpressionProblem, check } from './check.ts'
import { reportNullable } from './check/mismatch.ts'
import type { Expression } from './expression.ts'
import { withoutNull } from './fits.ts'
import type { ParseProblem } from './syntax.ts'
import { readNextToken } from './token.ts'
import type { Scope, Type } from './type.ts'
import { typeText } from './type-text.ts'

/** A piece of a text slot. Offsets are relative to the slot's text; `start` and `end` of a placeholder enclose its expression. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'placeholder'; readonly start: number; readonly end: number }

/** A checked text slot: literal text and expressions. */
export type CompiledTemplate = readonly (string | Expression)[]

export type CheckedText =
  | { readonly template: CompiledTemplate; readonly problems: readonly [] }
  | { readonly template?: undefined; readonly problems: readonly ExpressionProblem[] }

/** Cuts a text at its placeholders. Braces and strings inside an expression belong to it: `${ {"a": "}"}["a"] }` is one placeholder. */
export function parseText(text: string): { readonly parts: readonly TemplatePart[]; readonly problem?: ParseProblem } {
  const parts: TemplatePart[] = []
  let at = 0
  while (at < text.length) {
    const placeholderStart = text.indexOf('${', at)
    const end = placeholderStart < 0 ? text.length : placeholderStart
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end), start: at, end })
    if (placeholderStart < 0) break
    const placeholderEnd = findPlaceholderEnd(text, placeholderStart + 2)
    if (typeof placeholderEnd !== 'number') {
      return {
        parts,
        problem: placeholderEnd ?? { message: '`${` is never closed: `}` is missing', start: placeholderStart, end: placeholderStart + 2 },
      }
    }
    parts.push({ kind: 'placeholder', start: placeholderStart + 2, end: placeholderEnd })
    at = placeholderEnd + 1
  }
  return { parts }
}

/** The offset of the brace that closes the placeholder; undefined if no brace closes it. */
function findPlaceholderEnd(text: string, start: number): number | ParseProblem | undefined {
  let depth = 0
  for (let at = start; ;) {
    const token = readNextToken(text, at, text.length)
    if ('message' in token) return token
    if (token.kind === 'end') return undefined
    if (token.kind === 'sign' && token.text === '{') depth++
    if (token.kind === 'sign' && token.text === '}' && depth-- === 0) return token.start
    at = token.end
  }
}

export type TextOptions = Omit<CheckOptions, 'start' | 'end'> & {
  /** The text may be left out: a text that is one placeholder may be null, or an optional without a value. */
  readonly omissible?: boolean
}

/** Parses and types every placeholder of a text slot; each value must have a single text form. */
export function checkText(text: string, scope: Scope, { omissible = false, ...options }: TextOptions = {}): CheckedText {
  const { parts, problem } = parseText(text)
  const mayBeAbsent = omissible && parts.length === 1
  if (problem !== undefined) return { problems: [{ kind: 'syntax', ...problem }] }
  const problems: ExpressionProblem[] = []
  const template: (string | Expression)[] = []
  for (const part of parts) {
    if (part.kind === 'text') template.push(part.text)
    else {
      const checked = check(text, scope, undefined, { ...options, start: part.start, end: part.end })
      problems.push(
        ...checked.problems,
        ...(checked.expression === undefined ? [] : findUnprintable(checked.expression, text, mayBeAbsent)),
      )
      if (checked.expression !== undefined) template.push(checked.expression)
    }
  }
  return problems.length > 0 ? { problems } : { template, problems: [] }
}

const printableKinds = new Set<Type['kind']>([
  'bool',
  'int',
  'uint',
  'double',
  'decimal',
  'string',
  'enum',
  'timestamp',
  'duration',
  'dyn',
  'unknown',
])

function findUnprintable(expression: Expression, text: string, mayBeAbsent: boolean): readonly ExpressionProblem[] {
  const { type, start, end } = expression
  const kind = mayBeAbsent ? withoutNull(type.kind === 'optional' ? type.of : type).kind : type.kind
  if (printableKinds.has(kind)) return []
  const problems: ExpressionProblem[] = []
  if (printableKinds.has(withoutNull(type).kind)) {
    reportNullable(expression, 'null has no text', { text, report: (problem) => problems.push(problem) })
    return problems
  }
  const help = type.kind === 'record' ? { help: `Write one of its properties: \${${text.slice(start, end)}.…}` } : {}
  return [{ kind: 'wrong-type', message: `\`${text.slice(start, end)}\` is ${typeText(type)}, which has no one text`, start, end, ...help }]
}
