// Documents before and after formatting: only YAML changes, and only how it is written.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { format } from '../../src/document/format.ts'
import { golden } from '../golden.ts'

const folder = new URL('format/', import.meta.url)

for (const name of readdirSync(folder).filter((each) => /\.(?:md|yaml)$/.test(each))) {
  test(`${name} is written as its golden text, which stays as it is`, () => {
    const once = format({ name, text: readFileSync(new URL(name, folder), 'utf8') })
    golden(new URL(`${name}.golden.txt`, folder), once)
    assert.equal(format({ name, text: once }), once)
  })
}

test('lets the caller decide which slots are expressions', () => {
  const text = "a: 'caller'\nb: 'Norway'\n"
  assert.equal(format({ name: 'a.yaml', text }), text)
  assert.equal(format({ name: 'a.yaml', text }, (scalar) => scalar.text === 'caller'), "a: caller\nb: 'Norway'\n")
})

test('a comment that would become part of a text keeps the quotes before it', () => {
  assert.equal(format({ name: 'a.yaml', text: "a: 'x == 1' # b\nc: 'x == 1'  # d\n" }), "a: 'x == 1' # b\nc: x == 1  # d\n")
})

test('line ends and JSON stay', () => {
  assert.equal(format({ name: 'a.yaml', text: "a:\r\n    b: 'x == 1'\r\n" }), 'a:\r\n  b: x == 1\r\n')
  assert.equal(format({ name: 'a.json', text: '{"a":  1}' }), '{"a":  1}')
})

test('a media type is not a division', () => {
  const text = 'stream: { media: text/event-stream, retain: P7D }\nmedia: application/problem+json\n'
  assert.equal(format({ name: 'a.yaml', text }), text)
})

const documents = ['examples', 'conventions'].flatMap((name) => {
  const folder = new URL(`../../${name}/`, import.meta.url)
  return readdirSync(folder).filter((each) => each.endsWith('.md')).map((each) => ({ name: `${name}/${each}`, text: readFileSync(new URL(each, folder), 'utf8') }))
})

for (const { name, text } of documents) {
  test(`${name} is in the house style`, () => assert.equal(format({ name, text }), text, `\`ninefold format ${name}\` writes it`))
}
