// Every normative line of a document changes what is explained of it, or what is wrong with it.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { idleLines } from '../../scripts/every-line.ts'

test('no line of the library can be left out, and no value be another, without a difference', () => {
  const text = readFileSync(new URL('library.md', import.meta.url), 'utf8')
  assert.deepEqual(idleLines(text, 'library.md'), [])
})

test('a line that says what a convention says already is found', () => {
  const text = '---\nninefold: 1\nuse: [http@1]\n---\n\n## 4. Endpoints\n\n```yaml\nGET /time:\n  answer: {}\n  status: 204\n```\n\n## 5. Authentication\n\nnone\n'
  assert.deepEqual(idleLines(text, 'time.md').map(({ line }) => line), [11])
})

const examples = new URL('../../examples/', import.meta.url)

for (const name of readdirSync(examples).filter((each) => each.endsWith('.md'))) {
  test(`no line of examples/${name} can be left out without a difference`, () => {
    assert.deepEqual(idleLines(readFileSync(new URL(name, examples), 'utf8'), name, false), [])
  })
}
