// `ninefold import` as a command: where it writes, what it reports, and what it refuses.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const shop = join(import.meta.dirname, 'shop.yaml')

test('a document is printed, and beside it what it has; the command that checks it finds gaps and no errors', async () => {
  const { status, out, error } = await ninefold('import', shop, '--use', 'http@1', '--use', 'problem-details@1')
  assert.equal(status, 0)
  assert.match(error, /^OpenAPI 3\.0: 1 resource, 6 operations, 0 of them complete; \d+ questions; check: \d+ gaps, 1 warning\n$/)
  const file = join(temporaryFolder(), 'pets.md')
  writeFileSync(file, out)
  assert.equal((await ninefold('check', file)).status, 0)
  assert.equal((await ninefold('format', '--check', file)).status, 0)
})

test('with a file it says which operation is nearest to run, and what that lacks', async () => {
  const file = join(temporaryFolder(), 'pets.md')
  const { error } = await ninefold('import', shop, '--use', 'http@1', '--use', 'problem-details@1', '--output', file)
  assert.match(
    error,
    /\nNearest to run is `[A-Z]+ \/\S+`\. It lacks:\n\n(?: {2}\S+pets\.md:\d+: .+\n)+\n(?:Its records come from .+\n\n(?: {2}\S+pets\.md:\d+: .+\n)+\n)?`ninefold check \S+` explains each/,
  )
  for (const [, line] of error.matchAll(/pets\.md:(\d+):/g)) assert.ok(Number(line) <= readFileSync(file, 'utf8').split('\n').length)
})

test('if an operation on a record is nearest, it also says what lacks where records are created', async () => {
  const json = (schema: object): object => ({ description: 'ok', content: { 'application/json': { schema } } })
  const Note = {
    type: 'object',
    required: ['id', 'made'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      made: { type: 'string', format: 'date-time' },
      text: { type: 'string', maxLength: 9 },
    },
  }
  const New = { type: 'object', properties: { text: { type: 'string', maxLength: 9 } } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const paths = {
    '/notes': { post: { requestBody: json(New), responses: { 201: json(Note) } } },
    '/notes/{id}': { get: { parameters: [id], responses: { 200: json(Note) } } },
  }
  const folder = temporaryFolder()
  const [source, file] = [join(folder, 'notes.json'), join(folder, 'notes.md')]
  writeFileSync(source, JSON.stringify({ openapi: '3.0.3', info: { title: 'Notes', version: '1' }, paths }))
  const { error } = await ninefold('import', source, '--use', 'http@1', '--use', 'problem-details@1', '--output', file)
  assert.match(
    error,
    /Nearest to run is `GET \/notes\/\{id\}`\. It lacks:\n\n(?: {2}.+\n)+\nIts records come from `POST \/notes`, which also lacks:\n\n.+`id` is not shown\n.+`made` is not shown\n\n/,
  )
  const { out } = await ninefold('check', file)
  assert.match(out, /If the service makes the value, .*`id`\s+of\s+`\w+`\n\n {4}generate: uuidv7\n/s)
  assert.match(out, /generate: now\n/)
})

/** Imports a description with these paths, and returns what the command says. */
async function importPaths(paths: object, ...more: readonly string[]): Promise<string> {
  const folder = temporaryFolder()
  const source = join(folder, 'source.json')
  writeFileSync(source, JSON.stringify({ openapi: '3.0.3', info: { title: 'Notes', version: '1' }, paths }))
  return (await ninefold('import', source, '--output', join(folder, 'api.md'), ...more)).error
}

test('if no operation creates the records of the nearest one, it says where else they come from', async () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 9 } } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const get = { parameters: [id], responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } }
  assert.match(
    await importPaths({ '/notes/{id}': { get } }),
    /No operation creates its records\. Part 2 can give some: `records: \{ Note: \[ … \] \}`\.\n/,
  )
})

test('names each key that one line lacks', async () => {
  const folder = temporaryFolder()
  const source = join(folder, 'source.json')
  const components = { securitySchemes: { door: { type: 'http', scheme: 'basic' } } }
  const paths = { '/sum': { get: { responses: { 200: { description: 'ok' } } } } }
  writeFileSync(
    source,
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Notes', version: '1' }, security: [{ door: [] }], components, paths }),
  )
  const { error } = await ninefold('import', source, '--use', 'stub@1', '--use', 'http@1', '--output', join(folder, 'api.md'))
  assert.match(error, /`door` has no `username`\n.*`door` has no `password`\n/s)
  const { out } = await ninefold('check', join(folder, 'api.md'))
  assert.match(out, /username: \{ env: API_NAME \}\n.*password: \{ env: API_PASSWORD \}\n/s)
})

test('if no operation says what it does, it names the convention by which they answer', async () => {
  const get = { responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'integer' } } } } } }
  assert.match(await importPaths({ '/sum': { get } }), /No operation says what it does\..*`--use stub@1`/)
  assert.match(await importPaths({ '/sum': { get } }, '--use', 'stub@1'), /Nearest to run is `GET \/sum`/)
})

test('a convention with arguments is adopted in the document, and nothing is written', async () => {
  const file = join(temporaryFolder(), 'pets.md')
  const { status, error } = await ninefold('import', shop, '--use', 'crud@1', '--output', file)
  assert.deepEqual([status, existsSync(file)], [2, false])
  assert.match(
    error,
    /`crud@1` needs an argument `resources`, which --use does not take: import without it.*use: \[\{ crud@1: \{ resources:/s,
  )
})

test('does not overwrite an existing file', async () => {
  const file = join(temporaryFolder(), 'pets.md')
  assert.equal((await ninefold('import', shop, '--output', file)).status, 0)
  const before = readFileSync(file, 'utf8')
  assert.deepEqual(await ninefold('import', shop, '--output', file), {
    status: 2,
    out: '',
    error: `ninefold import: ${file} exists already and is left unchanged\n`,
  })
  assert.equal(readFileSync(file, 'utf8'), before)
})

test('answered by hand and by conventions, an imported operation is served', async () => {
  const { out } = await ninefold('import', shop, '--use', 'http@1', '--use', 'problem-details@1')
  const answered = out
    .replace('default: not shown', 'default: allow')
    .replace('key: { type: apiKey, in: header, name: X-Key }', 'key: { type: apiKey, in: header, name: X-Key, secret: { env: SHOP_KEY } }')
  const file = join(temporaryFolder(), 'pets.md')
  writeFileSync(file, answered)
  const { out: explained } = await ninefold('explain', file, 'GET /pets/{petId}')
  assert.match(explained, /^GET \/pets\/\{petId\} +complete/)
})

test('a convention that there is not is refused', async () => {
  const { status, out, error } = await ninefold('import', shop, '--use', 'nothing@1')
  assert.deepEqual([status, out], [2, ''])
  assert.match(error, /--use nothing@1: there is no such convention/)
})

test('refuses unsupported sources, with an alternative', async () => {
  const refusal = async (source: string): Promise<string> => {
    const { status, error } = await ninefold('import', source)
    assert.equal(status, 2)
    return error
  }
  assert.match(await refusal('sqlite:shop.db'), /shop\.db does not exist/)
  assert.match(await refusal('https://example.com/openapi.yaml'), /imports fetch nothing/)
  assert.match(await refusal('form.md'), /form\.md does not exist/)
  assert.match(await refusal('nowhere.yaml'), /nowhere\.yaml does not exist/)
  assert.equal(existsSync('imported.md'), false)
})
