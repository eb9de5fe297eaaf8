// Limits of the document that the operator's limits narrow are told at start.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'

const withLimits = (sizes: string, wait: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: jobs }
resources:
  Job:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      result: { type: [string, 'null'], maxLength: 99 }
states: none
endpoints:
  POST /jobs:
    create: Job
    body: [result]
    status: 202
    output: { id: this.id }
    wait: { read: getJob, path: { id: this.id }, until: this.result != null, for: ${wait} }
  GET /jobs/{id}: { operationId: getJob, read: Job, output: { result: this.result } }
authentication: none
events: none
errors: {}
limits: { sizes: ${sizes} }
versioning: none
`

test('tells at start which limits of the document no request can reach', async (context) => {
  const lines: string[] = []
  const log = { level: 'warn', sink: (line: string) => lines.push(line) } as const
  await served(context, withLimits('{ body: 2MiB, depth: 100 }', 'PT2M'), { log })
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    [
      'part 8: the size of a body may be 2MiB, but --max-body allows only 1MiB',
      'part 8: the depth of a body may be 100, but --max-depth allows only 64',
      'POST /jobs: the wait may be PT2M, but --max-wait allows only PT1M',
    ],
  )
})

test('tells nothing of limits that are the same or smaller', async (context) => {
  const lines: string[] = []
  await served(context, withLimits('{ body: 1MiB, depth: 64 }', 'PT1M'), { log: { level: 'warn', sink: (line) => lines.push(line) } })
  assert.deepEqual(lines, [])
})
