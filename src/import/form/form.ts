// Imports a form in free style as a document: quotes its text, and adds tables for the statements with only one reading.

import { createSource } from '../../base/text.ts'
import { type Compiled, type CompileEnvironment, compile } from '../../compile/compile.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { File } from '../../document/read.ts'
import { findPosition } from '../../base/text.ts'
import { draftAccess } from './callers/access.ts'
import { convertCards } from './layouts/cards.ts'
import { readEndpoints } from './endpoints/endpoints.ts'
import { english } from './english/english.ts'
import { readErrors } from './errors/errors.ts'
import { joinEntrySentences } from './layouts/entry-sentences.ts'
import { joinEntryTables } from './layouts/entry-tables.ts'
import { readEvents } from './events.ts'
import { findConvention } from './conventions.ts'
import { type FormDraft, askQuestion, takeLine } from './draft.ts'
import { readResources } from './fields/fields.ts'
import { german } from './german/german.ts'
import { readFormMachines } from './states/machines.ts'
import { cutByOwner } from './layouts/owners.ts'
import { tabulateRecords } from './layouts/labelled-records.ts'
import { foldHeadings } from './layouts/heading-fields.ts'
import { nameHeadings } from './layouts/named-headings.ts'
import { readNamesInParentheses } from './layouts/named-in-parentheses.ts'
import { type PrintedForm, printForm } from './print-form.ts'
import { spellCallers } from './layouts/said-callers.ts'
import { type Notation, readNotation } from './fields/notation-legend.ts'
import { holdSamples } from './fields/samples.ts'
import { readFormLimits } from './limits/limits.ts'
import { foldNested } from './layouts/nested-items.ts'
import { readAddress, readAuthentication, readVersions } from './settings.ts'
import { readRules } from './rules.ts'
import type { Form, Statement } from './statement.ts'
import { splitForm } from './split/statements.ts'
import { type Things, collectThings } from './things.ts'
import { readVerbs } from './states/path-verbs.ts'
import { spellRanks } from './layouts/ranks.ts'
import { spellScopedMarks, spellStateMarks } from './layouts/scoped-marks.ts'
import { turnTables } from './layouts/turned-tables.ts'
import type { Words } from './words.ts'

export const formLanguages: { readonly [code: string]: Words } = { en: english, de: german }

export type ImportedForm = {
  readonly text: string
  readonly compiled: Compiled
  readonly statements: readonly Statement[]
  /** By line of the text, the statement that it was taken from. */
  readonly origins: ReadonlyMap<number, Statement>
}

export type FormImporting = {
  readonly use: readonly string[]
  readonly environment: CompileEnvironment
  readonly name: string
  readonly language: string
}

/** The maximum number of checks of the document; each turns mistakes into questions. */
const rounds = 12

export function importForm(file: File, { use, environment, name, language }: FormImporting): ImportedForm | { readonly problem: string } {
  const known = formLanguages[language]
  if (known === undefined)
    return { problem: `no form is read in the language \`${language}\`; those that are: ${Object.keys(formLanguages).join(', ')}` }
  const split = tabulateRecords(splitForm(createSource(file.name, file.text), known), known)
  const things = collectThings(split, known)
  const words = withNotation(withServiceNames(split, things, known), readNotation(split, known))
  const form = readNamesInParentheses(
    spellRanks(
      spellCallers(
        cutByOwner(
          foldNested(
            foldHeadings(
              convertCards(
                spellStateMarks(
                  spellScopedMarks(
                    joinEntryTables(joinEntrySentences(turnTables(nameHeadings(split, things, words), words), words), words),
                    words,
                  ),
                  words,
                ),
                words,
              ),
              words,
            ),
            words,
          ),
          things,
          words,
        ),
        words,
      ),
      words,
    ),
    words,
  )
  if (form.originals.size === 0)
    return {
      problem: `${file.name} has none of the nine parts: no heading of level 2 names one, such as \`## 2. Resources and their fields\``,
    }
  const draft = draftOf(form, use, words)
  for (let round = 0; ; round++) {
    const printed = printForm(form, draft, use)
    const compiled = compile([{ name, text: printed.text }], environment)
    if (compiled.errors.length === 0 || round === rounds)
      return { text: printed.text, compiled, statements: form.statements, origins: mapOrigins(printed) }
    for (const error of compiled.errors) withdraw(error, printed, draft, round, words)
  }
}

/** Adds the notation of the form to the texts of fields. */
function withNotation(words: Words, { rewrites }: Notation): Words {
  return rewrites.length === 0 ? words : { ...words, rewrites: [...rewrites, ...words.rewrites] }
}

/** Adds the form's own name for the service, `The service ("Escrow")`, so that texts of fields may use it. */
function withServiceNames({ title, before, sections }: Form, things: Things, words: Words): Words {
  const purpose = [
    before,
    ...sections
      .filter(({ part }) => part === 'service')
      .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : []))),
  ].join(' ')
  const named = Array.from(purpose.matchAll(/\((?:the )?["“„`*]+([\p{L}][\p{L}\d ]*?)["”“`*]+\)/gu), ([, name]) => name!)
  const titled = (title ?? '').replaceAll(words.titleGlue, ' ').trim()
  // The verb for an automatic action never has a person as its subject.
  const alone = Array.from(joinTexts(sections).matchAll(words.actsItself), (found) =>
    found.slice(1).find((each) => each !== undefined)!,
  ).filter((name) => !things.has(name))
  // "The Register records …": the subject of the purpose, by which fields are set.
  const subjects = Array.from(purpose.matchAll(words.purposeSubject), ([, name]) => name!).filter((name) => !things.has(name))
  const names = [...named, titled, ...subjects, ...alone.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}`)].filter((name) =>
    /^\p{Lu}[\p{L}\d]+(?: \p{Lu}[\p{L}\d]+)?$/u.test(name),
  )
  if (names.length === 0) return words
  return {
    ...words,
    rewrites: [
      [new RegExp(`\\b(by|that|which|von|durch) (?:the )?(?:${names.join('|')})\\b`, 'gi'), `$1 ${words.theService}`],
      [new RegExp(`\\bthe (?:${names.join('|')}) (?=(?:itself )?\\p{L}+s\\b)`, 'giu'), `${words.theService} `],
      ...words.rewrites,
    ],
  }
}

function joinTexts(sections: Form['sections']): string {
  return sections
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
    )
    .join('\n')
}

function mapOrigins({ rows }: PrintedForm): ReadonlyMap<number, Statement> {
  return new Map([...rows].flatMap(([line, { row }]) => (row.statement === undefined ? [] : [[line, row.statement] as const])))
}

function draftOf(form: Form, use: readonly string[], words: Words): FormDraft {
  const draft: FormDraft = { below: [], tables: [], yaml: new Map() }
  const resources = readResources(form, draft, words)
  const verbs = readVerbs(form, resources, words)
  const machines = readFormMachines(form, resources, draft, verbs, words)
  for (const { resource, field } of machines) {
    // Part 3 specifies the states; the field's row only keeps the description.
    const table = draft.tables.find((each) => each.part === 'resources' && each.heading === resource.name)
    const row = table?.rows.find(({ cells }) => cells['field'] === field)
    if (row === undefined) continue
    row.cells['meaning'] = [row.cells['type'], row.cells['meaning']].filter((each) => each !== '' && each !== 'not shown').join('. ')
    Object.assign(row.cells, { type: '', must: '', default: '', rules: '' })
  }
  const { callers, legend } = readEndpoints(form, draft, { resources, machines, verbs, words })
  readAuthentication(form, draft, words)
  draftAccess(form, draft, callers, words, legend)
  readEvents(form, draft, { resources, machines }, words)
  readErrors(form, draft, resources, words)
  readFormLimits(form, draft, words)
  readVersions(form, draft)
  readAddress(form, draft, words)
  holdSamples(form, resources, machines, words)
  const below = printYamlBelow(draft)
  if (below.length > 0) draft.yaml.set('resources', below)
  readRules(form, { draft, resources, machines, words })
  for (const statement of form.statements) settle(statement, use, words)
  return draft
}

/** The schemas of fields whose cell says `below`, by their resource. */
function printYamlBelow({ below }: FormDraft): string[] {
  const owners = new Set(below.map(({ resource }) => resource))
  return Array.from(owners, (owner) => {
    const fields = below.filter(({ resource }) => resource === owner)
    const properties = `{ properties: { ${fields.map(({ field, schema }) => `${field}: ${schema}`).join(', ')} } }`
    return fields[0]!.isShape ? `$defs: { ${owner}: ${properties} }` : `${owner}: ${properties}`
  })
}

/** A statement that no reader used becomes a question if it could bind, otherwise prose. */
function settle(statement: Statement, use: readonly string[], words: Words): void {
  if (statement.outcome !== undefined) return
  const convention = statement.kind === 'sample' ? undefined : findConvention(statement.text)
  if (convention !== undefined && use.includes(convention)) return takeLine(statement)
  if (convention !== undefined) return askQuestion(statement, words.ask.convention(convention))
  const isBinding = statement.kind === 'row' || statement.kind === 'sample' || words.requirement.test(statement.text)
  if (statement.part === 'service' && !isBinding) statement.outcome = 'prose'
  else if (isBinding || statement.kind === 'item') askQuestion(statement, words.ask.notTaken())
  else statement.outcome = 'prose'
}

/** A row with a mistake becomes a question: first the cell, then the whole row. */
function withdraw(
  { message, code, primary: { span } }: Diagnostic,
  printed: PrintedForm,
  draft: FormDraft,
  round: number,
  words: Words,
): void {
  const line = findPosition(span.source, span.start).line
  const found = printed.rows.get(line)
  const part = printed.parts.get(line)
  if (found === undefined) {
    if (part !== undefined) draft.yaml.delete(part)
    return
  }
  const { table, row } = found
  const at = table.rows.indexOf(row)
  if (at < 0) return
  if (row.statement !== undefined) askQuestion(row.statement, words.ask.refused(message, code))
  const { cells } = row
  if (table.kind === 'endpoints' && cells['does'] !== 'not shown' && round < 6) cells['does'] = 'not shown'
  else if (table.kind === 'fields' && (cells['default'] ?? '') !== '') cells['default'] = ''
  else if (
    table.kind === 'fields' &&
    (cells['rules'] ?? '') !== '' &&
    cells['rules'] !== 'key' &&
    findColumnAt(span, found.columns) === 'rules'
  )
    cells['rules'] = /\bkey\b/.test(cells['rules']!) ? 'key' : ''
  else if (table.kind === 'fields' && cells['type'] !== 'not shown' && cells['type'] !== '') cells['type'] = 'not shown'
  else if (table.kind === 'machine' && !/^(?:not shown)?$/.test(cells['if'] ?? '')) cells['if'] = 'not shown'
  else if (table.kind === 'errors' && cells['when'] !== 'not shown') cells['when'] = 'not shown'
  else if (table.kind === 'events' && cells['data'] !== 'not shown') cells['data'] = 'not shown'
  else if (table.kind === 'events' && cells['on'] !== 'not shown') cells['on'] = 'not shown'
  else table.rows.splice(at, 1)
}

/** The column of the printed row at a place. */
function findColumnAt({ source: from, start }: Diagnostic['primary']['span'], columns: readonly string[]): string | undefined {
  const { line } = findPosition(from, start)
  const before = from.text.slice(from.lineStarts[line - 1], start)
  return columns[Array.from(before.matchAll(/(?<!\\)\|/g)).length - 1]
}
