// The expansion of a document by each built-in convention, as `expand` prints it.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { expand } from '../../src/convention/expand.ts'
import { golden } from '../golden.ts'
import { type Filled, filled, messages } from './filled.ts'

const folder = new URL('expand/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const own = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.startsWith('own-'))
    .map((name) => [name, read(name)]),
)
const documents = readdirSync(folder).filter((name) => name.endsWith('.md') && !/^own-|\.golden\.md$/.test(name))

const withoutNotes = (text: string): string => text.replaceAll(/ {2}# \S+$/gm, '')

/** The content of a document's parts, without places. */
function content({ model }: Filled): unknown {
  return JSON.parse(
    JSON.stringify(model.document.parts, (key, value: unknown) =>
      ['span', 'headings', 'from', 'offsets', 'style', 'prose', 'word'].includes(key) ? undefined : value,
    ),
  )
}

for (const name of documents) {
  test(`${name} expands to its golden text, and the expansion is stable`, () => {
    const first = filled(read(name), own)
    assert.deepEqual(messages(first), [])
    const text = expand(first)
    golden(new URL(name.replace(/\.md$/, '.golden.md'), folder), text)
    const second = filled(text)
    assert.deepEqual(messages(second), [])
    assert.equal(expand(second), withoutNotes(text))
    // A catalogue in one layer leaves out what an upper layer covered.
    if (!/^(narrowed|problem-details)/.test(name)) assert.deepEqual(content(second), content(first))
  })
}
