// Reads the scenarios of the document once, and reports mistakes in them: one check for each kind.

import type { Document } from '../document/document.ts'
import { type Scenario, readScenarios } from '../hurl/scenario.ts'
import type { Check } from './check.ts'

const kinds = ['syntax', 'unknown-word', 'unsupported-word', 'misplaced', 'duplicate-section', 'json-path', 'pattern'] as const

const variableCode = 'scenario/unknown-variable'

/** The run may receive other variables, so only a name near to a known one is doubtful. */
const variableCheck: Check = {
  code: variableCode,
  run: ({ model }) =>
    readScenariosOf(model.document)
      .flatMap(({ diagnostics }) => diagnostics)
      .filter(({ code, remedies = [] }) => code === variableCode && remedies.some(({ kind }) => kind === 'rename'))
      .map((each) => ({ ...each, severity: 'warning' })),
}

const faultChecks: readonly Check[] = kinds.map((kind): Check => {
  const code = `scenario/${kind}`
  return {
    code,
    run: ({ model }) => readScenariosOf(model.document).flatMap(({ diagnostics }) => diagnostics.filter((each) => each.code === code)),
  }
})

export const scenarioChecks: readonly Check[] = [...faultChecks, variableCheck]

/** Cached, because several checks read them. */
const cache = new WeakMap<Document, readonly Scenario[]>()

export function readScenariosOf(document: Document): readonly Scenario[] {
  return cache.getOrInsertComputed(document, () => readScenarios(document.scenarios))
}
