// Quotes a value so that YAML keeps it, in the house style.

import { opensString, readTextShape, findStringEnd } from './shape.ts'

/** A media type, by the registered top-level types (RFC 6838): `text/event` is not a division. */
const mediaType = /^\s*(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+\s*$/

/** True if the text parses as an expression that is more than a name or a number. */
export function looksLikeExpression(text: string): boolean {
  return readTextShape(text) === 'complete' && !/^\s*[\w.-]*\s*$/.test(text) && !mediaType.test(text)
}

/** Changes the quotes of an expression's strings from `'…'` to `"…"`, where the content allows it. */
export function withDoubleQuotes(expression: string): string {
  let result = ''
  let i = 0
  while (i < expression.length) {
    const char = expression[i]!
    const stringKind = char === "'" || char === '"' ? opensString(expression, i, 0) : undefined
    const end = stringKind === undefined ? undefined : findStringEnd(expression, i, expression.length, stringKind === 'raw')
    if (end === undefined) {
      result += char
      i++
      continue
    }
    const literal = expression.slice(i, end)
    const inner = literal.slice(1, -1)
    const canRequote = char === "'" && !literal.startsWith("'''") && !/["']/.test(inner)
    result += canRequote ? `"${inner}"` : literal
    i = end
  }
  return result
}

const singleQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** True if the value is in braces; and the indentation for the lines of a block. */
type QuotePosition = { readonly flow: boolean; readonly indent: string }

/**
 * The quoted value, on one line if possible: an expression in single quotes with `"…"` inside, or in a `|` block if it contains both
 * quotes; a text in the quotes that it does not contain.
 */
export function printQuoted(text: string, position: QuotePosition, kind: 'expression' | 'text'): string {
  const lines = text.split(/\r\n|\n|\r/).map((line, index) => (index === 0 ? line.trimEnd() : line.trim()))
  const canJoin = lines.length > 1 && lines.slice(0, -1).every((line) => !line.includes('//')) && !/'''|"""/.test(text)
  const form = kind === 'expression' ? withDoubleQuotes(lines.join(canJoin ? ' ' : '\n')) : lines.join(' ')
  if (!form.includes("'") && !form.includes('\n')) return `'${form}'`
  if (kind === 'text' && !/["\\\n]/.test(form)) return `"${form}"`
  if (position.flow && !form.includes('\n')) return singleQuoted(form)
  if (position.flow) return `"${form.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
  return `${kind === 'text' ? '|-' : '|'}\n${form
    .split('\n')
    .map((line) => position.indent + line)
    .join('\n')}`
}
