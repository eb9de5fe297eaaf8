// Documents and their readings: first the messages, then the document.

import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { inOrder } from '../../src/diagnostic/diagnostic.ts'
import { renderAll } from '../../src/diagnostic/render.ts'
import { readDocument } from '../../src/document/read.ts'
import { golden } from '../golden.ts'
import { outline } from './outline.ts'

const folder = new URL('read/', import.meta.url)

const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')

/** The files of a document: one, or a folder of them. */
function filesOf(name: string): { name: string; text: string }[] {
  if (/\.(?:md|yaml)$/.test(name)) return [{ name, text: read(name) }]
  return readdirSync(new URL(`${name}/`, folder))
    .sort()
    .map((each) => ({ name: each, text: read(`${name}/${each}`) }))
}

for (const name of readdirSync(folder).filter((each) => !each.endsWith('.golden.txt'))) {
  test(`${name} parses to its golden text`, () => {
    const { document, diagnostics } = readDocument(filesOf(name))
    const messages = diagnostics.length === 0 ? '' : `${renderAll(inOrder(diagnostics), { colour: false, width: 100 })}\n\n\n`
    // The expansion of an alias bomb is too long for the golden file.
    golden(new URL(`${name}.golden.txt`, folder), name === 'bounds.md' ? messages : messages + outline(document))
  })
}
