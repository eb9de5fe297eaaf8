// What a user gives `verify` and forgets to give it: values of settings, a clock that stands still, credentials that end.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { commandPath } from '../command.ts'

const parts: readonly (readonly [string, string])[] = [
  ['1. What the service does', 'name: rooms\nsettings: { notice: { type: string, maxLength: 200 } }'],
  [
    '2. Resources and their fields',
    `Booking:
  key: id
  properties:
    id: { type: string, format: uuid, generate: uuidv7 }
    by: { type: string, maxLength: 60, readOnly: true }
    made: { type: string, format: date-time, generate: now }
    start: { type: string, format: date-time }
    end: { type: string, format: date-time }
    code: { type: string, pattern: '^[A-Z]{3}-[0-9]{3}$' }
  required: [by, start, end, code]
  invariant:
    ends-after: this.end > this.start
    not-too-long: this.end - this.start <= duration("PT8H")
    of-a-room: this.code.startsWith("ROO-")`,
  ],
  [
    '3. States and transitions',
    `Booking.status:
  initial: requested
  states: { requested: { after: { PT48H: { target: lapsed } } }, lapsed: {} }`,
  ],
  [
    '4. Endpoints',
    `POST /bookings: { create: Booking, body: [start, end, code], set: { by: caller.sub }, output: Booking(this) }
GET /bookings/{id}: { read: Booking, output: Booking(this) }
GET /notice: { answer: {}, output: { notice: settings.notice } }`,
  ],
  [
    '5. Authentication and permissions',
    `schemes:
  token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: ROOMS_SECRET }, lifetime: P1D }
security: [{ token: [] }]
default: allow
callers: { ann: { scheme: token, claims: { sub: ann } } }`,
  ],
  ['8. Limits', 'rates: { few: { quota: 30, burst: 10, window: PT1M, partition: caller.sub, operations: [create] } }'],
]

const scenario = `## Scenarios

\`\`\`hurl
# as: ann
POST {{url}}/bookings
{ "start": "2030-05-02T09:00:00Z", "end": "2030-05-02T10:00:00Z", "code": "ROO-417" }
HTTP 201
\`\`\`
`

const document = [
  '---\nninefold: 1\nuse: [http@1, problem-details@1]\n---\n\n# Rooms\n',
  ...parts.map(([title, yaml]) => `## ${title}\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`),
  ...['6. Events', '9. Versioning'].map((title) => `## ${title}\n\nnone\n`),
  scenario,
].join('\n')

type Served = { readonly file: string; readonly url: string; readonly clock: string; readonly credentials: string }

/** Serves the document with a clock that only its operator moves. */
async function serve(work: (served: Served) => Promise<void>): Promise<void> {
  const folder = temporaryFolder()
  const file = join(folder, 'rooms.md')
  writeFileSync(file, document)
  process.env['ROOMS_SECRET'] = 'a secret for tests that is long enough'
  const credentials = join(folder, 'credentials.json')
  writeFileSync(credentials, JSON.stringify({ ann: (await ninefold('token', file, '--claim', 'sub=ann')).out.trim() }))
  const args = ['--port', '0', '--admin', '0', '--clock', 'virtual', '--set', 'notice=hello', '--format', 'json']
  const child = spawn(process.execPath, [commandPath, 'serve', file, ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.on('close', () => done()))
  try {
    const line = await new Promise<string>((done) => {
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
        const found = out.split('\n').find((each) => each.includes('"listening"'))
        if (found !== undefined) done(found)
      })
      void ended.then(() => done('{}'))
    })
    const { url, admin } = JSON.parse(line) as { url: string; admin: string }
    await work({ file, url, clock: `${admin}/clock`, credentials })
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

const verify = (file: string, url: string, ...more: string[]): ReturnType<typeof ninefold> =>
  ninefold('verify', file, '--url', url, '--seed', 'a', '--budget', '300', '--effort', '1500', ...more)

test('a clock that stands still, bodies whose members belong together, and a credential that would end before a timer', async () => {
  await serve(async ({ file, url, clock, credentials }) => {
    // It shows another time than this machine's.
    await fetch(clock, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"advance":"PT20S"}' })
    const { status, out } = await verify(file, url, '--credentials', credentials, '--clock', clock, '--set', 'notice=hello')
    assert.match(out, /^nothing found in \d+ requests/)
    assert.equal(status, 0, out)
    assert.doesNotMatch(out, /POST \/bookings: succeeds/)
    assert.match(out, /^ended early: a credential ends at \S+ of the server's clock.*: give credentials that last longer$/m)
  })
})

test('names the setting and the credential that were not given', async () => {
  await serve(async ({ file, url }) => {
    const { out } = await verify(file, url)
    assert.match(out, /^note: GET \/notice is not checked, because it needs the setting notice: give it by --set notice=VALUE$/m)
    assert.match(out, /^note: there is no credential of the caller ann, .*: give it by --credentials FILE$/m)
    assert.doesNotMatch(out, /GET \/notice answers/)
  })
})
