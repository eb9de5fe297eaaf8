// Writes a text as a YAML scalar on one line: plain if every reader takes it literally, otherwise in quotes.

import { parseCoreValue } from './scalar.ts'

/** The position of the scalar: a key or a value, in a block or in braces. */
export type YamlPosition = 'key' | 'block' | 'flow' | 'flow-key'

/** The text in a form that parses back to this text, and not to a word of the language. */
export function printTextInYaml(text: string, place: YamlPosition): string {
  const isText = parseCoreValue(text) === text && !/^(none|not shown)$/i.test(text)
  const simple =
    place === 'flow-key' ? /^[\w$][\w$.@/ -]*$/.test(text) : place !== 'flow' || /^[\w$][\w$.@/ +-]*(?:\([\w$.]*\))?$/.test(text)
  return isText && simple && isPlainInYaml(text, place) ? text : quoteText(text)
}

/** True if YAML, and the search for cut values, read the text as it looks. */
export function isPlainInYaml(text: string, place: YamlPosition): boolean {
  if (text === '' || text !== text.trim() || /[\n\r\t]|: |:$| #|^(?:---|\.\.\.|<<$|=$)/.test(text) || /[^\t\n\P{Cc}]/u.test(text))
    return false
  if (/^[?:,[\]{}#&*!|>'"%@`]|^-(?:\s|$)/.test(text)) return false
  return !place.startsWith('flow') || !/[,[\]{}]/.test(text)
}

/** Characters that YAML can express only as escapes in double quotes. */
const escaped = /\p{Cc}|[\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Cs}/u

/** In single quotes, or in double quotes if the text contains single quotes or several lines. */
export function quoteText(text: string): string {
  if (escaped.test(text))
    return JSON.stringify(text).replace(new RegExp(escaped, 'gu'), (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (!text.includes("'")) return `'${text}'`
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
}
