// Compiles a document from the disk for a command, and prints what was found.

import { dirname, resolve } from 'node:path'
import { type Compiled, compile } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { renderAll } from '../diagnostic/render.ts'
import type { Console } from './command.ts'
import { conventionFile, folderOf, load, lockFile, textOf } from './load.ts'

/** `noted` is told of each file that was looked for, whether or not it is there. */
export function compiled(path: string, noted: (file: string) => void = () => undefined): Compiled {
  const folder = folderOf(path)
  const convention = (name: string): string | undefined => {
    const file = conventionFile(folder, name)
    noted(file)
    return textOf(file)
  }
  const files = load(path)
  for (const { name } of files) noted(resolve(name))
  const rows = (from: string, name: string): string | undefined => {
    const file = resolve(dirname(from), name)
    noted(file)
    return textOf(file)
  }
  return compile(files, { convention, lock: () => convention(lockFile), rows })
}

/** Undefined where the document has errors, which are then told. */
export function withoutErrors(path: string, console: Console): Compiled | undefined {
  const result = compiled(path)
  if (result.errors.length === 0) return result
  printDiagnostics(result.errors, console, console.error)
  return undefined
}

export function printDiagnostics(diagnostics: readonly Diagnostic[], console: Console, write: (text: string) => void): void {
  if (diagnostics.length > 0) write(`${renderAll(diagnostics, { colour: console.colour, width: console.width })}\n\n`)
}

/** `2 errors, 1 gap`, or `nothing wrong`. */
export function counted(diagnostics: readonly Diagnostic[]): string {
  const words = (['error', 'gap', 'warning'] as const).flatMap((severity) => {
    const count = diagnostics.filter((each) => each.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
  })
  return words.length === 0 ? 'nothing wrong' : words.join(', ')
}
