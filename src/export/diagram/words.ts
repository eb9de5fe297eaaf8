// Text inside Mermaid diagrams: names that its grammar takes, and labels without the signs that end them.

/** Words of the grammars, which are no names there in any spelling. */
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

/** Signs of the grammar stand as entities, as Mermaid writes them: `#59;` is a semicolon. */
export function label(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll(/["#:;<>{}%\\`[\]|]/g, (sign) => `#${sign.charCodeAt(0)};`)
}
