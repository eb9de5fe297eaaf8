// Documents before and after formatting: only the layout of YAML changes.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { format } from '../../src/document/format.ts'
import { golden } from '../golden.ts'

const folder = new URL('format/', import.meta.url)

for (const name of readdirSync(folder).filter((each) => /\.(?:md|yaml)$/.test(each))) {
  test(`formats ${name} as its golden text, which is stable`, () => {
    const once = format({ name, text: readFileSync(new URL(name, folder), 'utf8') })
    golden(new URL(`${name}.golden.txt`, folder), once)
    assert.equal(format({ name, text: once }), once)
  })
}

test('the caller decides which slots are expressions', () => {
  const text = "a: 'caller'\nb: 'Norway'\n"
  assert.equal(format({ name: 'a.yaml', text }), text)
  assert.equal(
    format({ name: 'a.yaml', text }, (scalar) => scalar.text === 'caller'),
    "a: caller\nb: 'Norway'\n",
  )
})

test('keeps the quotes before a comment that would become text', () => {
  assert.equal(format({ name: 'a.yaml', text: "a: 'x == 1' # b\nc: 'x == 1'  # d\n" }), "a: 'x == 1' # b\nc: x == 1  # d\n")
})

test('keeps line ends and JSON', () => {
  assert.equal(format({ name: 'a.yaml', text: "a:\r\n    b: 'x == 1'\r\n" }), 'a:\r\n  b: x == 1\r\n')
  assert.equal(format({ name: 'a.json', text: '{"a":  1}' }), '{"a":  1}')
})

test('does not format a media type as a division', () => {
  const text = 'stream: { media: text/event-stream, retain: P7D }\nmedia: application/problem+json\n'
  assert.equal(format({ name: 'a.yaml', text }), text)
})

const documents = ['examples', 'conventions'].flatMap((name) => {
  const folder = new URL(`../../${name}/`, import.meta.url)
  return readdirSync(folder)
    .filter((each) => each.endsWith('.md'))
    .map((each) => ({ name: `${name}/${each}`, text: readFileSync(new URL(each, folder), 'utf8') }))
})

for (const { name, text } of documents) {
  test(`${name} is formatted`, () => assert.equal(format({ name, text }), text, `\`ninefold format ${name}\` writes it`))
}
