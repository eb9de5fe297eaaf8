// Compiles a document from disk for a command, and prints its diagnostics.

import { dirname, resolve } from 'node:path'
import { type Compiled, type CompileEnvironment, compile } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { renderReport } from '../diagnostic/render.ts'
import type { Console } from './command.ts'
import { type LoadedFile, findConventionFile, findDocumentFolder, load, conventionLockFile, readTextFile } from './load.ts'

/** `onFile` receives the name of each file that the compiler looks for, existing or not. */
export function compileAt(path: string, onFile: (file: string) => void = () => undefined): Compiled {
  const files = load(path)
  for (const { name } of files) onFile(resolve(name))
  return compile(files, compileEnvironmentIn(findDocumentFolder(path), onFile))
}

/** The files at a path, and the files that they may refer to. */
export function openDocument(path: string): { readonly files: readonly LoadedFile[]; readonly environment: CompileEnvironment } {
  return { files: load(path), environment: compileEnvironmentIn(findDocumentFolder(path)) }
}

/** Reads the conventions, the lock file and the row files that a document in the folder may refer to. */
export function compileEnvironmentIn(folder: string, onFile: (file: string) => void = () => undefined): CompileEnvironment {
  const readConvention = (name: string): string | undefined => {
    const file = findConventionFile(folder, name)
    onFile(file)
    return readTextFile(file)
  }
  const readRows = (from: string, name: string): string | undefined => {
    const file = resolve(dirname(from), name)
    onFile(file)
    return readTextFile(file)
  }
  return { convention: readConvention, lock: () => readConvention(conventionLockFile), rows: readRows }
}

/** Compiles a document; prints its errors and returns undefined if it has any. */
export function withoutErrors(path: string, console: Console): Compiled | undefined {
  const result = compileAt(path)
  if (result.errors.length === 0) return result
  printDiagnostics(result.errors, console, console.error)
  return undefined
}

export function printDiagnostics(diagnostics: readonly Diagnostic[], console: Console, write: (text: string) => void): void {
  if (diagnostics.length > 0) write(`${renderReport(diagnostics, { colour: console.colour, width: console.width })}\n\n`)
}

/** `2 errors, 1 gap`, or `nothing wrong`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = (['error', 'gap', 'warning'] as const).flatMap((severity) => {
    const count = diagnostics.filter((each) => each.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
  })
  return counts.length === 0 ? 'nothing wrong' : counts.join(', ')
}
