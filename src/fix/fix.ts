// Converts the remedies of a diagnostic to edits of the text, each tested by compiling before it is offered.

import type { Compiled, CompileEnvironment } from '../compile/compile.ts'
import { compile } from '../compile/compile.ts'
import { findReadingErrors } from '../compile/reading-errors.ts'
import { type Diagnostic, listPlaces } from '../diagnostic/diagnostic.ts'
import { applyEdits } from '../document/edit.ts'
import type { File } from '../document/read.ts'
import { type FixCandidate, listFixCandidates } from './candidates.ts'
import { createTextGuard } from './own-text.ts'

/** Offsets are UTF-16 units of the file's text. */
export type FileEdit = { readonly file: string; readonly start: number; readonly end: number; readonly text: string }
export type Fix = { readonly title: string; readonly edits: readonly FileEdit[] }

/** A fix with the fixed files, and the document compiled from them. */
export type TestedFix = Fix & { readonly files: readonly File[]; readonly compiled: Compiled }

/** The maximum number of candidates to test. */
const maxCandidates = 24

/** Each fix removes the diagnostic, causes no new error, and deletes only text that the diagnostic is about. `original`: the compiled files. */
export function searchFixes(
  diagnostic: Diagnostic,
  original: Compiled,
  files: readonly File[],
  environment: CompileEnvironment,
): readonly TestedFix[] {
  return [...testFixes(diagnostic, original, files, environment)].filter((fix) => fix !== undefined)
}

/** The same step by step: each step tests one candidate, and gives it if it is a fix. A test takes as long as compiling. */
export function* testFixes(
  diagnostic: Diagnostic,
  original: Compiled,
  files: readonly File[],
  environment: CompileEnvironment,
): Generator<TestedFix | undefined, void> {
  const counts = count(original.diagnostics)
  const readingCounts = count(findReadingErrors(files))
  const [foundKinds, testedTexts] = [new Set<string>(), new Set<string>()]
  const deletesOwnText = createTextGuard(diagnostic, original.document)
  for (const candidate of listFixCandidates(diagnostic, original.document).slice(0, maxCandidates)) {
    if (foundKinds.has(candidate.kind)) continue
    if (!candidate.edits.every((edit) => deletesOwnText(edit, candidate.kind === 'removal'))) continue
    const fix = { title: candidate.title, edits: listEdits(candidate) }
    const fixedFiles = apply(files, fix)
    if (fixedFiles === undefined) continue
    // Candidates of one kind often give the same text, by other edits.
    const tested = JSON.stringify([candidate.kind, ...fixedFiles.map(({ text }) => text)])
    if (testedTexts.has(tested)) continue
    testedTexts.add(tested)
    const isReadable = findReadingErrors(fixedFiles).every((each) => readingCounts.has(identifyDiagnostic(each)))
    const compiled = isReadable ? compile(fixedFiles, environment) : undefined
    const isFound = compiled !== undefined && isFix(compiled.diagnostics, diagnostic, candidate.kind, counts)
    if (isFound) foundKinds.add(candidate.kind)
    yield isFound ? { ...fix, files: fixedFiles, compiled } : undefined
  }
}

/** Undefined if an edit is outside of these files, such as in a convention, or changes nothing. */
export function apply(files: readonly File[], { edits }: Pick<Fix, 'edits'>): readonly File[] | undefined {
  if (!edits.every(({ file }) => files.some(({ name }) => name === file))) return undefined
  const after = files.map(({ name, text }) => ({
    name,
    text: applyEdits(
      text,
      edits.filter(({ file }) => file === name),
    ),
  }))
  return after.every(({ text }, index) => text === files[index]!.text) ? undefined : after
}

function listEdits({ edits }: FixCandidate): readonly FileEdit[] {
  return edits.map(({ span: { source, start, end }, text }) => ({ file: source.name, start, end, text }))
}

function isFix(after: readonly Diagnostic[], diagnostic: Diagnostic, kind: string, countsBefore: ReadonlyMap<string, number>): boolean {
  const name = identifyDiagnostic(diagnostic)
  const countsAfter = count(after)
  return (
    (countsAfter.get(name) ?? 0) < (countsBefore.get(name) ?? 0) &&
    after.every((each) => countsBefore.has(identifyDiagnostic(each)) || !isHarm(each, diagnostic, kind))
  )
}

/**
 * True if a fix causes harm: another diagnostic of the same code, or a gap after a removal. Without errors, more checks run than before.
 */
function isHarm({ code, severity }: Diagnostic, { code: fixedCode, severity: before }: Diagnostic, kind: string): boolean {
  if (severity === 'error') return true
  return before === 'error'
    ? kind === 'removal' && severity === 'gap' && /\/missing-/.test(code)
    : code === fixedCode || (kind === 'removal' && severity === 'gap')
}

function count(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of diagnostics)
    counts.set(identifyDiagnostic(each), (counts.get(identifyDiagnostic(each)) ?? 0) + listPlaces(each).length)
  return counts
}

/** Identifies a diagnostic after edits, which move its place. */
export function identifyDiagnostic({ code, message }: Diagnostic): string {
  return `${code}: ${message}`
}
