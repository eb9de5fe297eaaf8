// What `serve` prints when it listens.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printIncomplete } from '../../src/cli/listening.ts'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

test('of many incomplete operations the first twenty are listed, and the others counted', () => {
  const paths = Array.from({ length: 23 }, (_, index) => `  GET /notes/${index}: { answer: {} }`)
  const text = `ninefold: 1\nuse: [http@1]\nservice: { name: notes }\nendpoints:\n${paths.join('\n')}\n`
  const { operations } = compile([{ name: 'notes.yaml', text }], conventions())
  const printed: string[] = []
  printIncomplete({ operations }, { out: (line) => printed.push(line), error: () => undefined, colour: false, width: 80 })
  assert.deepEqual(
    printed.slice(1).map((line) => line.trim().split('  ')[0]),
    [...Array.from({ length: 20 }, (_, index) => `GET /notes/${index}`), 'and 3 more'],
  )
})
