// Reads the files of a document from the disk: one Markdown or YAML file, or a folder of them.

import { type Stats, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Misuse } from './command.ts'

export type LoadedFile = { readonly name: string; readonly text: string }

/** Files with a document, or a part of one. */
export const readableFile = /\.(md|markdown|ya?ml)$/i

/** Files by path, in order; names are as the user would write them. Any other text file is read as Markdown. */
export function load(path: string): LoadedFile[] {
  if (!readFileStats(path).isDirectory()) return [readFile(path)]
  const names = listFilesWithin(path).sort()
  if (names.length === 0) throw new Misuse(`${path} contains no Markdown or YAML file`)
  return names.map((name) => readFile(join(path, name)))
}

/** Ignores files of tools beside a document: packages that its code uses, and folders that begin with a dot. */
function listFilesWithin(folder: string, subfolder = ''): string[] {
  return readdirSync(join(folder, subfolder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(subfolder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : listFilesWithin(folder, name)
    return readableFile.test(entry.name) ? [name] : []
  })
}

function readFileStats(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw new Misuse(printReason(path, error))
  }
}

/** The bytes of a file outside the document. */
export function readFileBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Misuse(printReason(path, error))
  }
}

function readFile(path: string): LoadedFile {
  const bytes = readFileBytes(path)
  try {
    return { name: path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    throw new Misuse(`${path} is not UTF-8 text`)
  }
}

function printReason(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (path === '') return 'the path is empty'
  if (code === 'ERR_INVALID_ARG_VALUE') return 'the path has a character that no path may have'
  if (code === 'ENOENT' && /^https?:/.test(path)) return `${path} is an address, and the command reads files: save the document first`
  if (code === 'ENOENT') return `${path} does not exist`
  if (code === 'EACCES') return `${path} cannot be read: permission denied`
  return `${path} cannot be read: ${code ?? String(error)}`
}

/** The folder that a document's own paths (conventions, files of records) start from. */
export function findDocumentFolder(path: string): string {
  return readFileStats(path).isDirectory() ? resolve(path) : dirname(resolve(path))
}

/** The lock file beside the document: the digest of each adopted convention. */
export const conventionLockFile = 'ninefold.lock'

/** The folder of the built-in conventions: beside `src` in a checkout, beside `dist` in the package. */
const conventions = resolve(import.meta.dirname, '../../conventions')

/** The file of a convention that `use:` names: a built-in such as `http@1`, or a path from the document's folder. */
export function findConventionFile(folder: string, name: string): string {
  return /^[a-z][a-z0-9-]*@\d+$/.test(name) ? join(conventions, `${name}.md`) : resolve(folder, name)
}

/** Undefined if the file does not exist, or cannot be read. */
export function readTextFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
