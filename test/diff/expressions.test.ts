// Two expressions in the same place: what their form proves, and what it leaves to review.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Compiled } from '../../src/compile/compile.ts'
import { diff } from '../../src/diff/diff.ts'
import { compiled } from './edits.ts'

const base = readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8').replace(
  'effort: { type',
  'due: { type: string, format: date-time, generate: now }\n      effort: { type',
)

/** The severity of the change from one text to the other, each in place of `from`. */
function severities(from: string, before: string, after: string): string[] {
  assert.ok(base.includes(from), from)
  const [old, now] = [before, after].map((text) =>
    compiled(
      base.replace(from, () => text),
      'tasks.yaml',
    ),
  ) as [Compiled, Compiled]
  assert.deepEqual(
    [...old.errors, ...now.errors].map(({ message }) => message),
    [],
  )
  return diff(old, now, '2026-01-01').flatMap(({ motions }) => motions.map(({ way }) => way))
}

const values: readonly (readonly [before: string, after: string, way: string])[] = [
  ['this.effort + 1', 'this.effort + 2', 'other'],
  ['this.title + "-" + this.id', 'this.title + "_" + this.id', 'other'],
  ['this.effort > 5 ? "much" : "little"', 'this.effort > 5 ? "a lot" : "little"', 'other'],
  ['this.effort > 20 ? 20 : this.effort', 'this.effort > 10 ? 10 : this.effort', 'other'],
  ['this.steps.map(s, s.text + "!")', 'this.steps.map(s, s.text + "?")', 'other'],
  ['{"a": 1, "b": this.title}', '{"a": 2, "b": this.id}', 'other'],
  ['this.effort > 5 ? "much" : "little"', 'this.effort > 6 ? "much" : "little"', 'unknown'],
  ['this.steps.filter(s, s.text == "a").size()', 'this.steps.filter(s, s.text == "b").size()', 'unknown'],
  ['"a" + this.title + "bc"', '"ab" + this.title + "c"', 'unknown'],
  ['this.title.upperAscii()', 'this.title.lowerAscii()', 'unknown'],
]

for (const [before, after, way] of values)
  test(`${before} → ${after}`, () =>
    assert.deepEqual(severities('effort: this.effort }', `effort: '${before}' }`, `effort: '${after}' }`), [way]))

const renamedVariables: readonly (readonly [before: string, after: string])[] = [
  ['this.steps.map(s, s.text + "!")', 'this.steps.map(step, step.text + "!")'],
  ['this.steps.exists(s, this.steps.all(t, t.text <= s.text))', 'this.steps.exists(t, this.steps.all(s, s.text <= t.text))'],
  ['this.steps.reduce(sum, s, sum + size(s.text), 1)', 'this.steps.reduce(all, each, all + size(each.text), 1)'],
  ['cel.bind(t, this.title, t + t)', 'cel.bind(title, this.title, title + title)'],
]

for (const [before, after] of renamedVariables)
  test(`another name of a macro's variable is no change: ${after}`, () =>
    assert.deepEqual(severities('effort: this.effort }', `effort: '${before}' }`, `effort: '${after}' }`), []))

const otherVariables: readonly (readonly [before: string, after: string])[] = [
  ['this.steps.map(s, this.steps.map(t, s.text))', 'this.steps.map(s, this.steps.map(t, t.text))'],
  [
    'this.steps.map(s, s.text).map(s, this.steps.reduce(n, t, n + size(t.text), size(s)))',
    'this.steps.map(s, s.text).map(s, this.steps.reduce(n, s, n + size(s.text), size("a")))',
  ],
]

for (const [before, after] of otherVariables)
  test(`another variable is to review: ${after}`, () =>
    assert.deepEqual(severities('effort: this.effort }', `effort: '${before}' }`, `effort: '${after}' }`), ['unknown']))

test('a text with placeholders differs by the text around them', () => {
  const headers = (text: string): string => `headers: { X-Task: '${text}' }, output: { id: this.id, title`
  const ways = (before: string, after: string): string[] => severities('output: { id: this.id, title', headers(before), headers(after))
  assert.deepEqual(ways('task/${this.id}', 'tasks/${this.id}'), ['other'])
  assert.deepEqual(ways('${this.id}', '${this.title}'), ['unknown'])
})

const conditions: readonly (readonly [before: string, after: string, way: string])[] = [
  ['now >= this.due - duration("PT2H")', 'now >= this.due - duration("PT4H")', 'wider'],
  ['now >= this.due - duration("2h")', 'now >= this.due - duration("PT1H")', 'narrower'],
  ['now >= this.due', 'now > this.due', 'narrower'],
  ['this.effort < 20', 'this.effort + 2 <= 20', 'narrower'],
  ['this.effort - 1 >= this.steps.size()', 'this.effort > this.steps.size()', 'wider'],
  ['this.effort >= this.steps.size()', 'this.effort > this.steps.size() - 3', 'wider'],
  ['this.title.startsWith("a")', 'this.title.startsWith("ab")', 'narrower'],
  ['this.title.contains("abc")', 'this.title.contains("b")', 'wider'],
  ['this.title.startsWith("a")', 'this.title.endsWith("ab")', 'unknown'],
  ['this.title > this.priority + this.id', 'this.title >= this.id + this.priority', 'unknown'],
]

for (const [before, after, way] of conditions)
  test(`${before} → ${after}`, () => assert.deepEqual(severities("'this.effort < 20'", `'${before}'`, `'${after}'`), [way]))
