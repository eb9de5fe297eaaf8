// Formatting tables: cells of binding tables have one space around them; everything else stays.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { formatFile } from '../../src/table/format.ts'

const root = resolve(import.meta.dirname, '../..')

const parts = (fields: string): string => `---\nninefold: 1\n---\n\n# Notes\n\n## 2. Resources and their fields\n\n### Note\n\n${fields}\n`

test('formats each cell of a binding table with one space around it', () => {
  const text = parts(
    '|field|type     |must|rules|\n|:-|-:|:-:|------|\n|id|uuid||key, generated uuidv7|\n  |  sign | text like `a\\|b` | yes||',
  )
  const once = formatFile({ name: 'a.md', text })
  assert.equal(
    once,
    parts(
      '| field | type | must | rules |\n| :--- | ---: | :---: | --- |\n| id | uuid | | key, generated uuidv7 |\n  | sign | text like `a\\|b` | yes | |',
    ),
  )
  assert.equal(formatFile({ name: 'a.md', text: once }), once)
})

test('keeps tables in prose, invalid rows, and line ends', () => {
  for (const text of [parts('A price list:\n\n|a|b  |\n|--|--|\n|1|2|'), parts('|field|type|\n|-|-|\n|id|uuid|and more|')])
    assert.equal(formatFile({ name: 'a.md', text }), text)
  assert.equal(
    formatFile({ name: 'a.md', text: parts('|field|type|\n|-|-|\n|id|uuid|').replaceAll('\n', '\r\n') }),
    parts('| field | type |\n| --- | --- |\n| id | uuid |').replaceAll('\n', '\r\n'),
  )
})

for (const name of globSync('examples/tables/*.md', { cwd: root })) {
  test(`${name} is formatted`, () => {
    const text = readFileSync(resolve(root, name), 'utf8')
    assert.equal(formatFile({ name, text }), text)
  })
}
