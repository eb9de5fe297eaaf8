// What holds of every comparison, for random edits of the examples: nothing differs from itself, the direction is symmetric, and breaking composes.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Compiled } from '../../src/compile/compile.ts'
import type { Change } from '../../src/diff/change.ts'
import { diff as diffOn } from '../../src/diff/diff.ts'
import { type SetMotion, flipMotion } from '../../src/diff/law.ts'
import { compiled, edited, whole } from './edits.ts'

const diff = (old: Compiled, now: Compiled): readonly Change[] => diffOn(old, now, '2026-01-01')
const example = (name: string): string => readFileSync(new URL(`../../examples/${name}.md`, import.meta.url), 'utf8')
const bookshop = whole(example('bookshop'))

const placeOf = ({ part, path }: Change): string => [part, ...path].join(' › ')

function* edits(count: number): Iterable<{ readonly what: string; readonly part: Change['part']; readonly compiled: Compiled }> {
  for (let seed = 0; seed < count; seed++) {
    const found = edited(bookshop, `laws ${seed}`)
    if (found !== undefined) yield found
  }
}

for (const name of ['bookshop', 'hours', 'notes', 'orders', 'realworld', 'todo-backend']) {
  test(`nothing of ${name} differs from itself, nor from what its conventions write out`, () => {
    const text = example(name)
    assert.deepEqual(diff(compiled(text), compiled(text)), [])
    assert.deepEqual(diff(compiled(text), whole(text)).map(placeOf), [])
  })
}

test('reports a narrowing as a widening in the other direction', () => {
  let compared = 0
  for (const { what, compiled: after } of edits(60)) {
    const back = new Map(diff(after, bookshop).map((change) => [placeOf(change), change]))
    for (const change of diff(bookshop, after)) {
      if (change.old === undefined || change.new === undefined) continue
      const other = back.get(placeOf(change))
      assert.ok(other, `${what}: ${placeOf(change)} is not a change the other way round`)
      for (const { side, role, way } of change.motions) {
        const reversed: SetMotion | undefined = other.motions.find((each) => each.side === side && each.role === role)?.way
        if (way !== 'narrower' && way !== 'wider' && reversed !== 'narrower' && reversed !== 'wider') continue
        compared++
        assert.ok(
          [flipMotion(way), 'unknown', 'other', 'same'].includes(reversed ?? 'same'),
          `${what}: ${placeOf(change)} for ${side} is ${way}, and ${reversed} the other way round`,
        )
      }
    }
  }
  assert.ok(compared > 5, `${compared} compared`)
})

test('keeps a break until a later edition undoes it', () => {
  let breaking = 0
  const found = [...edits(24)]
  for (const [index, { what, part, compiled: second }] of found.entries()) {
    const broken = diff(bookshop, second).filter((change) => change.severity === 'breaking' && change.part === part)
    if (broken.length === 0) continue
    const other = found[(index + 1) % found.length]!
    const third = other.part === part ? undefined : edited(second, `next ${index}`, other.part)
    if (third === undefined) continue
    const all = new Map(diff(bookshop, third.compiled).map((change) => [placeOf(change), change]))
    for (const change of broken) {
      breaking++
      assert.equal(all.get(placeOf(change))?.severity, 'breaking', `${what}, then ${third.what}: ${placeOf(change)}`)
    }
  }
  assert.ok(breaking > 0)
})
