// Scenarios run against a service written by hand: what passes, how failures read, what reports say.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createSource } from '../../src/base/text.ts'
import type { HurlValue } from '../../src/hurl/evaluate/value.ts'
import { readScenario } from '../../src/hurl/scenario.ts'
import { computeCoverage, printCoverage } from '../../src/scenario/coverage.ts'
import { makeJsonReport, printJunitReport, printTextReport } from '../../src/scenario/report.ts'
import { type ScenarioOptions, runScenario, runAll, type ScenarioResult } from '../../src/scenario/run.ts'
import { golden } from '../golden.ts'
import { open } from './service.ts'

const look = { colour: false, width: 100 }
const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const given: ScenarioOptions = {
  variables: new Map<string, HurlValue>([['quantity', 3n]]),
  uuid: () => '00000000-0000-4000-8000-000000000000',
  file: (_scenario, name) => (name === 'data.txt' ? Buffer.from('from a file') : undefined),
  patience: 10_000,
}

const scenario = (name: string, text = file(name)) => readScenario(createSource(name, text), ['quantity'])

/** Reports without what differs from run to run. */
function steady(text: string): string {
  return text
    .replace(/\d+ ms/g, 'N ms')
    .replace(/time="[\d.]+"/g, 'time="N"')
    .replace(/127\.0\.0\.1:\d{2,}/g, '127.0.0.1:PORT')
}

test('a scenario passes that says what the service does', async () => {
  const result = await runScenario(scenario('passing.hurl'), open, given)
  assert.equal(
    steady(printTextReport([result], undefined, look)),
    '✓ passing.hurl · 20 requests, N ms\n\n1 scenario: 1 passed, 0 failed; 20 requests\n',
  )
  assert.deepEqual(
    result.entries.filter((each) => each.outcome === 'skipped').map((each) => each.name),
    ['GET /never'],
  )
})

const failing = readdirSync(new URL('fail/', import.meta.url)).filter((each) => each.endsWith('.hurl'))

async function failures(): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = []
  for (const name of failing) {
    const options = name === 'silence.hurl' ? { ...given, patience: 300 } : given
    results.push(...(await runAll([{ ...scenario(`fail/${name}`), title: name.replace('.hurl', '') }], open, options)))
  }
  return results
}

test('each way to fail shows the line that said otherwise and what came instead', async () => {
  const results = await failures()
  for (const each of results) assert.notEqual(each.outcome, 'passed', each.scenario.title)
  golden(new URL('failures.golden.txt', import.meta.url), steady(printTextReport(results, undefined, look)))
})

test('a failure ends its scenario, and the next one has a service of its own', async () => {
  const [first, second] = await runAll([scenario('fail/status.hurl'), scenario('a.hurl', 'GET {{url}}/orders/1\nHTTP 404\n')], open, given)
  assert.deepEqual(
    first?.entries.map((each) => each.outcome),
    ['passed', 'passed', 'failed', 'not run'],
  )
  assert.equal(second?.outcome, 'passed')
})

test('no report shows a value that was captured to be redacted', async () => {
  const results = await runAll([scenario('fail/secret.hurl')], open, given)
  for (const text of [
    printTextReport(results, undefined, look),
    printJunitReport(results),
    JSON.stringify(makeJsonReport(results, undefined)),
  ]) {
    assert.match(text, /\*\*\*/)
    assert.doesNotMatch(text, /hunter2/)
  }
})

test('build servers and programs get the same failures', async () => {
  const results = await runAll(
    [scenario('fail/status.hurl'), scenario('a<b>.hurl', 'GET {{url}}/echo\nHTTP 200\n'), scenario('fail/unreadable.hurl')],
    open,
    given,
  )
  golden(new URL('junit.golden.xml', import.meta.url), steady(printJunitReport(results)))
  const report = makeJsonReport(results, undefined)
  assert.deepEqual(
    report.scenarios.map((each) => [
      each.title,
      each.outcome,
      each.failures.map((failure) => [failure.code, failure.line, failure.expected, failure.actual]),
    ]),
    [
      ['fail/status.hurl', 'failed', [['scenario/wrong-status', 9, '200', '409']]],
      ['a<b>.hurl', 'passed', []],
      ['fail/unreadable.hurl', 'unreadable', [['scenario/unknown-word', 4, null, null]]],
    ],
  )
})

test('lists what no scenario reached, in the order of the document', async () => {
  const { observations } = await runScenario(scenario('fail/status.hurl'), open, given)
  const reachable = {
    operations: ['POST /orders', 'GET /orders/{id}', 'POST /orders/{id}/place'],
    transitions: ['Order.pay', 'Order.place', 'Order.ship'],
    timers: ['Order.state placed after PT24H', 'Order.state paid after P7D'],
    entries: ['not-found', 'conflict'],
  }
  const found = computeCoverage(reachable, observations, [{ timer: 'Order.state placed after PT24H', transitions: [] }])
  assert.equal(
    printCoverage(found),
    [
      '2 of 3 operations reached; not by any scenario:',
      '    GET /orders/{id}',
      '1 of 3 transitions reached; not by any scenario:',
      '    Order.pay',
      '    Order.ship',
      '1 of 2 timed transitions reached; not by any scenario:',
      '    Order.state paid after P7D',
      '1 of 2 catalogue entries reached; not by any scenario:',
      '    not-found',
    ].join('\n'),
  )
  assert.equal(
    printCoverage(computeCoverage({ operations: ['POST /orders'], transitions: [], timers: [], entries: [] }, observations, [])),
    '1 of 1 operations reached',
  )
})
