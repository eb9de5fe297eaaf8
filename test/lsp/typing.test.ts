// Typing: after any row of edits an editor has the diagnostics of the text as it is then.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { compileEnvironmentIn } from '../../src/cli/compiled.ts'
import { compile } from '../../src/compile/compile.ts'
import { listDiagnostics } from '../../src/lsp/diagnostics.ts'
import { openEditor } from './editor.ts'

const examples = resolve(import.meta.dirname, '../../examples')

/** The text that is typed or pasted, and the place as a part of the text's length. */
const edits = fc.array(
  fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat({ max: 6 }),
    text: fc.constantFrom(
      '',
      'x',
      ' ',
      '\n',
      ':',
      '"',
      '| a |',
      '\n\n```yaml\n',
      'this.',
      '}',
      '{ a: 1 }',
      'é\u{1F600}',
      '\n## 9. Versioning\n\nnone\n',
    ),
  }),
  { minLength: 1, maxLength: 6 },
)

const positionIn = (text: string, offset: number): { readonly line: number; readonly character: number } => {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)!.length }
}

for (const name of ['notes.md', 'tables/notes.md', 'hours.md']) {
  test(`${name}: the diagnostics after edits are those of a fresh check`, async () => {
    const path = join(examples, `typed-${name.replace('/', '-')}`)
    const original = readFileSync(join(examples, name), 'utf8')
    const environment = compileEnvironmentIn(examples)
    const editor = await openEditor()
    const uri = pathToFileURL(path).href
    await editor.show(uri, original)
    try {
      await fc.assert(
        fc.asyncProperty(edits, async (row) => {
          await editor.show(uri, original)
          for (const { place, removed, text } of row) {
            const before = editor.textOf(uri)
            const start = Math.floor(place * before.length)
            const typed = await editor.type(
              uri,
              { start: positionIn(before, start), end: positionIn(before, Math.min(start + removed, before.length)) },
              text,
            )
            const files = [{ name: path, text: editor.textOf(uri) }]
            const fresh = listDiagnostics({ files, environment, compiled: compile(files, environment) }, path)
            if (/^---\n(?:.*\n)*?ninefold\s*:/.test(files[0]!.text)) assert.deepEqual(typed, JSON.parse(JSON.stringify(fresh)))
            else assert.deepEqual(typed, [])
          }
        }),
        { numRuns: 20 },
      )
    } finally {
      await editor.end()
    }
  })
}
