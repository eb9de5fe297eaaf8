// Which entry answers a refusal: entries of the document first, then the narrowest; also ties and entries without effect.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSource, createSpan } from '../../src/base/text.ts'
import { cover } from '../../src/fact/cover.ts'
import type { EntryFacts, ConditionPattern } from '../../src/fact/fact.ts'

function entry(name: string, patterns: readonly Omit<ConditionPattern, 'span'>[], convention?: string, text = name): EntryFacts {
  const place = createSpan(createSource(`${convention ?? 'document'}.yaml`, text, convention), 0, text.length)
  const key = { kind: 'scalar', value: name, text: name, style: 'plain', span: place } as const
  return {
    name,
    key,
    slots: { node: { kind: 'map', entries: [], span: place } } as never,
    patterns: patterns.map((pattern) => ({ ...pattern, span: { ...place } })),
  }
}

function answer(entries: readonly EntryFacts[], point: Omit<ConditionPattern, 'span'>): string {
  const pointAnswer = cover(entries).answer(point, point.at)
  return pointAnswer.kind === 'entry' ? pointAnswer.entry.name : pointAnswer.kind === 'http' ? String(pointAnswer.status) : 'gap'
}

test('a wide entry of the document precedes a narrow entry of a convention', () => {
  const entries = [entry('ours', [{ condition: 'invalid' }]), entry('theirs', [{ condition: 'invalid', name: 'body' }], 'company')]
  assert.equal(answer(entries, { condition: 'invalid', name: 'body' }), 'ours')
  assert.equal(answer(entries.slice(1), { condition: 'invalid', name: 'body' }), 'theirs')
})

test('without an entry, HTTP alone answers, or no answer exists', () => {
  assert.equal(answer([], { condition: 'unsupported-media' }), '415')
  assert.equal(answer([], { condition: 'guard', subject: 'Order.place', name: 'open' }), 'gap')
})

test('reports equal patterns, except in one entry and in conventions with the same answer', () => {
  const ties = (entries: readonly EntryFacts[]): number => {
    const all = cover(entries)
    all.answer({ condition: 'guard', name: 'open' }, undefined)
    return all.ties().length
  }
  const open = { condition: 'guard', name: 'open' } as const
  assert.equal(ties([entry('a', [open]), entry('b', [open])]), 1)
  assert.equal(ties([entry('a', [open, open])]), 0)
  assert.equal(ties([entry('a', [open], 'one', 'same'), entry('b', [open], 'two', 'same')]), 0)
  assert.equal(ties([entry('a', [open], 'one', 'this'), entry('b', [open], 'two', 'that')]), 1)
})

test('reports patterns without any matching point, by entry', () => {
  const all = cover([entry('a', [{ condition: 'guard' }, { condition: 'gone' }]), entry('b', [{ condition: 'gone' }])])
  all.answer({ condition: 'guard', subject: 'Order.place', name: 'open' }, undefined)
  assert.deepEqual(
    all.unmetEntries().map(({ entry: { name }, patterns }) => [name, patterns.length]),
    [
      ['a', 1],
      ['b', 1],
    ],
  )
})
