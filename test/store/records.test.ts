// The records that a document begins with: which there are by a setting, and how they follow the document where nothing else writes them.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from '../serve/served.ts'

type Shape = {
  readonly lands: string
  readonly towns?: string
  readonly endpoints?: string
  readonly onDelete?: string
  readonly settings?: string
}

const document = ({
  lands,
  towns = '[]',
  endpoints = '',
  onDelete = 'restrict',
  settings = 'service: { name: lands }',
}: Shape): string => `ninefold: 1
${settings}
resources:
  Land:
    key: code
    properties: { code: { type: string, maxLength: 2 }, name: { type: string, maxLength: 20 }, big: { type: boolean, default: false }, loud: { type: string, compute: this.name + "!", stored: true } }
    required: [name]
    unique: [name]
  Town:
    key: id
    properties: { id: { type: integer, generate: sequence }, name: { type: string, maxLength: 20 }, land: { $ref: Land, onDelete: ${onDelete} } }
    required: [name]
    unique: [name]
  Visit: { key: id, properties: { id: { type: integer, generate: sequence }, land: { $ref: Land, onDelete: ${onDelete} } } }
  records:
    Land: ${lands}
    Town: ${towns}
states: none
endpoints:
  GET /lands: { list: Land, order: [code], page: none, status: 200, output: 'items.map(l, [l.code, l.loud, l.big ? "big" : ""])' }
  GET /towns: { list: Town, order: [id], page: none, status: 200, output: 'items.map(t, [string(t.id), t.name])' }
  POST /visits: { create: Visit, body: [land], status: 201 }
${endpoints}
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, dangling, duplicate, in-use], status: 400, title: No } } }
limits: none
versioning: none
`

const norway = '{ code: NO, name: Norway }'.replace('NO', "'NO'")
const finland = '{ code: FI, name: Finland, big: true }'

/** A file, with its content after a document has been served from it. */
function file(
  context: TestContext,
): (
  shape: Shape,
  work?: (url: string) => Promise<void>,
  settings?: readonly (readonly [string, string])[],
) => Promise<{ lands: unknown; towns: unknown }> {
  const folder = temporaryFolder()
  return async (shape, work, settings = []) => {
    const running = await served(context, document(shape), { store: `sqlite:${join(folder, 'store.db')}`, settings: new Map(settings) })
    await work?.(running.url)
    const of = async (path: string): Promise<unknown> =>
      await fetch(running.url + path).then((answer) => (answer.status === 200 ? answer.json() : answer.status))
    const found = { lands: await of('/lands'), towns: await of('/towns') }
    await running.stop()
    return found
  }
}

const send =
  (method: string, path: string, body: object) =>
  async (url: string): Promise<void> => {
    const { status } = await fetch(url + path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    assert.ok(status < 300, `${method} ${path}: ${status}`)
  }

test('inserts, changes and deletes initial records with the document', async (context) => {
  const under = file(context)
  assert.deepEqual((await under({ lands: `[${norway}, ${finland}]` })).lands, [
    ['FI', 'Finland!', 'big'],
    ['NO', 'Norway!', ''],
  ])
  assert.deepEqual((await under({ lands: `[{ code: FI, name: Suomi }, { code: SE, name: Sweden }]` })).lands, [
    ['FI', 'Suomi!', ''],
    ['SE', 'Sweden!', ''],
  ])
  assert.deepEqual((await under({ lands: 'none' })).lands, [])
})

test('recognises a row with a generated key by its unique', async (context) => {
  const under = file(context)
  const towns = '[{ name: Oslo, land: NO }, { name: Bergen }]'.replace('NO', "'NO'")
  const first = await under({ lands: `[${norway}]`, towns })
  assert.deepEqual(first.towns, [
    ['1', 'Oslo'],
    ['2', 'Bergen'],
  ])
  assert.deepEqual(await under({ lands: `[${norway}]`, towns }), first)
  assert.deepEqual((await under({ lands: `[${norway}]`, towns: '[{ name: Bergen }, { name: Moss }]' })).towns, [
    ['2', 'Bergen'],
    ['3', 'Moss'],
  ])
})

test('does not change records that requests have written', async (context) => {
  const under = file(context)
  const endpoints =
    '  POST /lands: { create: Land, body: [code, name], status: 201 }\n  PATCH /lands/{code}: { update: Land, body: [name], status: 204 }'
  await under({ lands: `[${norway}, ${finland}]`, endpoints }, async (url) => {
    await send('POST', '/lands', { code: 'DK', name: 'Denmark' })(url)
    await send('PATCH', '/lands/NO', { name: 'Norge' })(url)
  })
  const written = await under({ lands: `[{ code: FI, name: Suomi }]`, endpoints })
  assert.deepEqual(
    written.lands,
    [
      ['DK', 'Denmark!', ''],
      ['FI', 'Finland!', 'big'],
      ['NO', 'Norge!', ''],
    ],
    'inserted where absent, and nothing else',
  )
  assert.deepEqual((await under({ lands: `[{ code: FI, name: Suomi }]` })).lands, [
    ['DK', 'Denmark!', ''],
    ['FI', 'Suomi!', ''],
    ['NO', 'Norge!', ''],
  ])
  assert.deepEqual((await under({ lands: 'none' })).lands, [
    ['DK', 'Denmark!', ''],
    ['NO', 'Norge!', ''],
  ])
})

for (const onDelete of ['restrict', 'cascade', 'set-null']) {
  test(`keeps a row that records still refer to: ${onDelete}`, async (context) => {
    const under = file(context)
    const towns = '[{ name: Turku, land: FI }]'
    await under({ lands: `[${norway}, ${finland}]`, towns, onDelete }, send('POST', '/visits', { land: 'NO' }))
    await assert.rejects(under({ lands: `[${finland}]`, towns, onDelete }), /cannot be stored: in-use Land/)
    assert.deepEqual((await under({ lands: `[${norway}]`, onDelete })).lands, [['NO', 'Norway!', '']], 'they go together')
  })
}

test('a setting selects the initial records, and operations that need them are not served without it', async (context) => {
  const under = file(context)
  const shape: Shape = {
    settings: 'service: { settings: { place: { enum: [test, live] } } }',
    lands: `{ setting: place, by: { test: [${norway}, { code: XX, name: Nowhere }], live: [${norway}] } }`,
  }
  const test = await under(shape, undefined, [['place', 'test']])
  assert.deepEqual(test.lands, [
    ['NO', 'Norway!', ''],
    ['XX', 'Nowhere!', ''],
  ])
  assert.deepEqual(await under(shape), { lands: 501, towns: [] })
  assert.deepEqual(await under(shape, undefined, [['place', 'test']]), test, 'what nobody knows of stays')
  assert.deepEqual((await under(shape, undefined, [['place', 'live']])).lands, [['NO', 'Norway!', '']])
})

test('a setting selects the initial records in memory', async (context) => {
  const settings = 'service: { settings: { demo: { type: boolean, default: false } } }'
  const text = document({ settings, lands: `{ setting: demo, by: { 'true': [${finland}], 'false': none } }` })
  for (const [settingsOf, expected] of [
    [[['demo', 'true']], [['FI', 'Finland!', 'big']]],
    [[], []],
  ] as const) {
    const { url } = await served(context, text, { settings: new Map(settingsOf) })
    assert.deepEqual(await (await fetch(`${url}/lands`)).json(), expected)
  }
})
