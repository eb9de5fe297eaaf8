// What the document leaves open in all answers of a server.

import type { Compiled } from '../../compile/compile.ts'
import type { Openness } from './comparison.ts'
import { collectFailureLists } from './failure-lists.ts'
import type { OpaqueTexts } from './opaque.ts'
import type { OpenValues } from './open-values.ts'

/** `values` and `opaque` change with each answer. */
export function makeFixedOpenness(
  compiled: Compiled,
  values: OpenValues,
  opaque: OpaqueTexts,
  reactionWrites: ReadonlySet<string>,
): Omit<Openness, 'refuses' | 'mayLag'> {
  const { facts, model } = compiled
  // Paths for which the document declares conditional requests.
  const taggedPaths = new Set(
    model.endpoints.value.operations
      .filter(({ slots: { conditional } }) => conditional.state === 'shown' && conditional.at.span.source.convention === undefined)
      .map(({ path }) => path),
  )
  return {
    open: (text, pointer) => values.text(text, pointer),
    openNumber: (number, pointer) => values.number(number, pointer),
    isOpaque: (text) => opaque.isOpaque(text),
    randomTextsIn: (text) => opaque.randomTextsIn(text),
    equivalentOf: (text) => opaque.equivalentOf(text),
    failureLists: collectFailureLists(compiled),
    reactionWrites,
    comparesFailures: true,
    announcesEnds: facts.versions.some(({ deprecated, sunset }) => deprecated !== undefined || sunset !== undefined),
    demandsTag: (operation) => operation !== undefined && taggedPaths.has(operation.path),
  }
}
