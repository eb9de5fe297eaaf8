// Mistakes planted into the examples are told: each by its code, which nothing of the example itself gives.

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

  test(`nothing is told of ${name} as it is`, () => {
    assert.deepEqual(codes(text), [])
  })

  test(`each mistake in ${name} is told`, () => {
    const missed = mistakes.flatMap(([, what, written, mistaken, code]) => {
      assert.ok(text.includes(written), `${name} has no ${written}`)
      const found = codes(text.replace(written, () => mistaken))
      return found.includes(code) ? [] : [`${what}: ${code} is not among ${found.join(', ') || 'nothing'}`]
    })
    assert.deepEqual(missed, [])
  })
}
