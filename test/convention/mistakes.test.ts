// Documents and conventions with mistakes, and all their messages.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fillModel } from '../../src/convention/fill.ts'
import { inOrder } from '../../src/diagnostic/diagnostic.ts'
import { renderAll } from '../../src/diagnostic/render.ts'
import { readDocument } from '../../src/document/read.ts'
import { readModel } from '../../src/model/read.ts'
import { golden } from '../golden.ts'
import { filled } from './filled.ts'

const folder = new URL('mistakes/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const own = Object.fromEntries(readdirSync(new URL('own/', folder)).map((name) => [`own/${name}`, read(`own/${name}`)]))

for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
  test(`reports the mistakes of ${name}`, () => {
    const { diagnostics } = filled(read(name), own, name)
    golden(new URL(`${name}.golden.txt`, folder), renderAll(inOrder(diagnostics), { colour: false, width: 100 }))
  })
}

test('reports a missing file of a built-in convention as a fault of the installation', () => {
  const { document } = readDocument([{ name: 'service.md', text: '---\nuse: [http@1]\n---\n' }])
  const { diagnostics } = fillModel(readModel(document), { convention: () => undefined })
  assert.deepEqual(
    diagnostics.map(({ code, message, help }) => [code, message, help]),
    [['convention/unreadable', 'the text of `http@1` cannot be read', 'The document is right: install Ninefold again.']],
  )
})
