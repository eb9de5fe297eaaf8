// `ninefold import SOURCE`: converts other descriptions to a document, with a question for each open point.

import { basename, dirname, join, resolve } from 'node:path'
import { type Json, printJson } from '../base/json.ts'
import { type ImportSource, type Imported, importSources } from '../import/import.ts'
import { fileForms, readDatabaseRows } from '../store/registry.ts'
import { type Command, type Console, Misuse, type Status, type Values, readFlag, readTextOption } from './command.ts'
import { countDiagnostics, printDiagnostics } from './compiled.ts'
import { findConventionFile, readTextFile } from './load.ts'
import { checkProse, importFormFile } from './import-form.ts'
import { type ImportOptions, countNoun, openSource } from './import-source.ts'
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
  async run(paths, values, console) {
    const options = readOptions(values)
    const isForm = isMarkdown(paths[0]!)
    if (paths.length > 1 && paths.some(isMarkdown))
      throw new Misuse('a form in Markdown is imported alone; several sources are files of OpenAPI or AsyncAPI, and databases')
    const format = readTextOption(values, 'format')
    if (format !== undefined && (format !== 'json' || !isForm))
      throw new Misuse(isForm ? `--format ${format}: there is \`json\`` : '--format is for a form in Markdown')
    if (values['check'] === true) {
      if (!isForm || options.output !== undefined)
        throw new Misuse(isForm ? '--check writes no document; leave --output out' : '--check is for a document in Markdown')
      return checkProse(paths[0]!, options, values, console)
    }
    if (isForm) return importFormFile(paths[0]!, options, values, console)
    if (values['language'] !== undefined) throw new Misuse('--language is for a form in Markdown')
    return importData(paths, options, readFlag(values, 'rows'), console)
  },
}

function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path)
}

function readOptions(values: Values): ImportOptions {
  const output = readTextOption(values, 'output')
  const use = Array.isArray(values['use']) ? values['use'].filter((each) => typeof each === 'string') : []
  const name = output ?? 'imported.md'
  const folder = dirname(resolve(name))
  const readConvention = (each: string): string | undefined => readTextFile(findConventionFile(folder, each))
  const missing = use.find((each) => readConvention(each) === undefined)
  if (missing !== undefined)
    throw new Misuse(`--use ${missing}: there is no such convention; \`ninefold explain http@1\` shows an existing one`)
  return { output, use, name, environment: { convention: readConvention } }
}

/** Imports files of OpenAPI or AsyncAPI, and databases; `withRows`: also the rows of the databases. */
async function importData(
  paths: readonly string[],
  { output, use, name, environment }: ImportOptions,
  withRows: boolean,
  console: Console,
): Promise<Status> {
  const sources = await Promise.all(paths.map(openSource))
  const rows = withRows ? await readRowFiles(sources, paths, output) : []
  const { imported, problem } = importSources(withRowFiles(sources, rows), { use, name, environment })
  if (problem !== undefined) throw new Misuse(problem)
  const { compiled, text } = imported
  const unfilled = compiled.errors.find(({ code }) => code === 'convention/missing-argument')
  if (unfilled !== undefined)
    throw new Misuse(
      `${unfilled.message}, which --use does not take: import without it, and adopt it in the document. ${unfilled.help ?? ''}`.trim(),
    )
  if (output === undefined) console.out(text)
  else {
    write(output, text, true)
    for (const { file, rows: ofTable } of rows) write(join(dirname(resolve(output)), file), printRows(ofTable), true)
  }
  console.error(`${summarise(imported)}\n`)
  printDiagnostics(compiled.errors, console, console.error)
  if (output !== undefined) console.error(describeNearestToRun(compiled, output) ?? '')
  return compiled.errors.length === 0 ? 0 : 1
}

/** The numbers of the imported resources, operations and questions, in words. */
function summarise({ compiled, kind, questions }: Imported): string {
  const { operations, model } = compiled
  const complete = operations.filter((each) => each.complete).length
  return `${kind}: ${countNoun(model.resources.value.resources.length, 'resource')}, ${countNoun(operations.length, 'operation')}, ${complete} of them complete; ${countNoun(questions, 'question')}; check: ${countDiagnostics(compiled.diagnostics)}`
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
