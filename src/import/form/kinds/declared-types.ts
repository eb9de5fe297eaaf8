// Reads a clause with a name that the form declares, such as a type or an abbreviation, as its meaning.

import { argumentMark, fillArgument } from './aliases.ts'
import type { ClauseReader } from './clause-reader.ts'
import type { KnownTypes } from './known-types.ts'
import { type FieldCells, type FieldDraft, say } from './type-cell.ts'

/** A declared type: the understood sentences at the beginning of its meaning, and its argument as a length. */
export function takeAlias(
  { meaning, argument }: { readonly meaning: string; readonly argument?: string },
  draft: FieldDraft,
  known: KnownTypes,
  depth: number,
  reader: ClauseReader,
): boolean {
  const [, least, most] = /^(\d+)\s*(?:\.\.|-|,)\s*(\d+)$/.exec(argument ?? '') ?? []
  if (/\bdigits\b/i.test(meaning) && /^\d+$/.test(argument ?? '')) return say(draft, 'pattern', `^[0-9]{${argument}}$`)
  if (
    argument !== undefined &&
    meaning.includes(argumentMark) &&
    takeAlias({ meaning: fillArgument(meaning, argument) }, draft, known, depth, reader)
  )
    return true
  if (least !== undefined && /\b(?:text|string|zeichenkette)\b/i.test(meaning))
    return say(draft, 'type', 'text') && say(draft, 'least', least) && say(draft, 'most', most!)
  if (argument !== undefined) return /^prefix\b|\bidentifier\b|\bid\b/i.test(meaning) && say(draft, 'type', 'text')
  const own = reader.text(meaning, { ...known, aliases: new Map() }, depth + 1)
  if (own.cells.type === '' && own.conflict === undefined && !hasCondition(own.left, known)) return takeFlags(own.cells, draft)
  const { cells } = reader.text(
    meaning.replace(/\b(\d{1,3}(?: \d{3})+)\b/g, (found) => found.replaceAll(' ', '')).replace(/\bunless\b.*$/i, ''),
    { ...known, aliases: new Map() },
    depth + 1,
  )
  return cells.type !== '' && takeType(cells.type, draft)
}

function hasCondition(left: readonly string[], { words }: KnownTypes): boolean {
  return left.some((clause) => clause.split(/\s+/).some((word) => words.blocker.test(word)))
}

/** A declared word that says only presence and rules. */
function takeFlags({ rules, must }: FieldCells, draft: FieldDraft): boolean {
  for (const rule of rules) draft.rules.add(rule)
  return must === '' ? rules.size > 0 : say(draft, 'must', must === 'yes' ? 'yes' : 'no')
}

/** The type of a cell as facts, whose bounds the field itself may narrow. */
function takeType(type: string, draft: FieldDraft): boolean {
  const [, step, at, below] = /^decimal (\S+?)(?:, (-?[\d.]*)\.\.(-?[\d.]*))?$/.exec(type) ?? []
  if (step !== undefined)
    return (
      say(draft, 'type', 'number') &&
      say(draft, 'step', step) &&
      (at === undefined || at === '' || (draft.least ??= at) !== '') &&
      (below === undefined || below === '' || (draft.most ??= below) !== '')
    )
  const [, base, from, to, pattern] = /^(whole number|number|text)(?: (-?\d+)?\.\.(-?\d+)?)?(?: like `(.+)`)?$/.exec(type) ?? []
  if (base === undefined) return say(draft, 'type', type)
  return (
    say(draft, 'type', base) &&
    (pattern === undefined || say(draft, 'pattern', pattern)) &&
    (from === undefined || (draft.least ??= from) !== '') &&
    (to === undefined || (draft.most ??= to) !== '')
  )
}
