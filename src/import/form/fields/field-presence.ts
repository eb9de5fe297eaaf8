// Decides whether a field must be given, and its default, from all that the form says of it.

import { type FormDraft, askQuestion } from '../draft.ts'
import { readFieldText } from '../kinds/field-type.ts'
import type { KnownTypes } from '../kinds/known-types.ts'
import type { Presence } from './presence.ts'
import { isGenerated, readSqlLiteral } from '../code/sql-clauses.ts'
import type { Statement } from '../statement.ts'
import type { FieldCells } from '../kinds/type-cell.ts'
import type { Words } from '../words.ts'
import type { Written } from './written-field.ts'

/** Sets the presence from the cell of its own column, which may have a mark that the form explains. */
export function takePresence(
  written: Written,
  cells: FieldCells,
  statement: Statement,
  known: KnownTypes,
  words: Words,
  ofForm: Presence | undefined,
): void {
  const { must, fallback } = splitDefault(written.must.trim(), known)
  if (fallback !== '' && cells.default === '') cells.default = fallback
  const said = must
  const declared = known.aliases.get(said)
  const meant = declared === undefined ? undefined : readFieldText(declared, { ...known, aliases: new Map() }).cells
  for (const rule of meant?.rules ?? []) cells.rules.add(rule)
  const isMeant = meant !== undefined && meant.must + [...meant.rules].join('') !== ''
  const undeclared = declared === undefined || words.service.test(said) ? said : declared
  cells.must = mustCell(isMeant ? meant.must : undeclared, cells, statement, words, {
    isDeclared: declared !== undefined,
    usual: chooseUsual(written, ofForm, words),
  })
}

/** "no, default 30": the default beside the presence. */
function splitDefault(cell: string, known: KnownTypes): { readonly must: string; readonly fallback: string } {
  const [, must, rest] = /^([^,;(]+)[,;(]\s*(.+?)\)?$/.exec(cell) ?? []
  const { cells, left } = readFieldText(rest ?? '', known)
  const isDefault = left.length === 0 && cells.default !== '' && cells.type === '' && cells.rules.size === 0 && cells.must !== 'yes'
  return must !== undefined && isDefault ? { must: must.trim(), fallback: cells.default } : { must: cell, fallback: '' }
}

/** Sets the default from the cell of its own column. */
export function takeDefault(written: Written, cells: FieldCells, statement: Statement, known: KnownTypes, words: Words): void {
  if (written.default === '' || words.marks.nothing.test(written.default)) return
  const said = readSqlLiteral(written.default.replaceAll('`', '').trim())
  // "1 to 60 characters" describes values; it is not a default.
  const other = /\s/.test(said) && !listChoices(cells).includes(said) ? readFieldText(said, known) : undefined
  if (other?.left.length === 0 && `${other.cells.type}${[...other.cells.rules].join('')}` !== '') {
    askQuestion(statement, words.ask.meansOf(said, written.name))
    return
  }
  // Without a value, nothing stands in its place, unless it is one of the choices.
  if (words.noDefault.test(said) && !listChoices(cells).includes(said)) {
    if (cells.must === '') cells.must = 'no'
    return
  }
  if (isGenerated(said)) cells.rules.add('read-only')
  else if (cells.default !== '' && cells.default !== said) askQuestion(statement, words.ask.twoDefaults(written.name, cells.default, said))
  else cells.default = said === 'null' || said === '{}' ? '' : said
}

/** A client may leave out a field with a default, unless the form says that it must be given; the service alone sets others. */
export function markDefaultsOptional({ tables }: FormDraft): void {
  for (const { part, kind, rows } of tables) {
    if (part !== 'resources' || kind !== 'fields') continue
    for (const { cells } of rows)
      if (cells['must'] === '' && cells['default'] !== '' && !/\b(?:read-only|key)\b/.test(cells['rules']!)) cells['must'] = 'no'
  }
}

function listChoices({ type }: FieldCells): readonly string[] {
  return type.startsWith('one of ') ? type.slice(7).split(', ') : []
}

/** Writes a default as a value of the field's kind: one of its choices, or yes or no. */
export function spellDefault(cells: FieldCells, { marks }: Words): void {
  const choices = listChoices(cells)
  if (choices.length > 0 && !choices.includes(cells.default))
    cells.default = choices.find((each) => each.toLowerCase() === cells.default.toLowerCase()) ?? cells.default
  if (cells.type === 'yes/no' && (marks.yes.test(cells.default) || marks.no.test(cells.default)))
    cells.default = marks.yes.test(cells.default) ? 'yes' : 'no'
  // Databases store yes and no as numbers.
  if (cells.type === 'yes/no' && /^[01]$/.test(cells.default)) cells.default = cells.default === '1' ? 'yes' : 'no'
}

/** The presence that the table, or the form, gives to fields without a word about it. */
function chooseUsual({ usual, default: fallback }: Written, ofForm: Presence | undefined, { marks }: Words): Presence | undefined {
  const own = usual === 'open' ? undefined : (usual ?? ofForm)
  if (marks.nothing.test(fallback)) return own
  return own === 'without-default' ? 'no' : own === 'yes' ? undefined : own
}

/** `isDeclared`: the text is the form's explanation of a mark, whose conditions are about all fields. */
function mustCell(
  text: string,
  cells: FieldCells,
  statement: Statement,
  words: Words,
  { isDeclared, usual }: { readonly isDeclared: boolean; readonly usual: Presence | undefined },
): string {
  const { marks, ask } = words
  const plain = text.replaceAll(/[*`]/g, '').trim()
  if (words.service.test(plain)) {
    cells.rules.add('read-only')
    return ''
  }
  const [, word = plain, more = ''] = /^([^\s(,;]+)\s*[(,;]?\s*(.*?)\)?$/.exec(plain) ?? []
  if (marks.nothing.test(plain)) {
    if (cells.must !== '' || usual === undefined || cells.rules.has('read-only')) return cells.must
    cells.hasUsualMust = true
    if (cells.default === '') return usual === 'without-default' ? 'yes' : usual
    return usual === 'yes' ? cells.must : 'no'
  }
  const said = marks.yes.test(word) || marks.yes.test(plain) ? 'yes' : marks.no.test(word) || marks.no.test(plain) ? 'no' : undefined
  const isWhole = marks.yes.test(plain) || marks.no.test(plain)
  // "on termination" and "yes, if paid" require the field only then.
  if (
    said === 'yes' &&
    !isWhole &&
    !isDeclared &&
    !marks.creation.test(plain) &&
    (marks.conditional.test(plain) || marks.condition.test(more))
  ) {
    askQuestion(statement, ask.mustWhen(plain))
    return 'no'
  }
  if (said !== undefined) {
    if (more !== '' && !marks.yes.test(plain) && !marks.no.test(plain) && said === 'yes') askQuestion(statement, ask.mustSaid(plain))
    if (cells.must !== '' && cells.must !== said) askQuestion(statement, ask.mustOpposite(plain))
    return said
  }
  askQuestion(statement, marks.conditional.test(plain) ? ask.mustWhen(plain) : ask.mustUnknown(plain))
  return marks.conditional.test(plain) ? 'no' : ''
}
