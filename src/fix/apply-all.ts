// Fixes all errors of a document that have only one fix, one after the other, as `check --fix` does.

import { type Compiled, type CompileEnvironment, compile } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { File } from '../document/read.ts'
import { type Fix, type TestedFix, identifyDiagnostic, searchFixes } from './fix.ts'

export type AppliedFix = { readonly diagnostic: Diagnostic; readonly fix: Fix }

/** `files` has the fixed texts, and `compiled` is compiled from them. */
export type FixedDocument = { readonly files: readonly File[]; readonly compiled: Compiled; readonly applied: readonly AppliedFix[] }

/** The maximum number of fixes of one run; a document with more errors needs another run. */
const maxFixes = 100

/**
 * Applies fixes of errors only. A gap and a warning ask for a decision of the author, and so does an error with several fixes: they stay.
 * Terminates because every fix reduces the number of errors.
 */
export function applyAllFixes(files: readonly File[], environment: CompileEnvironment): FixedDocument {
  const applied: AppliedFix[] = []
  let current = { files, compiled: compile(files, environment) }
  const undecided = new Set<string>()
  while (applied.length < maxFixes) {
    const next = findNextFix(current.files, current.compiled, environment, undecided)
    if (next === undefined) break
    const { diagnostic, fix } = next
    applied.push({ diagnostic, fix: { title: fix.title, edits: fix.edits } })
    current = fix
  }
  return { ...current, applied }
}

/** The first error with exactly one fix. `undecided` collects the names of other errors: a search compiles the document many times. */
function findNextFix(
  files: readonly File[],
  compiled: Compiled,
  environment: CompileEnvironment,
  undecided: Set<string>,
): { readonly diagnostic: Diagnostic; readonly fix: TestedFix } | undefined {
  for (const diagnostic of compiled.errors) {
    const name = identifyDiagnostic(diagnostic)
    if (undecided.has(name)) continue
    const [fix, ...others] = searchFixes(diagnostic, compiled, files, environment)
    if (fix !== undefined && others.length === 0) return { diagnostic, fix }
    undecided.add(name)
  }
  return undefined
}
