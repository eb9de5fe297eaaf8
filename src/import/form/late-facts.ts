// Reads statements about fields that other lines describe: "Required: name, email", "The code is unique".

import { type DraftRow, askQuestion, draftPlainText, takeLine } from './draft.ts'
import { memberName } from './field-tables.ts'
import { readFieldText } from './field-type.ts'
import type { KnownTypes } from './known-types.ts'
import type { Resource } from './resource.ts'
import type { FormSection, Statement } from './statement.ts'
import type { FieldCells } from './type-cell.ts'
import type { Words } from './words.ts'

export type LateFact = { readonly names: readonly string[]; readonly spec: string; readonly statement: Statement }

/** By statement, its facts; only where the whole statement is understood, and all of its subjects are fields of other statements. */
export function lateFacts(
  section: FormSection,
  fields: ReadonlyMap<string, readonly Statement[]>,
  known: KnownTypes,
): ReadonlyMap<Statement, readonly LateFact[]> {
  const found = new Map<Statement, readonly LateFact[]>()
  for (const block of section.blocks) {
    if (block.kind !== 'text' || block.statement.kind === 'sample' || block.member !== undefined) continue
    const { statement } = block
    const clauses = draftPlainText(statement.text)
      .replaceAll(/[*_`"“”]/g, '')
      .replace(/\.$/, '')
      .split(/;\s+|\.\s+(?=\p{Lu})/u)
    const facts = clauses.map((clause) => factIn(clause, statement, fields, known))
    if (facts.length > 0 && facts.every((each) => each !== undefined)) found.set(statement, facts)
  }
  return found
}

function factIn(
  clause: string,
  statement: Statement,
  fields: ReadonlyMap<string, readonly Statement[]>,
  known: KnownTypes,
): LateFact | undefined {
  const { words } = known
  const [, lead, list] = /^([\p{L} -]{3,40}?)(?::\s+|\s+[–—]\s+)(\S.*)$/u.exec(clause) ?? []
  const { names: subjects, predicate } = words.aboutFields.exec(clause)?.groups ?? {}
  const said: readonly (readonly [names: string, spec: string])[] = [
    ...(lead === undefined ? [] : [[list!, lead.replace(words.fieldNoun, '')] as const]),
    ...(subjects === undefined ? [] : [[subjects, predicate!] as const]),
  ]
  for (const [written, spec] of said) {
    const names = written.split(words.conjunction).map((each) => fieldNamed(each.replace(words.article, '').trim(), fields))
    const isOther = names.every((name) => name !== undefined && fields.get(name)!.some((each) => each !== statement))
    if (names.length > 0 && isOther && isFact(spec, known)) return { names: names as string[], spec, statement }
  }
  return undefined
}

/** The field for a name or a label. */
function fieldNamed(text: string, fields: ReadonlyMap<string, unknown>): string | undefined {
  const plain = (each: string): string => each.toLowerCase().replaceAll(/[\s_-]/g, '')
  return [...fields.keys()].find((name) => name === text || plain(name) === plain(memberName(text)))
}

function isFact(spec: string, known: KnownTypes): boolean {
  const { cells, left, conflict } = readFieldText(spec, known)
  return (
    left.length === 0 && conflict === undefined && cells.type === '' && (cells.must !== '' || cells.default !== '' || cells.rules.size > 0)
  )
}

/** Adds the facts to the fields, and to their rows; one that contradicts a line is a question. */
export function applyFacts(
  facts: readonly LateFact[],
  resource: Resource,
  rows: readonly DraftRow[],
  known: KnownTypes,
  words: Words,
): void {
  for (const { names, spec, statement } of facts) {
    for (const name of names) {
      const cells = resource.fields.get(name)
      const row = rows.find((each) => each.cells['field'] === name)
      if (cells === undefined || row === undefined) askQuestion(statement, words.ask.meansOf(spec, name))
      else applyFact(readFieldText(spec, known).cells, cells, row, statement, words)
    }
    takeLine(statement)
  }
}

function applyFact(said: FieldCells, cells: FieldCells, row: DraftRow, statement: Statement, words: Words): void {
  const isKey = cells.rules.has('key')
  if (said.must !== '' && cells.must !== '' && said.must !== cells.must) askQuestion(statement, words.ask.mustOpposite(said.must))
  else if (said.must !== '' && !isKey && !cells.rules.has('read-only')) cells.must = said.must
  if (said.default !== '' && cells.default !== '' && said.default !== cells.default)
    askQuestion(statement, words.ask.twoDefaults(row.cells['field']!, cells.default, said.default))
  else if (said.default !== '') cells.default = said.default
  if (!isKey) for (const rule of said.rules) cells.rules.add(rule)
  Object.assign(row.cells, { must: cells.must, default: cells.default, rules: [...cells.rules].join(', ') })
}
