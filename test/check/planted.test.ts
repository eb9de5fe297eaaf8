// Mistakes planted into the examples are reported, each by its code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'
import { planted } from './planted.ts'

const examples = new URL('../../examples/', import.meta.url)

for (const [example, mistakes] of Map.groupBy(planted, ([name]) => name)) {
  const name = `${example}.md`
  const text = readFileSync(new URL(name, examples), 'utf8')
  const codes = (of: string): string[] => compile([{ name, text: of }], conventions()).diagnostics.map(({ code }) => code)

  test(`${name} has no diagnostics`, () => {
    assert.deepEqual(codes(text), [])
  })

  test(`reports each mistake in ${name}`, () => {
    const missed = mistakes.flatMap(([, what, written, mistaken, code]) => {
      assert.ok(text.includes(written), `${name} has no ${written}`)
      const foundCodes = codes(text.replace(written, () => mistaken))
      return foundCodes.includes(code) ? [] : [`${what}: ${code} is not among ${foundCodes.join(', ') || 'nothing'}`]
    })
    assert.deepEqual(missed, [])
  })
}
