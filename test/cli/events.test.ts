// Events as an operator meets them in a file: listed in their order, and followed while a service writes it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from '../serve/served.ts'
import { completed } from '../meaning/transcript.ts'
import { ninefold } from '../ninefold.ts'
import { commandPath } from '../command.ts'

const text = `ninefold: 1\n${completed(`
resources:
  Job: { key: id, properties: { id: { type: integer, generate: sequence }, tool: { type: string, maxLength: 10 } }, required: [tool] }
endpoints:
  POST /jobs: { create: Job, body: [tool], status: 201, output: Job(this) }
events:
  types:
    job.created: { on: Job.created, partitionkey: this.tool, data: Job(this) }
`)}`

test('events are listed, and followed until a signal', async (context) => {
  const folder = temporaryFolder()
  const document = join(folder, 'service.yaml')
  const store = `sqlite:${join(folder, 'store.db')}`
  writeFileSync(document, text)
  assert.match((await ninefold('events', document, '--store', store)).error, /does not exist; `serve` creates it/)
  assert.match((await ninefold('events', document)).error, /--store takes sqlite:FILE/)
  const service = await served(context, text, { store, virtual: true })
  const post = (tool: string): Promise<Response> =>
    fetch(`${service.url}/jobs`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ tool }) })
  for (const tool of ['saw', 'axe', 'awl']) await post(tool)
  const listed = await ninefold('events', document, '--store', store, '--last', '2')
  assert.equal(listed.status, 0)
  const at = new Date(service.now()).toISOString()
  assert.equal(
    listed.out,
    `2.0  ${at}  job.created  Job [2] (Job.created) key axe {"id":2,"tool":"axe"}\n3.0  ${at}  job.created  Job [3] (Job.created) key awl {"id":3,"tool":"awl"}\n`,
  )

  const child = spawn(process.execPath, [commandPath, 'events', document, '--store', store, '--follow', '--last', '1', '--format', 'json'])
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async (): Promise<any> => JSON.parse((await lines.next()).value as string)
  assert.deepEqual((await next()).position, { commit: 3, index: 0 })
  for (const tool of ['nut', 'bit']) {
    await post(tool)
    assert.deepEqual((await next()).data.tool, tool)
  }
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
