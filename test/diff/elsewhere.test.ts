// Editions of an API that another server serves: operations with gaps are compared as far as the documents specify them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diff } from '../../src/diff/diff.ts'
import { importing } from '../import/import.ts'

const source = (query: readonly string[], fields: object): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: {
      '/convert': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties: fields } } } },
          parameters: query.map((name) => ({ in: 'query', name, schema: { type: 'string', maxLength: 5 } })),
          responses: { 200: { description: 'ok' } },
        },
      },
      ...(query.length > 1 ? { '/gone': { get: { responses: { 204: { description: 'ok' } } } } } : {}),
    },
  })

const amount = (more: object): object => ({ amount: { type: 'integer', minimum: 1, ...more } })

function verdicts(isElsewhere: boolean): readonly string[] {
  const [old, now] = [importing(source(['to', 'by'], amount({}))).compiled, importing(source(['to'], amount({ minimum: 5 }))).compiled]
  return diff(old, now, '2026-01-01', isElsewhere)
    .filter(({ severity }) => severity !== 'safe')
    .map(({ severity, path }) => `${severity} ${path.join(' › ')}`)
}

test('an operation with gaps is not served here, so nothing of it breaks', () => {
  assert.deepEqual(verdicts(false), [])
})

test('elsewhere, what is specified of it counts', () => {
  assert.deepEqual(verdicts(true), [
    'breaking POST /convert › body › properties › amount › minimum',
    'breaking POST /convert › parameters › query › by',
    'breaking GET /gone',
  ])
})

/** An API in which each operation has one answer of this schema. */
function api(paths: { readonly [operation: string]: object }, schemas: object = {}): string {
  const named = Object.entries(paths).map(([name, operation]) => {
    const [method, path] = name.split(' ') as [string, string]
    return [path, { [method.toLowerCase()]: operation }] as const
  })
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: merge(named), components: { schemas } })
}

const merge = (entries: readonly (readonly [string, object])[]): object =>
  entries.reduce<Record<string, object>>((all, [path, item]) => ({ ...all, [path]: { ...all[path], ...item } }), {})

const answers = (schema: object, status = 200): object => ({
  responses: { [status]: { description: 'ok', content: { 'application/json': { schema } } } },
})

const takes = (schema: object): object => ({ requestBody: { required: true, content: { 'application/json': { schema } } } })

function changesElsewhere(before: string, after: string): readonly string[] {
  return diff(importing(before).compiled, importing(after).compiled, '2026-01-01', true)
    .filter(({ severity }) => severity !== 'safe')
    .map(({ severity, part, path }) => `${severity} ${[part, ...path].join(' › ')}`)
}

const object = (properties: object, required: readonly string[] = []): object => ({ type: 'object', properties, required })
const text = { type: 'string' }
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

test('members of an answer count even if nothing says what they show', () => {
  const edition = (members: object, required: readonly string[]): string =>
    api({ 'POST /convert': { ...takes(object({})), ...answers(object({ sum: object(members, required) })) } })
  assert.deepEqual(changesElsewhere(edition({ a: text, b: text, c: text }, ['b']), edition({ b: text, c: text, d: text }, [])), [
    'breaking endpoints › POST /convert › output › sum › a',
    'breaking endpoints › POST /convert › output › sum › b',
  ])
})

const pet = (more: object = {}): object => object({ id: text, name: text, ...more }, ['id', 'name'])

const pets = (name: string, schema: object, body: object = schema): string =>
  api(
    {
      'GET /pets/{id}': { parameters: [{ in: 'path', name: 'id', required: true, schema: text }], ...answers(reference(name)) },
      'POST /pets': { ...takes(body), ...answers(reference(name), 201) },
    },
    { [name]: schema },
  )

test('another name of a schema is no change, and what it loses is one', () => {
  assert.deepEqual(changesElsewhere(pets('Pet', pet()), pets('Animal', pet())), [])
  assert.deepEqual(changesElsewhere(pets('Pet', pet({ age: { type: 'integer' } })), pets('Animal', pet())), [
    'breaking resources › Animal › properties › age',
    'breaking endpoints › POST /pets › body › age',
  ])
})

test('a new optional member, which requests write and answers show, breaks nothing', () => {
  assert.deepEqual(changesElsewhere(pets('Pet', pet()), pets('Pet', pet({ age: { type: 'integer' } }))), [])
  const write = (more: object): object => object({ name: text, ...more }, ['name'])
  assert.deepEqual(changesElsewhere(pets('Pet', pet(), write({})), pets('Pet', pet({ age: text }), write({ age: text }))), [])
  assert.deepEqual(changesElsewhere(pets('Pet', pet({ age: text }), write({})), pets('Pet', pet({ age: text }), write({ age: text }))), [])
})

test('a refusal that only one edition describes needs review', () => {
  const edition = (refusals: object): string => {
    const operation = answers(object({ sum: text })) as { responses: object }
    return api({ 'POST /convert': { ...takes(object({ a: text })), responses: { ...operation.responses, ...refusals } } })
  }
  const changes = changesElsewhere(edition({}), edition({ 400: { description: 'bad' } }))
  assert.ok(changes.length > 0)
  assert.deepEqual(
    changes.filter((each) => !each.startsWith('review ')),
    [],
  )
})

test('null beside a schema is one more value, and not another schema', () => {
  const member = (schema: object): string =>
    pets('Pet', object({ id: text, name: text, tag: schema }, ['id', 'name']), object({ name: text }))
  const tag = { type: 'object', properties: { label: text } }
  assert.deepEqual(changesElsewhere(member(tag), member({ anyOf: [tag, { type: 'null' }] })), [
    'breaking resources › Pet › properties › tag',
  ])
})

test('the default of a parameter that each request brings has no effect', () => {
  const edition = (version: string): string =>
    api({
      'POST /convert': {
        parameters: [{ in: 'header', name: 'X-Version', required: true, schema: { type: 'string', default: version } }],
        ...answers(object({ sum: text })),
      },
    })
  assert.deepEqual(changesElsewhere(edition('2.14'), edition('2.17')), [])
})

test('a further value of an answer is breaking, for another server writes it', () => {
  const status = (values: readonly string[]): string =>
    pets('Pet', pet({ status: { type: 'string', enum: values } }), object({ name: text }, ['name']))
  assert.deepEqual(changesElsewhere(status(['a']), status(['a', 'b'])), ['breaking resources › Pet › properties › status › enum'])
})

test('a gap in place of what the import understood needs review', () => {
  const list = (query: readonly string[]): string =>
    api({
      'GET /pets': {
        parameters: query.map((name) => ({ in: 'query', name, schema: text })),
        ...answers({ type: 'array', items: pet() }),
      },
      'GET /pets/{id}': { parameters: [{ in: 'path', name: 'id', required: true, schema: text }], ...answers(pet()) },
    })
  assert.deepEqual(changesElsewhere(list([]), list(['near'])), ['review endpoints › GET /pets › where'])
})

test('another name of a parameter of the path is no change', () => {
  const read = (name: string): string =>
    api({
      [`GET /convert/{${name}}`]: {
        parameters: [{ in: 'path', name, required: true, schema: { enum: ['a', 'b'] } }],
        ...answers(object({ sum: text })),
      },
    })
  assert.deepEqual(changesElsewhere(read('from'), read('source')), [])
})

test('members of errors count', () => {
  const refusal = (members: object): string =>
    api({
      'POST /convert': {
        ...takes(object({ a: text })),
        responses: {
          ...(answers(object({ sum: text })) as { responses: object }).responses,
          400: { description: 'bad', content: { 'application/json': { schema: object(members, Object.keys(members)) } } },
        },
      },
    })
  assert.deepEqual(
    changesElsewhere(refusal({ code: text, hint: text }), refusal({ code: text })).filter((each) => each.startsWith('breaking')),
    ['breaking errors › catalogue › bad-request-400 › body › hint'],
  )
})

test('a reference alone under `allOf`, or beside an empty schema, is the schema', () => {
  const tag = object({ label: text })
  const edition = (schema: object): string =>
    api({ 'POST /convert': { ...takes(object({ tag: schema })), ...answers(object({ sum: text })) } }, { Tag: tag })
  assert.deepEqual(changesElsewhere(edition(reference('Tag')), edition({ allOf: [reference('Tag'), { description: 'A tag.' }] })), [])
})

test('a member that records of another server may lack is breaking, also if no request writes it', () => {
  const edition = (required: readonly string[]): string =>
    pets(
      'Pet',
      { ...object({ id: text, name: text, age: { type: 'integer', readOnly: true } }), required },
      object({ name: text }, ['name']),
    )
  assert.ok(changesElsewhere(edition(['id', 'name', 'age']), edition(['id', 'name'])).includes('breaking resources › Pet › required › age'))
})
