// Whatever a document or a convention says, filling and expanding come to an end, and every place lies in its text.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { expand } from '../../src/convention/expand.ts'
import { filled } from './filled.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const named = (folder: string): string[] => readdirSync(new URL(folder, import.meta.url)).filter((name) => name.endsWith('.md') && !name.includes('golden')).map((name) => `${folder}${name}`)
const texts = [...named('expand/'), ...named('mistakes/'), ...named('mistakes/own/'), '../../conventions/crud@1.md', '../../conventions/http@1.md'].map(read)

const words = ['none', 'not shown', '$(', '$(r.name)', ')', '{', '}', ':', '\n', '  ', "'", 'each:', 'of: resource as r', 'fill:', 'add:', '[', 'all', '- ', '---\n', '```\n', 'use: [http@1]', 'given']

/** A text with a slice taken away and a word put in its place. */
const spoilt = (from: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...from), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.constantFrom(...words)).map(([text, at, length, word]) => {
    const start = Math.floor(at * text.length)
    return text.slice(0, start) + word + text.slice(start + length)
  })

test('spoilt documents and conventions are filled all the same', () => {
  fc.assert(
    fc.property(spoilt(texts), spoilt(texts), (document, convention) => {
      const reading = filled(document.replace(/^use: .*$/m, 'use: [own.md, http@1, { crud@1: { resources: all } }]'), { 'own.md': convention, 'own-guideline.md': convention, 'own/broken.md': convention })
      expand(reading)
      for (const { primary, others } of reading.diagnostics) {
        for (const { span } of [primary, ...others]) assert.ok(span.start >= 0 && span.start <= span.end && span.end <= span.source.text.length)
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60) },
  )
})
