// `ninefold import SOURCE`: converts other descriptions to a document, with a question for each open point.

import { basename, dirname, join, resolve } from 'node:path'
import { type Json, printJson } from '../base/json.ts'
import { type HeldProse, holdProse } from '../import/form/against.ts'
import { importForm, type ImportedForm } from '../import/form/form.ts'
import { type ImportSource, importSources } from '../import/import.ts'
import { describeDatabase, fileForms, readDatabaseRows } from '../store/registry.ts'
import { type Command, type Console, Misuse, readFlag, readTextOption } from './command.ts'
import { countDiagnostics, printDiagnostics } from './compiled.ts'
import { findConventionFile, load, readTextFile } from './load.ts'
import { describeNearestToRun } from './nearest.ts'
import { write } from './write.ts'

export const importCommand: Command = {
  name: 'import',
  arguments: 'SOURCE…',
  about:
    'Writes a document from OpenAPI and AsyncAPI files, databases, or a form of nine parts in Markdown. Open points become questions in it.',
  options: [
    { flag: '--output FILE', about: 'write to a new file instead of printing; never overwrites a file' },
    { flag: '--use CONVENTION', about: 'a convention that the document adopts, such as http@1; may be given several times' },
    { flag: '--rows', about: 'also writes the rows of a database, as files of `records` beside --output' },
    { flag: '--language CODE', about: 'the language of a form: en (English, default) or de (German)' },
    {
      flag: '--format json',
      about: 'prints the reading of each statement of a form as JSON; the document is then written only with --output',
    },
    { flag: '--check', about: 'compares the prose of a document with its binding content, and writes nothing' },
  ],
  parse: {
    output: { type: 'string' },
    rows: { type: 'boolean' },
    use: { type: 'string', multiple: true },
    language: { type: 'string' },
    format: { type: 'string' },
    check: { type: 'boolean' },
  },
  words: [1, Infinity],
  async run([path, ...otherPaths], values, console) {
    const output = readTextOption(values, 'output')
    const conventions = Array.isArray(values['use']) ? values['use'].filter((each) => typeof each === 'string') : []
    const name = output ?? 'imported.md'
    const folder = dirname(resolve(name))
    const readConvention = (each: string): string | undefined => readTextFile(findConventionFile(folder, each))
    const missing = conventions.find((each) => readConvention(each) === undefined)
    if (missing !== undefined)
      throw new Misuse(`--use ${missing}: there is no such convention; \`ninefold explain http@1\` shows an existing one`)
    const isForm = /\.(?:md|markdown)$/i.test(path!)
    if (otherPaths.length > 0 && [path!, ...otherPaths].some((each) => /\.(?:md|markdown)$/i.test(each)))
      throw new Misuse('a form in Markdown is imported alone; several sources are files of OpenAPI or AsyncAPI, and databases')
    const format = readTextOption(values, 'format')
    if (format !== undefined && (format !== 'json' || !isForm))
      throw new Misuse(isForm ? `--format ${format}: there is \`json\`` : '--format is for a form in Markdown')
    if (values['check'] === true) {
      if (!isForm || output !== undefined)
        throw new Misuse(isForm ? '--check writes no document; leave --output out' : '--check is for a document in Markdown')
      const comparison = holdProse(readSource(path!), {
        use: conventions,
        name,
        environment: { convention: readConvention },
        language: readTextOption(values, 'language') ?? 'en',
      })
      if ('problem' in comparison) throw new Misuse(comparison.problem)
      return writeFindings(comparison, path!, format === 'json', console)
    }
    if (isForm) {
      const form = importForm(readSource(path!), {
        use: conventions,
        name,
        environment: { convention: readConvention },
        language: readTextOption(values, 'language') ?? 'en',
      })
      if ('problem' in form) throw new Misuse(form.problem)
      return writeForm(form, output, format === 'json', console)
    }
    if (values['language'] !== undefined) throw new Misuse('--language is for a form in Markdown')
    const sources = await Promise.all([path!, ...otherPaths].map(openSource))
    const rows = readFlag(values, 'rows') ? await readRowFiles(sources, [path!, ...otherPaths], output) : []
    const { imported, problem } = importSources(withRowFiles(sources, rows), {
      use: conventions,
      name,
      environment: { convention: readConvention },
    })
    if (problem !== undefined) throw new Misuse(problem)
    const { compiled, kind, questions } = imported
    const unfilled = compiled.errors.find(({ code }) => code === 'convention/missing-argument')
    if (unfilled !== undefined)
      throw new Misuse(
        `${unfilled.message}, which --use does not take: import without it, and adopt it in the document. ${unfilled.help ?? ''}`.trim(),
      )
    if (output === undefined) console.out(imported.text)
    else {
      write(output, imported.text, true)
      for (const { file, rows: ofTable } of rows) write(join(folder, file), printRows(ofTable), true)
    }
    const complete = compiled.operations.filter((each) => each.complete).length
    console.error(
      `${kind}: ${count(compiled.model.resources.value.resources.length, 'resource')}, ${count(compiled.operations.length, 'operation')}, ${complete} of them complete; ${count(questions, 'question')}; check: ${countDiagnostics(compiled.diagnostics)}\n`,
    )
    printDiagnostics(compiled.errors, console, console.error)
    if (output !== undefined) console.error(describeNearestToRun(compiled, output) ?? '')
    return compiled.errors.length === 0 ? 0 : 1
  },
}

/** The rows of one table of a source, and the name of their file beside the document. */
type RowFile = { readonly source: number; readonly table: string; readonly file: string; readonly rows: readonly Json[] }

async function readRowFiles(sources: readonly ImportSource[], paths: readonly string[], output: string | undefined): Promise<RowFile[]> {
  if (output === undefined) throw new Misuse('--rows writes files beside the document, so name that with --output')
  if (!sources.some(({ database }) => database !== undefined))
    throw new Misuse(`--rows is for a database: ${fileForms.replaceAll('|', ' or ')}`)
  const files: RowFile[] = []
  for (const [source, { database }] of sources.entries()) {
    if (database === undefined) continue
    const found = await readDatabaseRows(paths[source]!, database.tables)
    if ('problem' in found) throw new Misuse(found.problem)
    for (const [table, rows] of found)
      if (rows.length > 0)
        files.push({ source, table, rows, file: `${basename(output).replace(/\.\w+$/, '')}-${table.replaceAll(/[^\w-]+/g, '-')}.json` })
  }
  return files
}

function withRowFiles(sources: readonly ImportSource[], files: readonly RowFile[]): readonly ImportSource[] {
  return sources.map((each, index) =>
    each.database === undefined
      ? each
      : { ...each, rowFiles: new Map(files.flatMap(({ source, table, file }) => (source === index ? [[table, file] as const] : []))) },
  )
}

/** A record per line, so that a message about one names its line. */
function printRows(rows: readonly Json[]): string {
  return `[\n${rows.map((row) => printJson(row)).join(',\n')}\n]\n`
}

function writeForm({ text, compiled, statements }: ImportedForm, output: string | undefined, isJson: boolean, console: Console): 0 | 1 {
  if (output !== undefined) write(output, text, true)
  else if (!isJson) console.out(text)
  const countOf = (outcome: string): number => statements.filter((each) => each.outcome === outcome).length
  const summary = { statements: statements.length, taken: countOf('taken'), questions: countOf('question'), prose: countOf('prose') }
  if (isJson) console.out(`${JSON.stringify({ ...summary, all: statements }, undefined, 2)}\n`)
  console.error(
    `${count(summary.statements, 'statement')}: ${summary.taken} taken, ${count(summary.questions, 'question')}, ${summary.prose} prose; check: ${countDiagnostics(compiled.diagnostics)}\n`,
  )
  printDiagnostics(compiled.errors, console, console.error)
  return compiled.errors.length === 0 ? 0 : 1
}

const findingKinds = {
  different: 'The binding content differs',
  missing: 'Missing from the binding content',
  open: 'It is not understood, so compare it yourself',
} as const

function writeFindings({ statements, findings }: HeldProse, path: string, isJson: boolean, console: Console): 0 | 1 {
  if (isJson) console.out(`${JSON.stringify({ statements, findings }, undefined, 2)}\n`)
  else {
    for (const kind of ['different', 'missing', 'open'] as const) {
      const ofKind = findings.filter((each) => each.kind === kind)
      if (ofKind.length === 0) continue
      console.out(
        `${findingKinds[kind]}:\n\n${ofKind.map(({ line, text, place }) => `- ${path}:${line}: "${text.length > 160 ? `${text.slice(0, 160)} …` : text}" (${place})`).join('\n')}\n\n`,
      )
    }
  }
  const countOf = (kind: string): number => findings.filter((each) => each.kind === kind).length
  console.error(
    `${count(statements, 'statement')} of prose: ${countOf('different')} different, ${countOf('missing')} missing, ${countOf('open')} not understood\n`,
  )
  return findings.some(({ kind }) => kind !== 'open') ? 1 : 0
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}

/** A database if the path is a database address; otherwise a file. */
async function openSource(path: string): Promise<ImportSource> {
  const database = await describeDatabase(path)
  if (database === undefined) return { file: readSource(path) }
  if ('problem' in database) throw new Misuse(database.problem)
  return { database }
}

/** An address with a scheme, or a file. */
function readSource(path: string): { readonly name: string; readonly text: string } {
  if (/^[a-z][a-z0-9+]+:/.test(path))
    throw new Misuse(
      `${path} is not read: it is not a file, and imports fetch nothing. Name a file of OpenAPI or AsyncAPI, a form in Markdown, or a database: ${fileForms.replaceAll('|', ' or ')}`,
    )
  const [file, ...otherFiles] = load(path)
  if (file === undefined || otherFiles.length > 0) throw new Misuse(`${path} is a folder; name one file`)
  return file
}
