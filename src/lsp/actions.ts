// Code actions: the tested fixes of diagnostics, which are looked for step by step, so that typing goes on.

import type { Span } from '../base/text.ts'
import { type Diagnostic, fromPlace } from '../diagnostic/diagnostic.ts'
import { type Fix, testFixes } from '../fix/fix.ts'
import { listPlacesIn, toLsp } from './diagnostics.ts'
import { type LspPosition, type Range, lspRange, toPosition, toSource, makeWorkspaceEdit } from './protocol.ts'
import { type OpenedDocument, toUri } from './workspace.ts'

/** By place. Editors ask again whenever the cursor moves. */
const knownFixes = new WeakMap<Diagnostic, Map<Span, readonly Fix[]>>()

/** The fixes of the diagnostics in the range. `isStillWanted` is asked before each test; undefined as soon as it says no. */
export async function listCodeActions(
  opened: OpenedDocument,
  path: string,
  range: Range,
  isStillWanted: () => Promise<boolean>,
): Promise<readonly object[] | undefined> {
  const { compiled, files } = opened
  const overlapping = compiled.diagnostics.flatMap((diagnostic) =>
    listPlacesIn(diagnostic, path).flatMap((place) => (overlaps(lspRange(place), range) ? [{ diagnostic, place }] : [])),
  )
  const actions: object[] = []
  for (const { diagnostic, place } of overlapping) {
    const known = knownFixes.get(diagnostic) ?? new Map<Span, readonly Fix[]>()
    knownFixes.set(diagnostic, known)
    const fixes = known.get(place) ?? (await findFixes(fromPlace(diagnostic, place), opened, isStillWanted))
    if (fixes === undefined) return undefined
    known.set(place, fixes)
    actions.push(
      ...fixes.map(({ title, edits }) => ({
        title,
        kind: 'quickfix',
        diagnostics: [toLsp(diagnostic, place)],
        isPreferred: fixes.length === 1,
        edit: makeWorkspaceEdit(
          edits.map(({ file, start, end, text }) => {
            const textSource = toSource(file, files.find(({ name }) => name === file)!.text)
            return { uri: toUri(file), range: { start: toPosition(textSource, start), end: toPosition(textSource, end) }, newText: text }
          }),
        ),
      })),
    )
  }
  return actions
}

async function findFixes(
  diagnostic: Diagnostic,
  { compiled, files, environment }: OpenedDocument,
  isStillWanted: () => Promise<boolean>,
): Promise<readonly Fix[] | undefined> {
  const steps = testFixes(diagnostic, compiled, files, environment)
  const fixes: Fix[] = []
  while (await isStillWanted()) {
    const { done, value } = steps.next()
    if (done === true) return fixes
    if (value !== undefined) fixes.push(value)
  }
  return undefined
}

function overlaps(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start)
}

function isBefore(a: LspPosition, b: LspPosition): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character)
}
