// Renames every occurrence, compiles the document, and refuses a rename that breaks it.

import { type Compiled, compile } from '../compile/compile.ts'
import { apply } from '../fix/fix.ts'
import { type SymbolOccurrence, listOccurrencesIn } from './symbols.ts'
import type { OpenedDocument } from './workspace.ts'

export function findOccurrence(all: readonly SymbolOccurrence[], file: string, offset: number): SymbolOccurrence | undefined {
  const around = all.filter(({ span: { source, start, end } }) => source.name === file && start <= offset && offset <= end)
  return around.toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0]
}

/** All occurrences of the name at the place, its declaration first. */
export function listNameOccurrences(compiled: Compiled, file: string, offset: number): readonly SymbolOccurrence[] {
  const occurrences = listOccurrencesIn(compiled)
  const occurrence = findOccurrence(occurrences, file, offset)
  return occurrence === undefined
    ? []
    : occurrences.filter(({ id }) => id === occurrence.id).toSorted((a, b) => Number(b.declares) - Number(a.declares))
}

/** `problem`: the reason why the name cannot be changed. */
export function rename(
  { compiled, files, environment }: OpenedDocument,
  file: string,
  offset: number,
  name: string,
): { readonly occurrences: readonly SymbolOccurrence[] } | { readonly problem: string } {
  const occurrences = listNameOccurrences(compiled, file, offset)
  if (occurrences.length === 0) return { problem: 'there is no name of the document here' }
  if (!/^[A-Za-z][\w.-]*$/.test(name)) return { problem: `${name} is not a name` }
  if (!occurrences.some(({ declares }) => declares)) return { problem: 'it is declared in no file of the document' }
  const edits = occurrences.map(({ span: { source, start, end } }) => ({ file: source.name, start, end, text: name }))
  const after = apply(files, { edits })
  if (after === undefined) return { occurrences: [] }
  const renamed = compile(after, environment)
  const [problem] = renamed.errors.length > compiled.errors.length ? renamed.errors : []
  return problem === undefined ? { occurrences } : { problem: `after it the document would have an error: ${problem.message}` }
}
