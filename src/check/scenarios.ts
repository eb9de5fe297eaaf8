// Reads the scenarios of the document once, and reports mistakes in them: one check for each kind.

import type { Document } from '../document/document.ts'
import { type Scenario, readScenarios } from '../hurl/scenario.ts'
import type { Check } from './check.ts'

/** Variables are not checked: the run may receive some. */
const kinds = ['syntax', 'unknown-word', 'unsupported-word', 'misplaced', 'duplicate-section', 'json-path', 'pattern'] as const

export const scenarioChecks: readonly Check[] = kinds.map((kind): Check => {
  const code = `scenario/${kind}`
  return {
    code,
    run: ({ model }) => readScenariosOf(model.document).flatMap(({ diagnostics }) => diagnostics.filter((each) => each.code === code)),
  }
})

/** Cached, because several checks read them. */
const cache = new WeakMap<Document, readonly Scenario[]>()

export function readScenariosOf(document: Document): readonly Scenario[] {
  return cache.getOrInsertComputed(document, () => readScenarios(document.scenarios))
}
