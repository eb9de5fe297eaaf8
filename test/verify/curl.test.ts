// The script of a finding takes what a server chose from its answers, so that it repeats on another server.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { printCurlScript } from '../../src/verify/report/curl.ts'
import { printHurlScript } from '../../src/verify/report/hurl.ts'
import type { RequestStep } from '../../src/verify/step.ts'
import { conventions } from '../conventions.ts'
import { documentOf } from './by-hand.ts'

const step = (method: string, target: string, more: Partial<RequestStep> = {}): RequestStep => ({ method, target, headers: [], ...more })

test('captures members and headers of answers for later requests', () => {
  const steps = [
    step('POST', '/orders', { body: '{"note":"it\'s"}' }),
    step('GET', '/orders/{{1:/id}}'),
    step('PATCH', '/orders/{{1:/id}}', { headers: [['If-Match', '{{2:header:ETag}}']], body: '{"lines":["{{1:/lines/0}}"]}' }),
  ]
  const requests = [
    steps[0]!,
    step('GET', '/orders/a1'),
    step('PATCH', '/orders/a1', { headers: [['If-Match', '"t"']], body: '{"lines":["l"]}' }),
  ]
  assert.equal(
    printCurlScript(documentOf('orders'), 'http://127.0.0.1:8080/', { steps, requests }),
    `# 1
curl -i -X POST 'http://127.0.0.1:8080/orders' --data-binary '{"note":"it'\\''s"}' | tee answer1
answer1_id=$(sed '1,/^\\r*$/d' answer1 | jq -r '.["id"]')
answer1_lines_0=$(sed '1,/^\\r*$/d' answer1 | jq -r '.["lines"][0]')
# 2
curl -i 'http://127.0.0.1:8080/orders/'"$answer1_id"'' | tee answer2
answer2_header_ETag=$(sed -n 's/^ETag: //Ip' answer2 | tr -d '\\r')
# 3
curl -i -X PATCH 'http://127.0.0.1:8080/orders/'"$answer1_id"'' -H 'If-Match: '"$answer2_header_ETag"'' --data-binary '{"lines":["'"$answer1_lines_0"'"]}'`,
  )
})

test('keeps names of earlier values in a body with an address of its own, and numbers without quotes', () => {
  const steps = [
    step('POST', '/products'),
    step('POST', '/orders', { body: '{"product":"{{1:/id}}","count":"{{1:/count}}","url":"http://a"}' }),
  ]
  const requests = [steps[0]!, step('POST', '/orders', { body: '{"product":"p","count":7,"url":"http://127.0.0.1:1"}' })]
  const script = printCurlScript(documentOf('orders'), 'http://127.0.0.1', { steps, requests })
  assert.equal(script.split('--data-binary ')[1], `'{"product":"'"$answer1_id"'","count":'"$answer1_count"',"url":"http://127.0.0.1:1"}'`)
})

test('sends requests at the same time in the background, and waits for them', () => {
  const steps = [step('POST', '/orders'), step('POST', '/orders', { together: true }), step('GET', '/orders')]
  assert.equal(
    printCurlScript(documentOf('orders'), 'http://127.0.0.1', { steps, requests: steps }),
    `# 1
curl -i -X POST 'http://127.0.0.1/orders' &
# 2, at the same time
curl -i -X POST 'http://127.0.0.1/orders' &
wait
# 3
curl -i 'http://127.0.0.1/orders'`,
  )
})

test('moves the clock, and changes credentials as the run did', () => {
  const tampered = (tampering: RequestStep['tampering']): RequestStep => step('GET', '/me', { caller: 'ben', tampering: tampering! })
  const steps = [
    step('GET', '/me', { wait: 86_400_000 }),
    ...(['cut', 'changed', 'unsigned', 'under another scheme'] as const).map(tampered),
  ]
  const script = printCurlScript(documentOf('hours'), 'http://127.0.0.1', { steps, requests: steps })
  assert.match(script, /curl -X POST "\$CLOCK" --json '\{"advance":"P1D"\}'/)
  const headers = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }\n${script}`], {
    env: { ...process.env, CREDENTIAL_BEN: 'Bearer aaa.bbbbbb.cccccccc' },
  })
  assert.deepEqual(
    String(headers)
      .split('\n')
      .filter((line) => line.startsWith('Authorization')),
    [
      'Authorization: Bearer aaa.bbbbbb.cccccc',
      'Authorization: Bearer aaa.bbbbbb.ccAccccc',
      'Authorization: Bearer eyJhbGciOiJub25lIn0.bbbbbb.',
      'Authorization: Other aaa.bbbbbb.cccccccc',
    ],
  )
})

test('sends a key in the header or parameter of its scheme', () => {
  const scriptOf = (place: string): string => {
    const text = `ninefold: 1
service: { name: doors }
resources: {}
states: none
endpoints: { GET /door: { answer: {}, output: { open: 'true' } } }
authentication:
  schemes: { key: { type: apiKey, in: ${place}, name: Door-Key } }
  security: [key: []]
  callers: { ann: { scheme: key, credential: key-of-ann-0123456789 } }
events: none
errors: {}
limits: none
versioning: none
`
    const steps = [step('GET', '/door', { caller: 'ann' })]
    const compiled = compile([{ name: 'doors.yaml', text }], conventions())
    const hurl = printHurlScript(compiled, { operation: 'GET /door', steps, requests: steps, differences: [], expected: { status: 200 } })
    return `${printCurlScript(compiled, 'http://127.0.0.1', { steps, requests: steps })}\n${hurl}`
  }
  assert.match(
    scriptOf('header'),
    /curl -i 'http:\/\/127.0.0.1\/door' -H "Door-Key: \$CREDENTIAL_ANN"\n[^]*\nDoor-Key: \{\{CREDENTIAL_ANN\}\}/,
  )
  assert.match(scriptOf('cookie'), /-H "Cookie: \$CREDENTIAL_ANN"\n[^]*\nCookie: \{\{CREDENTIAL_ANN\}\}/)
  assert.match(
    scriptOf('query'),
    /'http:\/\/127.0.0.1\/door'"\?Door-Key=\$CREDENTIAL_ANN"\n[^]*\nGET \{\{url\}\}\/door\?Door-Key=\{\{CREDENTIAL_ANN\}\}/,
  )
})
