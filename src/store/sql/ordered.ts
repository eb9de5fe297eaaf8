// Unbounded decimals have no scaled integer, so a text beside their JSON sorts in numeric order. The database derives it from the JSON with
// its own functions, so it is correct for every writer of the file; operands are converted here.

import type { Dialect } from './dialect.ts'

/**
 * `p`, how many digits are before the point, and the number; of a negative one `n`, and all of it turned round: digits as
 * letters from J for 0 down to A for 9, and an end that stands after them. The number is in lowest terms.
 */
export function toOrderedText(number: string): string {
  const isNegative = number.startsWith('-')
  const text = isNegative ? number.slice(1) : number
  const integerLength = `${text}.`.indexOf('.')
  const length = String(isNegative ? maxDigits - integerLength : integerLength).padStart(9, '0')
  return isNegative ? `n${length}${text.replaceAll(/\d/g, (digit) => letters[Number(digit)]!)}~` : `p${length}${text}`
}

/** The SQL expression that computes this text for a column. */
export function printOrderedText(column: string, { position, pad }: Dialect): string {
  const whole = (text: string): string => `${position(`${text} || '.'`, "'.'")} - 1`
  const positive = `'p' || ${pad(whole(column))} || ${column}`
  const text = `substr(${column}, 2)`
  const turned = letters.reduce((inner, letter, digit) => `replace(${inner}, '${digit}', '${letter}')`, text)
  return `CASE WHEN substr(${column}, 1, 1) = '-' THEN 'n' || ${pad(`${maxDigits} - (${whole(text)})`)} || ${turned} || '~' ELSE ${positive} END`
}

/** More digits than any text has. */
const maxDigits = 999_999_999
const letters = ['J', 'I', 'H', 'G', 'F', 'E', 'D', 'C', 'B', 'A']
