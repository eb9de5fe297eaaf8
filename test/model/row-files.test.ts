// Rows of `records` in files are read and checked as if they were written in the document.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findPosition } from '../../src/base/text.ts'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { exchangeOf } from '../store/both.ts'

const document = (file: string): string => `ninefold: 1
service: none
resources:
  Country: { key: code, properties: { code: { type: string, maxLength: 2 }, name: { type: string, maxLength: 60 }, people: { type: integer }, old: { type: boolean, default: false } }, required: [name] }
  records: { Country: { file: ${file} } }
states: none
endpoints:
  GET /countries: { list: Country, order: [code], page: none, status: 200, output: { items: 'items.map(c, Country(c))' } }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [invalid, malformed], status: 400, title: No } } }
limits: none
versioning: none
`

function read(file: string, text?: string): Compiled {
  return compile([{ name: 'docs/service.yaml', text: document(file) }], {
    convention: () => undefined,
    rows: (from, name) => (from === 'docs/service.yaml' && name === file ? text : undefined),
  })
}

/** The diagnostics as `code, line:column: message`. */
function messagesOf({ diagnostics }: Compiled): string[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, primary: { span } }) => {
      const { line, column } = findPosition(span.source, span.start)
      return `${code}, ${span.source.name}:${line}:${column}: ${message}`
    })
}

async function listed(compiled: Compiled): Promise<unknown> {
  const meaning = createMemoryRuntime(compiled.facts, {
    clock: { now: () => 0 },
    randomness: new SeededRandomness('rows'),
    settings: new Map(),
    fixtures: false,
    depth: 9,
  })
  const { body } = await meaning.answer(exchangeOf(compiled.facts, { method: 'GET', target: '/countries' }, 'one', undefined))
  return (JSON.parse(String(body)) as { items: unknown }).items
}

const expected = [
  { code: 'FI', name: 'Finland, with "Åland"', old: false },
  { code: 'NO', name: 'Norway', people: 5600000, old: true },
]

test('loads records from CSV, YAML and JSON at the start', async () => {
  const csv = '\uFEFFcode,name,people,old\r\nNO, Norway ,5600000,true\r\n\r\nFI,"Finland, with ""Åland""",,\r\n'
  const yaml = '- { code: NO, name: Norway, people: 5600000, old: true }\n- code: FI\n  name: Finland, with "Åland"\n'
  const json = '[{"code":"NO","name":"Norway","people":5600000,"old":true},{"code":"FI","name":"Finland, with \\"Åland\\""}]'
  for (const [file, text] of [
    ['countries.csv', csv],
    ['countries.yaml', yaml],
    ['countries.json', json],
  ] as const) {
    const compiled = read(file, text)
    assert.deepEqual(messagesOf(compiled), [])
    assert.deepEqual(await listed(compiled), expected)
  }
})

test('a CSV column has the type of its property', async () => {
  const typed = document('c.csv')
    .replace(
      '{ code: { type: string, maxLength: 2 }, name: { type: string, maxLength: 60 },',
      '{ code: { $ref: Code }, name: { enum: ["1", "true", "x"] }, tags: { type: array, maxItems: 9, items: { type: string, maxLength: 9 } }, near: { $ref: Country }, ',
    )
    .replace('  records:', '  $defs: { Code: { type: string, maxLength: 4 } }\n  records:')
  const compiled = compile([{ name: 'docs/service.yaml', text: typed }], {
    convention: () => undefined,
    rows: () => 'code,name,people,old,tags,near\n007,1,"12",TRUE,"[""a"",""b""]",1e1\n1e1,true,,false,,\n',
  })
  assert.deepEqual(messagesOf(compiled), [])
  assert.deepEqual(await listed(compiled), [
    { code: '007', name: '1', tags: ['a', 'b'], near: '1e1', people: 12, old: true },
    { code: '1e1', name: 'true', old: false },
  ])
})

test('reports mistakes in row files at their place', () => {
  assert.deepEqual(messagesOf(read('c.csv', 'code,name\nNO,Norway\nSE,Sweden,Stockholm\n')), [
    'document/csv-syntax, c.csv:3:1: this row has 3 values, but the first row has 2 names',
  ])
  assert.deepEqual(messagesOf(read('c.csv', 'code,name\nNO,"Norway\n')), ['document/csv-syntax, c.csv:2:4: a quoted value is never closed'])
  assert.deepEqual(
    messagesOf(read('c.csv', 'code,name\nNO,Norway\nNO,Norge\n')).map((each) => each.split(':', 3).join(':')),
    ['resources/duplicate-row, c.csv:3:1'],
  )
  assert.deepEqual(
    messagesOf(read('c.csv', 'code,name,people\nNO,Norway,many\n')).map((each) => each.split(':', 3).join(':')),
    ['resources/invalid-row, c.csv:2:11'],
  )
  assert.deepEqual(messagesOf(read('c.yaml', 'code: NO\n')), [
    'document/invalid-file, docs/service.yaml:5:31: the file `c.yaml` does not contain a list of records',
  ])
  assert.deepEqual(messagesOf(read('c.csv')), [
    'document/invalid-file, docs/service.yaml:5:31: the file `c.csv` does not exist, or cannot be read',
  ])
})

test('loads records that depend on a setting', () => {
  const text = document('x')
    .replace('service: none', 'service: { settings: { place: { enum: [test, live] } } }')
    .replace('{ file: x }', '{ setting: place, by: { test: [{ code: XX, name: Nowhere }], live: { file: live.csv } } }')
  const compiled = compile([{ name: 'docs/service.yaml', text }], {
    convention: () => undefined,
    rows: (_, name) => (name === 'live.csv' ? 'code,name\nNOR,Norway\n' : undefined),
  })
  assert.deepEqual(
    messagesOf(compiled).map((each) => each.split(':', 3).join(':')),
    ['resources/invalid-row, live.csv:2:1'],
  )
})

test('reads row files relative to the document', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'service.yaml'), document('data/countries.csv'))
  writeFileSync(join(folder, 'data', 'countries.csv'), 'code,name\nNOR,Norway\n')
  const { status, out, error } = await ninefold('check', join(folder, 'service.yaml'))
  assert.equal(status, 1)
  assert.match(out + error, /resources\/invalid-row[^]*data\/countries\.csv:2:1/)
})
