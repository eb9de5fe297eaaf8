// Filling and expanding terminate for any document and convention, and every place is inside its text.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { expand } from '../../src/convention/expand.ts'
import { filled } from './filled.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const fileNames = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.md') && !name.includes('golden'))
    .map((name) => `${folder}${name}`)
const texts = [
  ...fileNames('expand/'),
  ...fileNames('mistakes/'),
  ...fileNames('mistakes/own/'),
  '../../conventions/crud@1.md',
  '../../conventions/http@1.md',
].map(read)

const words = [
  'none',
  'not shown',
  '$(',
  '$(r.name)',
  ')',
  '{',
  '}',
  ':',
  '\n',
  '  ',
  "'",
  'each:',
  'of: resource as r',
  'fill:',
  'add:',
  '[',
  'all',
  '- ',
  '---\n',
  '```\n',
  'use: [http@1]',
  'given',
]

/** A text with a slice taken away and a word put in its place. */
const mutated = (from: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...from), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.constantFrom(...words))
    .map(([text, at, length, word]) => {
      const start = Math.floor(at * text.length)
      return text.slice(0, start) + word + text.slice(start + length)
    })

test('fills invalid documents from invalid conventions without an exception', () => {
  fc.assert(
    fc.property(mutated(texts), mutated(texts), (document, convention) => {
      const reading = filled(document.replace(/^use: .*$/m, 'use: [own.md, http@1, { crud@1: { resources: all } }]'), {
        'own.md': convention,
        'own-guideline.md': convention,
        'own/broken.md': convention,
      })
      expand(reading)
      for (const { primary, others } of reading.diagnostics) {
        for (const { span } of [primary, ...others])
          assert.ok(span.start >= 0 && span.start <= span.end && span.end <= span.source.text.length)
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60) },
  )
})
