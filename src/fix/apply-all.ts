// Fixes all errors of a document that have only one fix, one after the other, as `check --fix` does.

import { type Compiled, type CompileEnvironment, compile } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { File } from '../document/read.ts'
import { type Fix, apply, identifyDiagnostic, searchFixes } from './fix.ts'

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
  let fixed = files
  let compiled = compile(fixed, environment)
  const undecided = new Set<string>()
  while (applied.length < maxFixes) {
    const next = findNextFix(fixed, compiled, environment, undecided)
    const changed = next && apply(fixed, next.fix)
    if (next === undefined || changed === undefined) break
    applied.push(next)
    fixed = changed
    compiled = compile(fixed, environment)
  }
  return { files: fixed, compiled, applied }
}

/** The first error with exactly one fix. `undecided` collects the names of other errors: a search compiles the document many times. */
function findNextFix(
  files: readonly File[],
  compiled: Compiled,
  environment: CompileEnvironment,
  undecided: Set<string>,
): AppliedFix | undefined {
  for (const diagnostic of compiled.errors) {
    const name = identifyDiagnostic(diagnostic)
    if (undecided.has(name)) continue
    const [fix, ...others] = searchFixes(diagnostic, compiled, files, environment)
    if (fix !== undefined && others.length === 0) return { diagnostic, fix }
    undecided.add(name)
  }
  return undefined
}
