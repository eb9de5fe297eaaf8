// Prints the result of scenarios: text for people, JSON for programs, JUnit's XML for build servers.

import { findPosition } from '../base/text.ts'
import { toWorkflowCommands } from '../diagnostic/github.ts'
import { toJson, type DiagnosticJson } from '../diagnostic/json.ts'
import { type RenderStyle, renderAll } from '../diagnostic/render.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { styleText } from 'node:util'
import { type ScenarioCoverage, printCoverage } from './coverage.ts'
import type { EntryResult, ScenarioResult } from './run.ts'

/** Ends with a line end. `coverage` is absent if the reachable facts are unknown. */
export function printTextReport(
  results: readonly ScenarioResult[],
  coverage: ScenarioCoverage | undefined,
  renderStyle: RenderStyle,
): string {
  const paint = (style: 'green' | 'red' | 'bold', text: string): string =>
    renderStyle.colour ? styleText(style, text, { validateStream: false }) : text
  const scenarios = results.map((result) => {
    const mark = result.outcome === 'passed' ? paint('green', '✓') : paint('red', '✗')
    const head = `${mark} ${result.scenario.title} ${paint('bold', '·')} ${printProgress(result)}`
    const problems = listDiagnostics(result)
    return problems.length === 0 ? head : `${head}\n\n${renderAll(problems, renderStyle)}\n`
  })
  return `${[...scenarios, '', printSummary(results), ...(coverage === undefined ? [] : ['', printCoverage(coverage)])].join('\n').trimStart()}\n`
}

function printProgress({ outcome, entries, milliseconds }: ScenarioResult): string {
  if (outcome === 'unreadable') return 'not run'
  const duration = `${Math.round(milliseconds)} ms`
  const failed = entries.findIndex((each) => each.outcome === 'failed')
  return failed === -1
    ? `${countNoun(countSent(entries), 'request')}, ${duration}`
    : `request ${failed + 1} of ${entries.length} fails, ${duration}`
}

function countSent(entries: readonly EntryResult[]): number {
  return entries.filter((each) => each.outcome === 'passed' || each.outcome === 'failed').length
}

function listDiagnostics({ scenario, entries }: ScenarioResult): readonly Diagnostic[] {
  return [...scenario.diagnostics, ...entries.flatMap((each) => each.failures.map((failure) => failure.diagnostic))]
}

function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function printSummary(results: readonly ScenarioResult[]): string {
  const countOutcome = (outcome: ScenarioResult['outcome']): number => results.filter((each) => each.outcome === outcome).length
  const requests = results.reduce((sum, each) => sum + countSent(each.entries), 0)
  const unreadable = countOutcome('unreadable') === 0 ? '' : `, ${countOutcome('unreadable')} unreadable`
  return `${countNoun(results.length, 'scenario')}: ${countOutcome('passed')} passed, ${countOutcome('failed')} failed${unreadable}; ${countNoun(requests, 'request')}`
}

/** The failures as annotations. */
export function printGithubReport(results: readonly ScenarioResult[]): string {
  return results
    .flatMap(listDiagnostics)
    .flatMap(toWorkflowCommands)
    .map((line) => `${line}\n`)
    .join('')
}

export type ReportJson = {
  readonly scenarios: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly outcome: ScenarioResult['outcome']
    readonly milliseconds: number
    readonly entries: readonly {
      readonly name: string
      readonly line: number
      readonly outcome: EntryResult['outcome']
      readonly milliseconds: number
    }[]
    readonly failures: readonly (DiagnosticJson & { readonly expected: string | null; readonly actual: string | null })[]
  }[]
  readonly coverage: ScenarioCoverage | null
}

export function makeJsonReport(results: readonly ScenarioResult[], coverage: ScenarioCoverage | undefined): ReportJson {
  return {
    scenarios: results.map(({ scenario, outcome, entries, milliseconds }) => ({
      title: scenario.title,
      file: scenario.place.source.name,
      line: findLine(scenario.place),
      outcome,
      milliseconds: Math.round(milliseconds),
      entries: entries.map(({ name, entry, outcome: entryOutcome, milliseconds: duration }) => ({
        name,
        line: findLine(entry.span),
        outcome: entryOutcome,
        milliseconds: Math.round(duration),
      })),
      failures: [
        ...scenario.diagnostics.map((each) => ({ ...toJson(each), expected: null, actual: null })),
        ...entries
          .flatMap((each) => each.failures)
          .map((each) => ({ ...toJson(each.diagnostic), expected: each.expected ?? null, actual: each.actual ?? null })),
      ],
    })),
    coverage: coverage ?? null,
  }
}

function findLine(span: ScenarioResult['scenario']['place']): number {
  return findPosition(span.source, span.start).line
}

/** One test case per scenario, one suite per file. An unreadable scenario is an error in JUnit's sense. */
export function printJunitReport(results: readonly ScenarioResult[]): string {
  const suites = [...Map.groupBy(results, (each) => each.scenario.place.source.name)].map(([file, ofFile]) => {
    const countOutcome = (outcome: ScenarioResult['outcome']): number => ofFile.filter((each) => each.outcome === outcome).length
    const time = printSeconds(ofFile.reduce((sum, each) => sum + each.milliseconds, 0))
    const head = `  <testsuite name="${escapeXml(file)}" tests="${ofFile.length}" failures="${countOutcome('failed')}" errors="${countOutcome('unreadable')}" time="${time}">\n`
    return `${head}${ofFile.map((each) => testCase(file, each)).join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

function testCase(file: string, result: ScenarioResult): string {
  const { title, place } = result.scenario
  const placeAttributes = `file="${escapeXml(file)}" line="${findLine(place)}" time="${printSeconds(result.milliseconds)}"`
  const head = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(title)}" ${placeAttributes}`
  const problems = listDiagnostics(result)
  if (problems.length === 0) return `${head}/>\n`
  const kind = result.outcome === 'unreadable' ? 'error' : 'failure'
  const rendered = renderAll(problems, { colour: false, width: 100 })
  return `${head}>\n      <${kind} type="${escapeXml(problems[0]!.code)}" message="${escapeXml(problems[0]!.message)}">${escapeXml(rendered)}</${kind}>\n    </testcase>\n`
}

function printSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 excludes most control characters and lone surrogates: they become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (char) => entities[char]!)
}
