// `ninefold import SOURCE`: a document from what others wrote, with a question wherever they leave something open.

import { dirname, resolve } from 'node:path'
import { importFile } from '../import/import.ts'
import { type Command, Misuse, text } from './command.ts'
import { counted, printDiagnostics } from './compiled.ts'
import { conventionFile, load, textOf } from './load.ts'
import { write } from './write.ts'

export const importCommand: Command = {
  name: 'import',
  arguments: 'SOURCE',
  about: 'Writes a document from an OpenAPI file; what that leaves open is a question in it.',
  options: [
    { flag: '--output FILE', about: 'where to write it, instead of printing; a file that is there stays as it is' },
    { flag: '--use CONVENTION', about: 'a convention that the document adopts, such as http@1; more than once for several' },
  ],
  parse: { output: { type: 'string' }, use: { type: 'string', multiple: true } },
  words: [1, 1],
  async run([path], values, console) {
    const output = text(values, 'output')
    const use = Array.isArray(values['use']) ? values['use'].filter((each) => typeof each === 'string') : []
    const name = output ?? 'imported.md'
    const folder = dirname(resolve(name))
    const convention = (each: string): string | undefined => textOf(conventionFile(folder, each))
    const missing = use.find((each) => convention(each) === undefined)
    if (missing !== undefined) throw new Misuse(`--use ${missing}: there is no such convention; \`ninefold explain http@1\` shows one that there is`)
    const { imported, problem } = importFile(sourceAt(path!), { use, name, world: { convention } })
    if (problem !== undefined) throw new Misuse(problem)
    const { compiled, kind, questions } = imported
    if (output === undefined) console.out(imported.text)
    else write(output, imported.text, true)
    const complete = compiled.operations.filter((each) => each.complete).length
    console.error(`${kind}: ${count(compiled.model.resources.value.resources.length, 'resource')}, ${count(compiled.operations.length, 'operation')}, ${complete} of them complete; ${count(questions, 'question')}; check: ${counted(compiled.diagnostics)}\n`)
    printDiagnostics(compiled.errors, console, console.error)
    return compiled.errors.length === 0 ? 0 : 1
  },
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** An address is told apart from a file by its scheme. */
function sourceAt(path: string): { readonly name: string; readonly text: string } {
  if (/^[a-z][a-z0-9+]+:/.test(path)) throw new Misuse(`${path} is not read: it is no file. Nothing is fetched, and no database is read yet; name an OpenAPI file`)
  if (/\.(?:md|markdown)$/i.test(path)) throw new Misuse(`${path} is not read: Markdown is a document already; \`ninefold check ${path}\` says what it lacks`)
  const [file, ...more] = load(path)
  if (file === undefined || more.length > 0) throw new Misuse(`${path} is a folder; name one file`)
  return file
}
