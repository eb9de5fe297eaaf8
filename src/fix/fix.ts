// Converts a diagnostic's help to edits of the text, each tested by compiling before it is offered.

import type { Compiled, CompileWorld } from '../compile/compile.ts'
import { compile } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { applyEdits } from '../document/edit.ts'
import type { File } from '../document/read.ts'
import { type FixCandidate, candidatesOf } from './candidates.ts'

/** Offsets are UTF-16 units of the file's text. */
export type FileEdit = { readonly file: string; readonly start: number; readonly end: number; readonly text: string }
export type Fix = { readonly title: string; readonly edits: readonly FileEdit[] }

/** The maximum number of candidates to test. */
const maxTried = 24

/**
 * Each fix removes the diagnostic and causes no new error. `before`: the compiled files.
 */
export function fixesOf(diagnostic: Diagnostic, before: Compiled, files: readonly File[], world: CompileWorld): readonly Fix[] {
  const counts = count(before.diagnostics)
  const fixes = new Map<string, Fix>()
  for (const candidate of candidatesOf(diagnostic, before.document).slice(0, maxTried)) {
    if (fixes.has(candidate.kind)) continue
    const fix = { title: candidate.title, edits: editsOf(candidate) }
    const mended = apply(files, fix)
    if (mended !== undefined && helps(compile(mended, world).diagnostics, diagnostic, candidate.kind, counts)) fixes.set(candidate.kind, fix)
  }
  return [...fixes.values()]
}

/** Undefined if an edit is outside of these files, such as in a convention, or changes nothing. */
export function apply(files: readonly File[], { edits }: Pick<Fix, 'edits'>): readonly File[] | undefined {
  if (!edits.every(({ file }) => files.some(({ name }) => name === file))) return undefined
  const after = files.map(({ name, text }) => ({ name, text: applyEdits(text, edits.filter(({ file }) => file === name)) }))
  return after.every(({ text }, index) => text === files[index]!.text) ? undefined : after
}

function editsOf({ edits }: FixCandidate): readonly FileEdit[] {
  return edits.map(({ span: { source, start, end }, text }) => ({ file: source.name, start, end, text }))
}

function helps(after: readonly Diagnostic[], diagnostic: Diagnostic, kind: string, known: ReadonlyMap<string, number>): boolean {
  const name = nameOf(diagnostic)
  const found = count(after)
  return (found.get(name) ?? 0) < (known.get(name) ?? 0) && after.every((each) => known.has(nameOf(each)) || !harms(each, diagnostic, kind))
}

/**
 * True if a fix causes harm: another diagnostic of the same code, or a gap after a removal. Without errors, more checks run than before.
 */
function harms({ code, severity }: Diagnostic, { code: mended, severity: before }: Diagnostic, kind: string): boolean {
  if (severity === 'error') return true
  return before === 'error'
    ? kind === 'removal' && severity === 'gap' && /\/missing-/.test(code)
    : code === mended || (kind === 'removal' && severity === 'gap')
}

function count(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of diagnostics) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1)
  return counts
}

function nameOf({ code, message }: Diagnostic): string {
  return `${code}: ${message}`
}
