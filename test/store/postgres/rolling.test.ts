// Migrations while processes of the former document, of both, and of the next one serve.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from '../../folder.ts'
import { ninefold } from '../../ninefold.ts'
import { type Schema, freshSchema, noPostgres } from '../../postgres.ts'
import { call } from '../killed.ts'
import { type Started, started } from '../process.ts'
import { commandPath } from '../../command.ts'

const skip = noPostgres ?? false

const document = (
  properties: string,
  more: { readonly resources?: string; readonly unique?: string; readonly order?: string; readonly after?: string } = {},
): string => `
ninefold: 1
service: { name: notes }
resources:
  Note:
    key: id
    properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 100 }, ${properties} }
    required: [text]
    ${more.unique ?? ''}
${more.resources ?? ''}
states: ${more.after === undefined ? 'none' : `{ Note.light: { initial: lit, states: { lit: { after: { ${more.after} } }, dark: { type: final }, grey: { type: final } } } }`}
endpoints:
  POST /notes: { create: Note, body: [text], status: 201, output: Note(this) }
  GET /notes/{id}: { read: Note, status: 200, output: Note(this) }
  GET /notes: { list: Note, order: [${more.order ?? 'id'}], page: { style: offset, size: 20, max: 100 }, status: 200, output: { notes: 'items.map(n, Note(n))' } }
authentication: none
events: none
errors:
  precedence: standard
  catalogue:
    malformed: { on: malformed, status: 400 }
    invalid: { on: invalid, status: 422 }
    missing: { on: not-found, status: 404 }
    taken: { on: duplicate, status: 409 }
limits: none
versioning: none
`

const mood = 'mood: { type: string, maxLength: 20, default: calm }'
const stars = 'stars: { type: integer, minimum: 0, maximum: 5, default: 3 }'
const former = document(mood)
const next = document(`${stars}, code: { type: string, format: uuid, generate: uuidv7 }, nick: { type: [string, "null"], maxLength: 20 }`, {
  order: '-stars, id',
  unique: 'unique: [[nick], [code]]',
  resources:
    '  Tag:\n    key: name\n    properties: { name: { type: string, maxLength: 20 }, note: { $ref: Note, onDelete: restrict } }\n    required: [name, note]',
})

type World = { readonly schema: Schema; readonly file: (text: string) => string; readonly serve: (text: string) => Promise<Started> }

async function world(context: TestContext): Promise<World> {
  const [schema, folder] = [await freshSchema(), temporaryFolder()]
  const running: Started[] = []
  let count = 0
  context.after(async () => {
    for (const each of running) await each.kill('SIGKILL')
    await schema.drop()
  })
  const file = (text: string): string => {
    const path = join(folder, `notes-${count++}.yaml`)
    writeFileSync(path, text)
    return path
  }
  return {
    schema,
    file,
    async serve(text) {
      const service = await started(file(text), schema.url)
      running.push(service)
      return service
    },
  }
}

const post = (service: Started, text: string): ReturnType<typeof call> => call(service.url, 'POST', '/notes', JSON.stringify({ text }))

test(
  'serves the former document under load during the expansion, then both documents, and the new one after the contraction',
  { skip },
  async (context) => {
    const { schema, file, serve } = await world(context)
    const old = await serve(former)
    for (let count = 0; count < 30; count++) assert.equal((await post(old, `first ${count}`)).status, 201)
    const path = file(next)

    const planned = await ninefold('migrate', path, '--store', schema.url, '--plan')
    assert.equal(planned.status, 0, planned.out + planned.error)
    assert.match(
      planned.out,
      /Expand, while processes of the former document go on:\n\n[^]*safe {3}add Note\.stars[^]*Contract[^]*LOSES {2}drop Note\.mood/,
    )
    await assert.rejects(serve(next), /was made by another document/)

    let [isOver, refused, answered] = [false, 0, 0]
    const load = Promise.all(
      Array.from({ length: 4 }, async (_, client) => {
        while (!isOver) {
          const { status } = await post(old, `under load ${client}`)
          answered++
          if (status !== 201) refused++
          if ((await call(old.url, 'GET', '/notes')).status !== 200) refused++
        }
      }),
    )
    const expanded = await ninefold('migrate', path, '--store', schema.url)
    isOver = true
    await load
    assert.equal(expanded.status, 0, expanded.out + expanded.error)
    assert.match(expanded.out, /of this document now, and of the former one\. .*--contract/)
    assert.deepEqual([refused, answered > 0], [0, true])

    const young = await serve(next)
    const [byOld, byYoung] = [await post(old, 'by the former'), await post(young, 'by the next')]
    assert.deepEqual([byOld.status, byYoung.status], [201, 201], byOld.text + byYoung.text)
    const seen = (await call(young.url, 'GET', `/notes/${byOld.json.id}`)).json as unknown as { stars: number; code: string; mood?: string }
    assert.equal(seen.stars, 3)
    assert.match(seen.code, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(seen.mood, undefined)
    assert.deepEqual((await call(old.url, 'GET', `/notes/${byYoung.json.id}`)).json, {
      id: byYoung.json.id,
      text: 'by the next',
      mood: 'calm',
    })
    const codes = (await schema.query('SELECT count(*)::int AS n, count(DISTINCT code)::int AS codes FROM "Note"')) as {
      n: number
      codes: number
    }[]
    assert.equal(codes[0]!.codes, codes[0]!.n)

    // A former process may start again between the two, and the contraction waits for all of them.
    const again = await serve(former)
    assert.equal((await post(again, 'again')).status, 201)
    const early = await ninefold('migrate', path, '--store', schema.url, '--contract', '--approve')
    assert.equal(early.status, 2, early.out)
    assert.match(early.error, /is served by 2 processes of the former document: stop them first/)
    await Promise.all([old.kill('SIGTERM'), again.kill('SIGTERM')])
    const unapproved = await ninefold('migrate', path, '--store', schema.url, '--contract')
    assert.equal(unapproved.status, 1, unapproved.out)
    const contracted = await ninefold('migrate', path, '--store', schema.url, '--contract', '--approve')
    assert.equal(contracted.status, 0, contracted.out + contracted.error)
    assert.equal((await post(young, 'afterwards')).status, 201)
    assert.deepEqual(await columns(schema), ['$version', 'code', 'id', 'nick', 'stars', 'text'])
    assert.deepEqual(
      await schema.query(
        `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'Note' AND column_default IS NOT NULL`,
      ),
      [],
    )
    await assert.rejects(serve(former), /was made by another document/)
    assert.equal((await ninefold('migrate', path, '--store', schema.url)).out, `${schema.url} is the store of this document already.\n`)
  },
)

test('a migration that is killed at any step continues, with the same result', { skip, timeout: 240_000 }, async (context) => {
  const { schema, file, serve } = await world(context)
  const old = await serve(former)
  for (let count = 0; count < 30; count++) await post(old, `note ${count}`)
  await old.kill('SIGTERM')
  const path = file(next)
  const progress = async (): Promise<string> => JSON.stringify(await schema.query(`SELECT value FROM "$ninefold" WHERE name = 'migration'`))
  let kills = 0
  for (const more of [[], ['--contract', '--approve']]) {
    for (let status: number | null = null; status === null;) {
      const before = await progress()
      const child = spawn(process.execPath, [commandPath, 'migrate', path, '--store', schema.url, ...more], { stdio: 'ignore' })
      const ended = new Promise<void>((done) =>
        child.once('exit', (code) => {
          status = code
          done()
        }),
      )
      while (status === null && (await progress()) === before) await setTimeout(5)
      if (status === null) kills++
      child.kill('SIGKILL')
      await ended
    }
  }
  // Two steps between two looks count as one.
  assert.ok(kills > 2, `${kills} kills`)
  assert.deepEqual(await columns(schema), ['$version', 'code', 'id', 'nick', 'stars', 'text'])
  assert.deepEqual(
    await schema.query(
      'SELECT count(*)::int AS n FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = current_schema()::regnamespace AND NOT indisvalid',
    ),
    [{ n: 0 }],
  )
  const young = await serve(next)
  assert.equal((await post(young, 'afterwards')).status, 201)
  assert.equal(((await call(young.url, 'GET', '/notes')).json as unknown as { notes: unknown[] }).notes.length, 20)
})

test('a table in use blocks neither others nor the migration for long, and a failed index is built again', { skip }, async (context) => {
  const { schema, file, serve } = await world(context)
  const old = await serve(former)
  await post(old, 'one')
  const path = file(document(`${mood}, ${stars}`, { order: '-text, id' }))
  // An interrupted build has left an index of the name.
  await schema.query('CREATE INDEX "Note by -text, id" ON "Note" (text)')
  await schema.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"Note by -text, id"'::regclass`)
  const url = new URL(schema.url)
  const options = url.searchParams.get('options')!
  url.search = ''
  const idle = new pg.Client({ connectionString: url.href, options })
  await idle.connect()
  await idle.query('BEGIN; SELECT * FROM "Note"')
  const migrated = ninefold('migrate', path, '--store', schema.url)
  let slowest = 0
  for (let count = 0; count < 20; count++) {
    const began = performance.now()
    assert.equal((await post(old, `meanwhile ${count}`)).status, 201)
    slowest = Math.max(slowest, performance.now() - began)
    await setTimeout(50)
  }
  await idle.query('COMMIT')
  await idle.end()
  const { status, out, error } = await migrated
  assert.equal(status, 0, out + error)
  assert.ok(slowest < 2000, `${slowest} ms`)
  const names = (await schema.query(
    `SELECT indexname, indisvalid FROM pg_indexes JOIN pg_index ON indexrelid = quote_ident(indexname)::regclass WHERE schemaname = current_schema() AND tablename = 'Note'`,
  )) as { indexname: string; indisvalid: boolean }[]
  assert.ok(
    names.every(({ indisvalid }) => indisvalid),
    JSON.stringify(names),
  )
})

test(
  'refuses steps that the former document does not tolerate, with advice, and runs them when none of its processes serves',
  { skip },
  async (context) => {
    const { schema, file, serve } = await world(context)
    const old = await serve(former)
    await post(old, 'one')
    const path = file(document(mood, { unique: 'unique: [[text]]' }).replace('required: [text]', ''))
    const stopped = await ninefold('migrate', path, '--store', schema.url)
    assert.equal(stopped.status, 1)
    assert.match(
      stopped.out,
      /NEEDS {2}let Note\.text be without a value\n +the former document cannot read records without Note\.text[^]*`--contract`/,
    )
    assert.match(stopped.out, /NEEDS {2}make Note unique by text/)
    assert.equal((await post(old, 'two')).status, 201)
    const served = await ninefold('migrate', path, '--store', schema.url, '--contract')
    assert.match(served.error, /is served by a process of the former document: stop it first/)
    await old.kill('SIGTERM')
    const done = await ninefold('migrate', path, '--store', schema.url, '--contract')
    assert.equal(done.status, 0, done.out + done.error)
    assert.equal(
      (await post(await serve(document(mood, { unique: 'unique: [[text]]' }).replace('required: [text]', '')), 'three')).status,
      201,
    )
  },
)

test(
  'applies renames, moved states, wider kinds, numbers, soft deletions and stored values when no process serves',
  { skip },
  async (context) => {
    const { schema, file, serve } = await world(context)
    const more = 'weight: { type: integer, minimum: 0, maximum: 1000, default: 7 }'
    const last = document(`${mood}, ${more}`, { after: 'PT1H: { target: dark }' })
    const old = await serve(last)
    for (const text of ['one', 'two', 'three']) assert.equal((await post(old, text)).status, 201)
    const renamed = document(
      `temper: { type: string, maxLength: 20, default: calm, $renamedFrom: mood }, weight: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000, default: 7 }, number: { type: integer, generate: sequence }, double: { type: [integer, "null"], compute: 'this.id * 2', stored: true }`,
      {
        unique: 'unique: [[number]]\n    softDelete: true',
        after: 'PT1H: { target: dark }',
      },
    )
      .replaceAll(/\bNote\b(?!s)/g, 'Memo')
      .replace('Memo:\n    key', 'Memo:\n    $renamedFrom: Note\n    key')
      .replace('lit: { after', 'bright: { $renamedFrom: lit, after')
      .replace('initial: lit', 'initial: bright')
      .replace('    taken:', '    gone: { on: gone, status: 410 }\n    taken:')
    const path = file(renamed)
    const stopped = await ninefold('migrate', path, '--store', schema.url)
    assert.equal(stopped.status, 1, stopped.out + stopped.error)
    assert.match(stopped.out, /the former document uses the name Note[^]*`--contract`/)
    await old.kill('SIGTERM')
    const done = await ninefold('migrate', path, '--store', schema.url, '--contract')
    assert.equal(done.status, 0, done.out + done.error)
    const young = await serve(renamed)
    const { notes } = (await call(young.url, 'GET', '/notes')).json as unknown as { notes: unknown[] }
    const memo = (id: number, text: string) => ({ id, text, temper: 'calm', weight: 7, number: id, double: id * 2, light: 'bright' })
    assert.deepEqual(notes, [memo(1, 'one'), memo(2, 'two'), memo(3, 'three')])
    assert.deepEqual((await call(young.url, 'GET', `/notes/${(await post(young, 'four')).json.id}`)).json, memo(4, 'four'))
    assert.deepEqual(await schema.query('SELECT DISTINCT resource, field, state FROM "$timer"'), [
      { resource: 'Memo', field: 'light', state: 'bright' },
    ])
  },
)

test('an expanded database returns to the former document', { skip }, async (context) => {
  const { schema, file, serve } = await world(context)
  const old = await serve(former)
  await post(old, 'one')
  await ninefold('migrate', file(document(`${mood}, ${stars}`)), '--store', schema.url)
  const third = await ninefold(
    'migrate',
    file(document(`${mood}, ${stars}, third: { type: [string, "null"], maxLength: 9 }`)),
    '--store',
    schema.url,
  )
  assert.equal(third.status, 2)
  assert.match(third.error, /is between two other documents/)
  const back = await ninefold('migrate', file(former), '--store', schema.url)
  assert.equal(back.status, 0, back.out + back.error)
  const contracted = await ninefold('migrate', file(former), '--store', schema.url, '--contract', '--approve')
  assert.equal(contracted.status, 0, contracted.out + contracted.error)
  assert.equal((await post(old, 'two')).status, 201)
  assert.deepEqual(await columns(schema), ['$version', 'id', 'mood', 'text'])
})

test('timers are left to the newer document while one of its processes serves', { skip }, async (context) => {
  const { schema, serve } = await world(context)
  const old = await serve(document(mood, { after: 'PT5S: { target: dark }' }))
  const note = (await post(old, 'one')).json.id
  // The same tables: the documents differ only in the effects of the timer.
  const young = await serve(document(mood, { after: 'PT5S: { target: grey }' }))
  const until = performance.now() + 30_000
  const light = async (service: Started): Promise<string> =>
    ((await call(service.url, 'GET', `/notes/${note}`)).json as unknown as { light: string }).light
  while ((await light(old)) === 'lit' && performance.now() < until) await setTimeout(50)
  assert.deepEqual([await light(old), await light(young)], ['grey', 'grey'])
  await young.kill('SIGTERM')
  const second = (await post(old, 'two')).json.id
  while ((await schema.query(`SELECT light FROM "Note" WHERE id = ${second}`))[0]!['light'] === 'lit' && performance.now() < until)
    await setTimeout(50)
  assert.deepEqual(await schema.query(`SELECT light FROM "Note" WHERE id = ${second}`), [{ light: 'dark' }])
})

async function columns(schema: Schema): Promise<unknown[]> {
  return (
    await schema.query(
      `SELECT column_name::text AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'Note' ORDER BY 1`,
    )
  ).map(({ name }) => name)
}
