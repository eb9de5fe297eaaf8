// Compares two editions for a command: by the rules, and on request by running both.

import { SeededRandomness, VirtualClock } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Change } from '../diff/change.ts'
import { findServedVersion } from '../diff/cover.ts'
import { diffEditions } from '../diff/diff.ts'
import { type Edition, createEdition } from '../diff/edition.ts'
import { applyWitnesses } from '../diff/apply-witnesses.ts'
import { searchWitnesses } from '../diff/witness/search.ts'
import type { Searched } from '../diff/witness/witness.ts'
import { plainSecrets } from '../meaning/record/secrets.ts'
import { slotValueOf } from '../model/slot.ts'
import type { OpenService } from '../scenario/service.ts'
import { type Console, Misuse } from './command.ts'
import { compileAt, printDiagnostics } from './compiled.ts'
import { compileRevision, parseRevision, refuseBareRevision } from './revision.ts'
import { makeServiceOpener } from './test-service.ts'

/** The default number of requests that are sent to both editions. */
export const defaultBudget = 1000

/** `searchProblem`: the reason why both editions could not be run. */
export type EditionComparison = { readonly changes: readonly Change[]; readonly searched?: Searched; readonly searchProblem?: string }

/** `isMeasured`: also searches around changes that the rules call safe, and ends with the first witness. */
export async function compareEditions(
  editions: { readonly old: Edition; readonly new: Edition },
  budget: number,
  { isMeasured = false } = {},
): Promise<EditionComparison> {
  const changes = diffEditions(editions.old, editions.new)
  if (budget === 0 || (changes.length === 0 && !isMeasured)) return { changes }
  try {
    const searched = await searchWitnesses({
      ...editions,
      changes,
      budget,
      isMeasured,
      // A measurement may share a busy machine.
      ...(isMeasured ? { patience: 60_000 } : {}),
      version: findClientVersion(editions),
      openers: { old: makeOpener(editions.old, editions.old), new: makeOpener(editions.new, editions.old) },
    })
    return { changes: applyWitnesses(changes, searched), searched }
  } catch (error) {
    // If a setting or code is missing, only the rules judge the change.
    if (!(error instanceof Misuse)) throw error
    return { changes, searchProblem: error.message }
  }
}

/** The version that old clients send: the one that the old edition described, or the pinned one if it describes none newer. */
function findClientVersion({ old, new: now }: { readonly old: Edition; readonly new: Edition }): string | undefined {
  const { current, pinned } = old.compiled.model.versioning.value
  const isPinned = pinned.state === 'shown' && findServedVersion({ old, new: now })?.isOlder !== true
  return isPinned ? undefined : slotValueOf(current)?.text
}

/** Both editions start with equal time and randomness, so every difference comes from the document. Callers are those of the old one. */
function makeOpener({ compiled, today }: Edition, { compiled: callersDocument }: Edition): OpenService {
  const start = Date.parse(`${today}T00:00:00Z`)
  return makeServiceOpener(
    compiled,
    () => ({ store: 'memory', clock: new VirtualClock(start), randomness: new SeededRandomness('witness'), hashes: plainSecrets }),
    callersDocument,
  )
}

/** A file, a folder, or a git revision. An edition with errors cannot be compared. `other`: the path of the edition to compare. */
export function readEdition(path: string, console: Console, isElsewhere = false, other?: string): Edition {
  const revision = parseRevision(path)
  if (revision === undefined && other !== undefined) refuseBareRevision(path, other)
  const result = revision === undefined ? compileAt(path) : compileRevision(path, revision)
  if (result.errors.length === 0) return asEdition(result, isElsewhere)
  printDiagnostics(result.errors, console, console.error)
  throw new Misuse(`${path} has errors: both editions must be read before they are compared`)
}

export function asEdition(result: Compiled, isElsewhere = false): Edition {
  return createEdition(result, new Date().toISOString().slice(0, 10), isElsewhere)
}
