// Reads statements about fields that other lines describe: "Required: name, email", "The code is unique".

import { normaliseSpelling } from '../../names.ts'
import { type DraftRow, askQuestion, draftPlainText, takeLine } from '../draft.ts'
import { makeMemberName } from './written-field.ts'
import { readFieldText } from '../kinds/field-type.ts'
import type { KnownTypes } from '../kinds/known-types.ts'
import type { Resource } from '../resource.ts'
import type { FormSection, Statement } from '../statement.ts'
import type { KnownShapes } from './take-field.ts'
import type { FieldCells } from '../kinds/type-cell.ts'
import type { Words } from '../words.ts'

export type LateFact = {
  readonly names: readonly string[]
  readonly spec: string
  readonly statement: Statement
  /** The statement is about the whole record. */
  readonly isOfAll?: boolean
}

/** By statement, its facts; only where the whole statement is understood, and all of its subjects are fields of other statements. */
export function readLateFacts(
  section: FormSection,
  fields: ReadonlyMap<string, readonly Statement[]>,
  known: KnownShapes,
  resource: string,
): ReadonlyMap<Statement, readonly LateFact[]> {
  const next = new RegExp(
    String.raw`;\s+|(?<!\b(?:i\.e|e\.g))\.\s+(?=\p{Lu}|(?:${[...fields.keys()].join('|') || '-'})\b)|,\s+(?:but |and |while |whereas )?(?=the \w+ (?:can|may|is|are|must|cannot)\b)`,
    'u',
  )
  const found = new Map<Statement, readonly LateFact[]>()
  for (const block of section.blocks) {
    if (block.kind !== 'text' || block.statement.kind === 'sample' || block.member !== undefined) continue
    const { statement } = block
    const clauses = draftPlainText(statement.text)
      .replaceAll(/[*_`"“”[\]]/g, '')
      .replace(/\.$/, '')
      .replace(known.words.lateDefaults, (_, list: string) =>
        list
          .split(known.words.lateJoin)
          .map((each) => each.replace(known.words.lateValue, `$1 ${known.words.isWord} ${known.words.defaultClause} $2`))
          .join('; '),
      )
      .split(next)
    const isFixed = (clause: string): boolean => known.words.neverChangedRecord.test(clause) && fields.size > 0
    const facts = clauses.map((clause) =>
      isFixed(clause)
        ? { names: [...fields.keys()], spec: known.words.fixedClause, statement, isOfAll: true }
        : readFact(
            known.words.lateRewrites.reduce((all, [pattern, by]) => all.replace(pattern, by), clause),
            statement,
            fields,
            known,
            resource,
          ),
    )
    const own = facts.filter((each) => each !== undefined)
    if (own.length === 0 || (own.length < facts.length && statement.kind !== 'sentence' && !own.some(({ isOfAll }) => isOfAll))) continue
    // The other sentences of the statement stay a question.
    if (own.length < facts.length) askQuestion(statement, known.words.ask.beside())
    found.set(statement, own)
  }
  return found
}

function readFact(
  clause: string,
  statement: Statement,
  fields: ReadonlyMap<string, readonly Statement[]>,
  known: KnownShapes,
  resource: string,
): LateFact | undefined {
  const { words } = known
  const [, lead, list] = /^([\p{L} -]{3,40}?)(?::\s+|\s+[–—]\s+)(\S.*)$/u.exec(clause) ?? []
  const { names: subjects, predicate } = words.aboutFields.exec(clause)?.groups ?? {}
  const said: readonly (readonly [names: string, spec: string])[] = [
    ...(lead === undefined ? [] : [[list!, lead.replace(words.fieldNoun, '')] as const]),
    ...(subjects === undefined ? [] : [[subjects, predicate!] as const]),
  ]
  for (const [written, spec] of said) {
    const names = written.split(words.conjunction).map((each) => findField(each.replace(words.article, '').trim(), fields))
    const isOther = names.every((name) => name !== undefined && fields.get(name)!.some((each) => each !== statement))
    if (names.length > 0 && isOther && names.every((name) => isFact(spec, known.ofField(resource, name!))))
      return { names: names as string[], spec, statement }
  }
  return undefined
}

/** The field for a name or a label. */
function findField(text: string, fields: ReadonlyMap<string, unknown>): string | undefined {
  const plain = normaliseSpelling
  const label = plain(makeMemberName(text))
  const names = [...fields.keys()]
  // "the boat" is the field `boat_id`.
  return (
    names.find((name) => name === text || plain(name) === label) ??
    names.find((name) => plain(name) === `${label}id`) ??
    // "the term" is the field `termYears`.
    names.find((name) => label.length > 3 && plain(name).startsWith(label) && unitName.test(plain(name).slice(label.length)))
  )
}

const unitName = /^(?:years|months|weeks|days|hours|minutes|seconds|km|kg|cm|mm)$/

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
  known: KnownShapes,
  words: Words,
): void {
  for (const { names, spec, statement, isOfAll } of facts) {
    for (const name of names) {
      const cells = resource.fields.get(name)
      // What only the service sets needs no such rule.
      if (isOfAll === true && (cells === undefined || cells.rules.has('read-only') || cells.type === 'state' || name === 'status')) continue
      const row = rows.find((each) => each.cells['field'] === name)
      if (cells === undefined || row === undefined) askQuestion(statement, words.ask.meansOf(spec, name))
      else applyFact(readFieldText(spec, known.ofField(resource.name, name)).cells, cells, row, statement, words)
    }
    takeLine(statement)
  }
}

function applyFact(said: FieldCells, cells: FieldCells, row: DraftRow, statement: Statement, words: Words): void {
  const isKey = cells.rules.has('key')
  if (said.must !== '' && cells.must !== '' && said.must !== cells.must && cells.hasUsualMust !== true)
    askQuestion(statement, words.ask.mustOpposite(said.must))
  else if (said.must !== '' && !isKey && !cells.rules.has('read-only')) cells.must = said.must
  if (said.default !== '' && cells.default !== '' && said.default !== cells.default)
    askQuestion(statement, words.ask.twoDefaults(row.cells['field']!, cells.default, said.default))
  else if (said.default !== '') cells.default = cells.type === 'yes/no' ? spellYesOrNo(said.default, words) : said.default
  if (!isKey) for (const rule of said.rules) cells.rules.add(rule)
  Object.assign(row.cells, { must: cells.must, default: cells.default, rules: [...cells.rules].join(', ') })
}

/** A default of a yes/no value in the words of the tables. */
export function spellYesOrNo(value: string, { marks }: Words): string {
  return marks.yes.test(value) ? 'yes' : marks.no.test(value) ? 'no' : value
}
