// TLS on the service's own port, certificates and secrets that are reloaded, and refusals at the start.

import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import type { ServeOptions, Running } from '../../src/cli/options.ts'
import { runService } from '../../src/cli/running.ts'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const certificates = resolve(import.meta.dirname, 'tls')
const notes = resolve(import.meta.dirname, '../../examples/notes.md')

function put(folder: string, name: 'first' | 'second'): { readonly cert: string; readonly key: string } {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  copyFileSync(join(certificates, `${name}.cert.pem`), files.cert)
  copyFileSync(join(certificates, `${name}.key.pem`), files.key)
  return files
}

async function serve(text: string, options: Partial<ServeOptions>): Promise<{ readonly running: Running; readonly log: string[] }> {
  const log: string[] = []
  const running = await runService(compile([{ name: 'service.yaml', text }], conventions()), {
    port: 0,
    host: '127.0.0.1',
    store: 'memory',
    virtual: true,
    explain: false,
    settings: new Map(),
    log: { level: 'info', sink: (line) => void log.push((JSON.parse(line) as { msg: string }).msg) },
    ...options,
  })
  if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
  return { running, log }
}

/** The status, and the name in the certificate. */
function ask(
  url: string,
  headers: { readonly [name: string]: string } = {},
): Promise<{ readonly status: number | undefined; readonly name: string | undefined }> {
  return new Promise((done, failed) => {
    const sent = request(
      url,
      { ca: ['first', 'second'].map((name) => readFileSync(join(certificates, `${name}.cert.pem`))), agent: false, headers },
      (response) => {
        const name = (response.socket as TLSSocket).getPeerCertificate().subject.CN as string | undefined
        response.resume().on('end', () => done({ status: response.statusCode, name }))
      },
    )
    sent.on('error', failed).end()
  })
}

const open = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: x }
resources: { Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 } } } }
states: none
endpoints: { GET /notes: { list: Note, order: [id], page: { style: cursor, size: 20, max: 100 }, output: { notes: items.size() } } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('answers over TLS, and not without it', async () => {
  const { running } = await serve(open, { tls: put(temporaryFolder(), 'first') })
  try {
    assert.match(running.url, /^https:\/\//)
    assert.deepEqual(await ask(`${running.url}/notes`), { status: 200, name: 'first' })
    const plain = new Promise((done) =>
      httpRequest(`${running.url.replace('https:', 'http:')}/notes`, { agent: false }, () => done('answered'))
        .on('error', () => done('refused'))
        .end(),
    )
    assert.equal(await plain, 'refused')
    assert.deepEqual(await ask(`${running.url}/notes`), { status: 200, name: 'first' })
  } finally {
    await running.stop()
  }
})

test('a reloaded certificate applies to new connections; an invalid one changes nothing', async () => {
  const folder = temporaryFolder()
  const tls = put(folder, 'first')
  const { running, log } = await serve(open, { tls })
  try {
    put(folder, 'second')
    await running.renew()
    assert.equal((await ask(`${running.url}/notes`)).name, 'second')
    writeFileSync(tls.key, 'no key')
    await running.renew()
    assert.equal((await ask(`${running.url}/notes`)).name, 'second')
  } finally {
    await running.stop()
  }
  assert.ok(
    log.some((line) => line.startsWith('the certificate was not changed: ')),
    log.join('\n'),
  )
})

test('former secrets stay valid until the next reload', async () => {
  const file = join(temporaryFolder(), 'key')
  const closed = open.replace(
    'authentication: none',
    `authentication: { schemes: { key: { type: apiKey, in: header, name: X-Key, secret: { file: ${file} } } }, security: [key: []], default: allow }`,
  )
  const keys = ['first-key-of-thirty-two-characters', 'second-key-of-thirty-two-characters', 'third-key-of-thirty-two-characters'] as const
  writeFileSync(file, keys[0], { mode: 0o600 })
  const { running, log } = await serve(closed, {})
  const statuses = async (): Promise<readonly number[]> =>
    Promise.all(keys.map(async (key) => (await fetch(`${running.url}/notes`, { headers: { 'x-key': key } })).status))
  try {
    assert.deepEqual(await statuses(), [200, 401, 401])
    writeFileSync(file, keys[1])
    await running.renew()
    assert.deepEqual(await statuses(), [200, 200, 401])
    writeFileSync(file, keys[2])
    await running.renew()
    assert.deepEqual(await statuses(), [401, 200, 200])
    writeFileSync(file, '')
    await running.renew()
    assert.deepEqual(await statuses(), [401, 200, 200])
  } finally {
    await running.stop()
  }
  assert.ok(
    log.some((line) => line.startsWith('secrets were not changed: ')),
    log.join('\n'),
  )
})

test('refuses an invalid certificate at the start with a clear message', async () => {
  const [cert, key] = [join(certificates, 'first.cert.pem'), join(certificates, 'second.key.pem')]
  assert.deepEqual(await ninefold('serve', notes, '--port', '0', '--tls-cert', cert).then(({ status, error }) => [status, error]), [
    2,
    'ninefold serve: --tls-cert and --tls-key go together: --tls-key is missing\n',
  ])
  const { status, error } = await ninefold('serve', notes, '--port', '0', '--tls-cert', cert, '--tls-key', key)
  assert.equal(status, 2)
  assert.match(error, /first\.cert\.pem and .*second\.key\.pem are not a certificate and its key: .*mismatch/)
})
