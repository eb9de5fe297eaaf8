// `ninefold serve` as a process: it says where it listens, and a signal ends it in order.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} lets it end with status 0`, async () => {
    const child = spawn(process.execPath, [commandPath, 'serve', 'examples/orders.md', '--port', '0', '--admin', '0', '--format', 'json'], {
      cwd: root,
    })
    child.stdout.setEncoding('utf8')
    const [line] = (await once(child.stdout, 'data')) as [string]
    const { event, url, admin } = JSON.parse(line) as { event: string; url: string; admin: string }
    assert.equal(event, 'listening')
    assert.equal((await fetch(`${url}/products`)).status, 200)
    assert.equal((await fetch(`${admin}/health/ready`)).status, 200)
    child.kill(signal)
    const [status] = (await once(child, 'exit')) as [number | null]
    assert.equal(status, 0)
  })
}

test("ends if the port of the operator's listener is in use", async (context) => {
  const other = createServer().listen(0, '127.0.0.1')
  context.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const child = spawn(process.execPath, [commandPath, 'serve', 'examples/notes.md', '--port', '0', '--admin', String(port)], {
    cwd: root,
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  assert.deepEqual(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) }), [2, null])
  assert.equal(errors, `ninefold serve: port ${port} is in use; --admin 0 chooses a free port\n`)
})

test('a signal to npm ends the service that its script started', async () => {
  const child = spawn('npm', ['run', '-s', 'ninefold', '--', 'serve', 'examples/notes.md', '--port', '0'], { cwd: root })
  child.stdout.setEncoding('utf8')
  let out = ''
  for await (const text of child.stdout) {
    out += String(text)
    if (out.includes('listening on')) child.kill('SIGTERM')
  }
  // The output ends with its last writer, which is the service.
  const url = /http:\S+/.exec(out)![0]
  await assert.rejects(fetch(`${url}/notes`))
})
