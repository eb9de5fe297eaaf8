// Handles texts as Unicode code points, by which JSON Schema, CEL and SQLite count and order characters.

const surrogate = /[\ud800-\udfff]/

/** The number of code points. */
export function countCodePoints(text: string): number {
  if (!surrogate.test(text)) return text.length
  let length = 0
  for (const _ of text) length++
  return length
}

/** Compares by code point. UTF-16 units order differently: they put '\u{1f600}' (a pair that begins with D83D) before '\uffff'. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Ranks surrogates above all other units, because they represent code points above U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** The text's characters, so that indexes count code points; the plain string if it has no surrogate pairs. */
export function splitCharacters(text: string): readonly string[] | string {
  return surrogate.test(text) ? Array.from(text) : text
}

/** From the character at `start` up to the one at `end`, counted in code points. */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  const codePoints = splitCharacters(text)
  return typeof codePoints === 'string' ? codePoints.slice(start, end) : codePoints.slice(start, end).join('')
}

/** Converts an offset in UTF-16 units to one in code points; −1 stays −1. */
export function toCodePointIndex(text: string, unit: number): number {
  return unit <= 0 ? unit : countCodePoints(text.slice(0, unit))
}

/** Converts an offset in code points to one in UTF-16 units. */
export function toUnitIndex(text: string, index: number): number {
  const codePoints = splitCharacters(text)
  return typeof codePoints === 'string' ? index : codePoints.slice(0, index).join('').length
}
