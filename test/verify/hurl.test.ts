// The Hurl file of a finding repeats it: bodies of any text, values of earlier answers, the clock, and the members that differ.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSource } from '../../src/base/text.ts'
import { readScenario } from '../../src/hurl/scenario.ts'
import type { Difference } from '../../src/verify/oracle/comparison.ts'
import { printHurlScript } from '../../src/verify/report/hurl.ts'
import { redactHeader } from '../../src/verify/report/redact.ts'
import type { RequestStep } from '../../src/verify/step.ts'
import { documentOf } from './by-hand.ts'

const step = (method: string, target: string, more: Partial<RequestStep> = {}): RequestStep => ({ method, target, headers: [], ...more })

const print = (steps: readonly RequestStep[], differences: readonly Difference[], body = ''): string =>
  printHurlScript(documentOf('orders'), { operation: 'POST /orders', steps, requests: steps, differences, expected: { status: 200, body } })

const readableAs = (text: string): string => {
  const variables = ['url', 'clock', 'CREDENTIAL_BEN', 'answer1_key']
  assert.deepEqual(readScenario(createSource('finding.hurl', text), variables).diagnostics, [], text)
  return text
}

test('keeps bodies as they are, whatever characters they have', () => {
  const bodies = [String.raw`{"a":"{{x","b":"\\ \" ` + '`é"}', '{"a":', 'no JSON, but `{{` and \\', '{"a":1,"a":2}', '[]']
  for (const body of bodies) {
    const text = readableAs(print([step('POST', '/orders', { body })], []))
    const [, bytes] = /^base64,(.*);$/m.exec(text) ?? []
    const [, json = ''] = /^POST .*\n(.*)\nHTTP/m.exec(text) ?? []
    if (bytes === undefined) assert.deepEqual(JSON.parse(json), JSON.parse(body))
    else assert.equal(Buffer.from(bytes, 'base64').toString(), body)
  }
})

test('asserts the members and headers that differ, and moves the clock', () => {
  const text = readableAs(
    print(
      [step('GET', '/orders/1', { wait: 86_400_000 })],
      [
        { part: 'body', at: '/lines/0/price', expected: '12.50', observed: '12.5001' },
        { part: 'body', at: '/extra', expected: 'nothing', observed: '1' },
        { part: 'body', at: '/lines', expected: '2 items', observed: '1 items' },
        { part: 'body', at: '/at', expected: 'the time of the request', observed: '"2026"' },
        { part: 'header', at: 'ETag', expected: 'nothing', observed: '"a"' },
      ],
      '{"lines":[{"price":12.50},{}]}',
    ),
  )
  assert.match(text, /^POST \{\{clock\}\}\n\{"advance":"P1D"\}\nHTTP \*\n\nGET /m)
  assert.deepEqual(text.split('[Asserts]\n')[1]!.trim().split('\n'), [
    `jsonpath "$['lines'][0]['price']" == 12.50`,
    `jsonpath "$['extra']" not exists`,
    `jsonpath "$['lines']" count == 2`,
    'header "ETag" not exists',
  ])
})

test('hides credentials, but not the names of values that earlier answers gave', () => {
  assert.equal(redactHeader('X-API-Key', 'secret-of-somebody'), 'secret-of-so …')
  const steps = [step('POST', '/keys'), step('GET', '/orders', { headers: [['X-API-Key', '{{1:/key}}']] })]
  assert.match(readableAs(print(steps, [])), /^X-API-Key: \{\{answer1_key\}\}$/m)
})
