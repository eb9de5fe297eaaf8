// `serve --watch` as a process: the service follows its document, and nothing is lost on the way.

import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { until } from '../until.ts'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')

type Parts = { readonly text?: string; readonly greeting?: string; readonly extra?: string }

function document({ text = 'text: { type: string, maxLength: 100 }', greeting = 'hello', extra = '' }: Parts = {}): string {
  return `ninefold: 1
service: { name: notes }
resources:
  Note: { key: id, properties: { id: { type: integer }, ${text} } }
states: none
endpoints:
  GET /greeting: { answer: {}, status: 200, output: { says: '"${greeting}"' } }
  POST /notes: { create: Note, body: [id, text], status: 201, output: Note(this) }
  GET /notes/{id}: { read: Note, status: 200, output: Note(this) }
${extra}
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, duplicate], status: 400, title: No } } }
limits: none
versioning: none
`
}

type Event = {
  readonly event: string
  readonly url: string
  readonly admin: string
  readonly errors?: readonly { readonly code: string }[]
  readonly problem?: string
}

type Watched = {
  readonly file: string
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly url: string
  readonly admin: string
  readonly next: () => Promise<Event>
}

async function watched(context: TestContext, text: string, ...more: readonly string[]): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-watched-'))
  const file = join(folder, 'notes.yaml')
  writeFileSync(file, text)
  const child = spawn(
    process.execPath,
    [commandPath, 'serve', file, '--port', '0', '--admin', '0', '--watch', '--format', 'json', ...more],
    { cwd: root, env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Event> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`it ended: ${errors}`)
    return JSON.parse(value) as Event
  }
  context.after(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true })
  })
  const { event, url, admin } = await next()
  assert.equal(event, 'listening')
  return { file, child, url, admin, next }
}

type Answered = { readonly status: number; readonly text: string; readonly reused: boolean }

function send(agent: Agent, url: string, method = 'GET', body?: string): Promise<Answered> {
  return new Promise((done, failed) => {
    const sent = request(
      url,
      {
        method,
        agent,
        headers: body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (piece: string) => (text += piece))
          .on('end', () => done({ status: response.statusCode!, text, reused: sent.reusedSocket }))
      },
    )
    sent.on('error', failed).end(body)
  })
}

test('serves a changed document on existing connections and records', async (context) => {
  const { file, url, next } = await watched(context, document())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  context.after(() => agent.destroy())
  assert.equal((await send(agent, `${url}/notes`, 'POST', '{"id":1,"text":"kept"}')).status, 201)
  assert.equal((await send(agent, `${url}/farewell`)).status, 404)
  writeFileSync(file, document({ extra: '  GET /farewell: { answer: {}, status: 200, output: { says: \'"bye"\' } }' }))
  assert.equal((await next()).event, 'exchanged')
  const answered = await send(agent, `${url}/farewell`)
  assert.deepEqual(answered, { status: 200, text: '{"says":"bye"}', reused: true })
  assert.equal((await send(agent, `${url}/notes/1`)).text, '{"id":1,"text":"kept"}')
})

test('a mistake changes nothing, and neither does a plan that waits for somebody', async (context) => {
  const { file, url, admin, next } = await watched(context, document())
  const agent = new Agent()
  await send(agent, `${url}/notes`, 'POST', '{"id":1,"text":"kept"}')
  writeFileSync(file, document({ extra: '  GET /greeting: { answer: {}, status: 200, output: { says: nobody } }' }))
  const { event, errors } = await next()
  assert.equal(event, 'kept')
  assert.ok(errors!.length > 0)
  assert.equal((await send(agent, `${url}/greeting`)).text, '{"says":"hello"}')
  // Without the property `text`, its values would be lost.
  writeFileSync(file, document({ text: 'body: { type: string, maxLength: 100 }' }).replace('body: [id, text]', 'body: [id, body]'))
  assert.equal((await next()).event, 'unmigrated')
  assert.equal((await next()).event, 'kept')
  assert.equal((await send(agent, `${url}/notes/1`)).text, '{"id":1,"text":"kept"}')
  rmSync(file)
  assert.match((await next()).problem!, /does not exist$/)
  assert.equal((await fetch(`${admin}/health/ready`)).status, 200)
  // A migration without loss is applied.
  writeFileSync(
    file,
    document({ text: 'text: { type: string, maxLength: 100 }, more: { type: string, maxLength: 10 }', greeting: 'welcome' }),
  )
  assert.equal((await next()).event, 'migrated')
  assert.equal((await next()).event, 'exchanged')
  assert.equal((await send(agent, `${url}/greeting`)).text, '{"says":"welcome"}')
  assert.equal((await send(agent, `${url}/notes/1`)).text, '{"id":1,"text":"kept"}')
})

test('says once why the document cannot be read, even if its own output is in the same folder', async (context) => {
  const folder = temporaryFolder()
  const [file, log] = [join(folder, 'notes.yaml'), join(folder, 'log.txt')]
  writeFileSync(file, document())
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, [commandPath, 'serve', file, '--port', '0', '--watch'], {
    cwd: root,
    stdio: ['ignore', output, output],
  })
  context.after(() => void child.kill('SIGKILL'))
  closeSync(output)
  const printed = (text: string): Promise<unknown> => until(() => readFileSync(log, 'utf8').includes(text))
  await printed('listening on')
  rmSync(file)
  const reason = `${file} does not exist\nThe changed document is not served: the service still follows the former one.\n`
  await printed(reason)
  writeFileSync(file, document({ greeting: 'back' }))
  await printed('The document changed, and the service follows it.')
  assert.equal(readFileSync(log, 'utf8').split(reason).length - 1, 1)
})

test('drops no table while a document is being saved', async (context) => {
  const { file, next } = await watched(context, document())
  writeFileSync(file, '')
  assert.deepEqual(await next(), { event: 'kept', errors: [], problem: 'The document is empty.' })
  writeFileSync(file, document({ greeting: 'saved' }))
  assert.equal((await next()).event, 'exchanged')
})

test('requests that come while the service is exchanged are answered, each once', async (context) => {
  const { file, url, next } = await watched(context, document())
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  context.after(() => agent.destroy())
  const state = { going: true, sent: 0 }
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let count = 0; state.going; count++) {
      const id = client * 1_000_000 + count
      assert.equal((await send(agent, `${url}/notes`, 'POST', `{"id":${id}}`)).status, 201)
      assert.equal((await send(agent, `${url}/notes/${id}`)).status, 200)
      state.sent++
    }
  })
  for (const greeting of ['one', 'two', 'three']) {
    writeFileSync(file, document({ greeting }))
    assert.equal((await next()).event, 'exchanged')
    assert.equal((await send(agent, `${url}/greeting`)).text, `{"says":"${greeting}"}`)
  }
  state.going = false
  await Promise.all(clients)
  assert.ok(state.sent > 0)
})

test('a convention that changes is a change of the document', async (context) => {
  const guideline = (title: string): string => `---\nninefold: 1\n---\n\n# Ours\n\n## 1. Service\n\n\`\`\`yaml\ntitle: ${title}\n\`\`\`\n`
  const folder = temporaryFolder()
  const convention = join(folder, 'ours.md')
  writeFileSync(convention, guideline('First'))
  const { next, admin } = await watched(context, document().replace('ninefold: 1', `ninefold: 1\nuse: ['${convention}']`))
  writeFileSync(convention, guideline('Second'))
  assert.equal((await next()).event, 'exchanged')
  assert.equal((await fetch(`${admin}/facts`)).status, 200)
})

test('a signal ends it, and the records that were in memory', async (context) => {
  const { child, url, file } = await watched(context, document())
  await send(new Agent(), `${url}/notes`, 'POST', '{"id":1,"text":"a"}')
  const temporary = (): string[] => readdirSync(dirname(file)).filter((name) => name.startsWith('ninefold-watch-'))
  assert.equal(temporary().length, 1)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.deepEqual(temporary(), [])
})
