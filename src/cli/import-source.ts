// Reads the sources of `ninefold import`, and defines the options that all kinds of them share.

import { type ImportSource } from '../import/import.ts'
import { describeDatabase, fileForms } from '../store/registry.ts'
import { Misuse } from './command.ts'
import { load } from './load.ts'

/** `output` is undefined if the document is printed; `name` is then the name that messages use. */
export type ImportOptions = {
  readonly output: string | undefined
  readonly use: readonly string[]
  readonly name: string
  readonly environment: { readonly convention: (name: string) => string | undefined }
}

/** A database if the path is a database address; otherwise a file. */
export async function openSource(path: string): Promise<ImportSource> {
  const database = await describeDatabase(path)
  if (database === undefined) return { file: readSource(path) }
  if ('problem' in database) throw new Misuse(database.problem)
  return { database }
}

/** An address with a scheme, or a file. */
export function readSource(path: string): { readonly name: string; readonly text: string } {
  if (/^[a-z][a-z0-9+]+:/.test(path))
    throw new Misuse(
      `${path} is not read: it is not a file, and imports fetch nothing. Name a file of OpenAPI or AsyncAPI, a form in Markdown, or a database: ${fileForms.replaceAll('|', ' or ')}`,
    )
  const [file, ...otherFiles] = load(path)
  if (file === undefined || otherFiles.length > 0) throw new Misuse(`${path} is a folder; name one file`)
  return file
}

export function countNoun(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
