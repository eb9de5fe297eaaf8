// Blocks converted to tables, and tables to blocks, keep their content and order.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { readWithTables } from '../../src/table/bind.ts'
import { type DocumentForm, convertDocument } from '../../src/table/convert.ts'
import { printMeaning } from '../../src/table/compare-documents.ts'
import { partNames } from '../../src/document/document.ts'
import { golden } from '../golden.ts'

const root = new URL('../../', import.meta.url)
const documents = ['examples/', 'examples/tables/', 'conventions/', 'bench/'].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md') && name !== 'RESULTS.md')
    .map((name) => folder + name),
)

function converted(text: string, form: DocumentForm): string {
  const result = convertDocument([{ name: 'service.md', text }], form)
  assert.ok('files' in result, 'the document has mistakes')
  assert.deepEqual(result.unconverted, [])
  return result.files[0]!.text
}

function meaningOf(text: string): string {
  const { document, diagnostics } = readWithTables([{ name: 'service.md', text }])
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [],
  )
  const scenarios = document.scenarios.map(({ title, text: steps }) => `${title}\n${steps}`)
  return [...partNames.map((name) => printMeaning(document, name)), ...scenarios].join('\n')
}

for (const name of documents) {
  test(`${name} has the same content as tables and as YAML`, () => {
    const text = readFileSync(new URL(name, root), 'utf8')
    const tables = converted(text, 'tables')
    const yaml = converted(tables, 'yaml')
    assert.equal(meaningOf(tables), meaningOf(text))
    assert.equal(meaningOf(yaml), meaningOf(text))
    assert.equal(meaningOf(converted(yaml, 'tables')), meaningOf(text))
    assert.equal(converted(tables, 'tables'), tables, 'what are tables stay so')
    assert.equal(converted(yaml, 'yaml'), yaml, 'what is YAML stays so')
  })
}

test('converts a document with both forms', () => {
  const text = readFileSync(new URL('forms.md', import.meta.url), 'utf8')
  const tables = converted(text, 'tables')
  golden(new URL('forms-as-tables.golden.txt', import.meta.url), tables)
  golden(new URL('forms-as-yaml.golden.txt', import.meta.url), converted(tables, 'yaml'))
  assert.equal(meaningOf(tables), meaningOf(text))
})

test('a document with mistakes is not converted', () => {
  const result = convertDocument([{ name: 'service.md', text: '## 8. Limits\n\n```yaml\nsizes: [\n```\n' }], 'tables')
  assert.ok('mistakes' in result)
  assert.deepEqual(
    result.mistakes.map(({ code }) => code),
    ['document/yaml-syntax'],
  )
})

test('conversion keeps the headings of scenarios', () => {
  const text =
    '## 2. Resources\n\n```yaml\nOrder: { key: id, properties: { id: { type: string, format: uuid } } }\n```\n\n```hurl\nGET {{url}}/\nHTTP 404\n```\n'
  assert.equal(converted(text, 'tables'), text)
})

test('conversion keeps questions and reasons, with their places', () => {
  const block = [
    '```yaml',
    '# from: #/paths/~1orders/get',
    '# import: which orders are listed?',
    'GET /orders:',
    '  list: Order # decided: all of them',
    '  # import: in which order?',
    '  order: not shown',
    '```',
  ]
  const tables = converted(`## 4. Endpoints\n\n${block.join('\n')}\n`, 'tables')
  assert.deepEqual(
    tables.split('\n').filter((line) => line.startsWith('<!--')),
    [
      '<!-- from: #/paths/~1orders/get -->',
      '<!-- import: `GET /orders`: which orders are listed? -->',
      '<!-- decided: `GET /orders › list`: all of them -->',
      '<!-- import: `GET /orders › order`: in which order? -->',
    ],
  )
})
