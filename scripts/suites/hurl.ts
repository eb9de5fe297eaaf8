// Runs Hurl files against a running service, by the code of `ninefold test`.

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSource } from '../../src/base/text.ts'
import { type Scenario, readScenario } from '../../src/hurl/scenario.ts'
import { type ScenarioResult, runAll } from '../../src/scenario/run.ts'
import type { ScenarioService } from '../../src/scenario/service.ts'
import type { Count, Suite } from './count.ts'

export function hurl(folder: string): Suite {
  return async (url) => {
    if (!existsSync(folder)) return { skipped: `there is no ${folder}` }
    const variables = new Map([['uid', Date.now().toString(36)]])
    const scenarios = scenariosIn(folder, [...variables.keys()])
    return countsOf(
      await runAll(scenarios, async () => sharedService(url), {
        variables,
        uuid: () => randomUUID(),
        file: () => undefined,
        patience: 30_000,
      }),
    )
  }
}

export function scenariosIn(folder: string, variables: readonly string[]): Scenario[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.hurl'))
    .sort()
  return names.map((name) => readScenario(createSource(join(folder, name), readFileSync(join(folder, name), 'utf8')), variables))
}

/** A service that the scenarios share: it has the real clock, and they do not stop it. */
function sharedService(url: string): ScenarioService {
  return {
    url,
    callers: [],
    receiver: '',
    now: () => Date.now(),
    advance: () => Promise.reject(new Error('the clock of a live service cannot be moved')),
    credential: async () => ({ headers: [], query: [] }),
    version: () => undefined,
    deliveries: async () => [],
    close: async () => undefined,
  }
}

export function countsOf(results: readonly ScenarioResult[]): Count[] {
  const entries = results.flatMap((each) => each.entries)
  const failures = results.flatMap(({ scenario, entries: of }) =>
    of
      .filter(({ outcome }) => outcome === 'failed')
      .map((entry) => `${scenario.title}: ${entry.name}: ${entry.failures[0]!.diagnostic.message}`),
  )
  const unreadable = results
    .filter(({ outcome }) => outcome === 'unreadable')
    .map(({ scenario }) => `${scenario.title}: ${scenario.diagnostics[0]!.message}`)
  return [
    { passed: results.filter(({ outcome }) => outcome === 'passed').length, all: results.length, of: 'files', failures: unreadable },
    { passed: entries.filter(({ outcome }) => outcome === 'passed').length, all: entries.length, of: 'requests', failures },
  ]
}
