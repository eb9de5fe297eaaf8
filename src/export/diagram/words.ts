// Escapes text for Mermaid diagrams: names and labels in its grammar.

/** Reserved words of the grammars, in any spelling. */
const reserved = new Set([
  'end',
  'state',
  'note',
  'direction',
  'class',
  'classdef',
  'style',
  'click',
  'as',
  'fork',
  'join',
  'choice',
  'default',
  'hide',
  'title',
  'acctitle',
  'accdescr',
  'one',
  'only',
  'many',
  'zero',
  'to',
  'or',
  'more',
  'optionally',
  'u',
])

export function isPlainName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !reserved.has(name.toLowerCase())
}

/** Special characters become Mermaid entities: `#59;` is a semicolon. */
export function label(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/["#:;<>{}%\\`[\]|]/g, (sign) => `#${sign.charCodeAt(0)};`)
}
