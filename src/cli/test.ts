// `ninefold test DOC [FILES.hurl]`: runs the scenarios of the document and of further files, each on a fresh service.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { createSource } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { type Scenario, readScenario, readScenarios } from '../hurl/scenario.ts'
import { listTimedTransitions } from '../model/timed.ts'
import { type Reachable, computeCoverage } from '../scenario/coverage.ts'
import { printGithubReport, makeJsonReport, printJunitReport, printTextReport } from '../scenario/report.ts'
import { runAll } from '../scenario/run.ts'
import type { OpenService } from '../scenario/service.ts'
import { type Command, type Console, Misuse, type Status, formatOption, readTextOption } from './command.ts'
import { withoutErrors } from './compiled.ts'
import { load } from './load.ts'
import { makeServiceOpener } from './test-service.ts'
import { writeOrPrint } from './write.ts'

export const testCommand: Command = {
  name: 'test',
  arguments: 'DOC [FILES.hurl]',
  about: 'Runs the scenarios of the document, or those of other files, each on a fresh service.',
  options: [
    { flag: '--format text|json|junit|github', about: 'the output; github: failures as annotations of a workflow' },
    { flag: '--output FILE', about: 'where to write them, instead of printing' },
    { flag: '--variable NAME=VALUE', about: 'a variable of the scenarios; may be given several times' },
  ],
  parse: { format: { type: 'string' }, output: { type: 'string' }, variable: { type: 'string', multiple: true } },
  words: [1, Infinity],
  async run([path, ...files], values, console) {
    const result = withoutErrors(path!, console)
    if (result === undefined) return 1
    const variables = new Map([['uid', String(Date.now())], ...parseVariable(values['variable'])])
    const scenarios = findScenarios(result, files, [...variables.keys()])
    if (scenarios.length === 0) throw new Misuse(`${path} has no scenario; write a \`hurl\` fence under a heading`)
    const { results, coverage } = await runScenarios(result, scenarios, variables, console)
    console.progress?.('')
    const form = formatOption(values, 'text', 'json', 'junit', 'github')
    const printReport = {
      text: () => printTextReport(results, coverage, console),
      json: () => `${JSON.stringify(makeJsonReport(results, coverage), null, 2)}\n`,
      junit: () => printJunitReport(results),
      github: () => printGithubReport(results),
    }[form]
    writeOrPrint(printReport(), readTextOption(values, 'output'), console)
    return results.every((each) => each.outcome === 'passed') ? 0 : (1 as Status)
  },
}

/** Runs each scenario on a fresh service in memory. `coverage`: the facts of the document that they reached. */
async function runScenarios(
  result: Compiled,
  scenarios: readonly Scenario[],
  variables: ReadonlyMap<string, string>,
  console: Pick<Console, 'progress'>,
): Promise<{ readonly results: Awaited<ReturnType<typeof runAll>>; readonly coverage: ReturnType<typeof computeCoverage> }> {
  const context = { variables, uuid: () => randomUUID(), file: readFileBeside, patience: 10_000 }
  const results = await runAll(scenarios, withProgress(makeServiceOpener(result), scenarios.length, console), context)
  return {
    results,
    coverage: computeCoverage(
      listReachableFacts(result),
      results.flatMap((each) => each.observations),
      results.flatMap((each) => each.ownWork),
    ),
  }
}

/** The report on the document's own scenarios, as data. */
export async function testReport(result: Compiled): Promise<object> {
  const variables = new Map([['uid', String(Date.now())]])
  const scenarios = findScenarios(result, [], [...variables.keys()])
  if (scenarios.length === 0) throw new Misuse('the document has no scenario; write a `hurl` fence under a heading')
  const { results, coverage: factsReached } = await runScenarios(result, scenarios, variables, {})
  return makeJsonReport(results, factsReached)
}

/** Each scenario opens one service. */
function withProgress(open: OpenService, total: number, { progress }: Pick<Console, 'progress'>): OpenService {
  let count = 0
  return (...observers) => {
    progress?.(`scenario ${++count} of ${total}`)
    return open(...observers)
  }
}

function parseVariable(value: unknown): [string, string][] {
  return (Array.isArray(value) ? (value as string[]) : []).map((each) => {
    const equals = each.indexOf('=')
    if (equals < 1) throw new Misuse(`--variable takes NAME=VALUE, not ${each}`)
    return [each.slice(0, equals), each.slice(equals + 1)]
  })
}

/** The scenarios of the files, or the document's own if no file is named. */
function findScenarios({ document }: Compiled, files: readonly string[], variables: readonly string[]): Scenario[] {
  if (files.length === 0) return readScenarios(document.scenarios, variables)
  return files.flatMap(load).map(({ name, text }) => readScenario(createSource(name, text), variables))
}

function readFileBeside(scenario: Scenario, name: string): Uint8Array | undefined {
  try {
    return readFileSync(resolve(dirname(scenario.place.source.name), basename(name)))
  } catch {
    return undefined
  }
}

/** The facts that scenarios can reach. */
export function listReachableFacts({ facts, operations }: Compiled): Reachable {
  return {
    operations: operations.filter((each) => each.complete).map(({ operation }) => operation.name),
    transitions: facts.machines.flatMap(({ machine, transitions }) => transitions.map(({ name }) => `${machine.resource}.${name}`)),
    timers: facts.machines.flatMap(({ machine }) => listTimedTransitions(machine).map(({ name }) => name)),
    entries: [...listReachableEntries(facts)],
  }
}

/** Catalogue entries that a request can cause: a scenario cannot cause a full disk. */
function listReachableEntries({ operations, service }: Compiled['facts']): Set<string> {
  const points = [...service, ...operations.filter(({ complete }) => complete).flatMap((each) => each.points)].filter(
    ({ stage }) => stage !== 'interrupt',
  )
  return new Set(points.flatMap(({ answer }) => (answer.kind === 'entry' ? [answer.entry.name] : [])))
}
