// How the classes of checks of a run share its budget.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckClass, playClasses } from '../../src/verify/classes/schedule.ts'

/** Classes that note each request, by name with the number of requests that they have, in units of `size` requests. */
function classesWith(needs: { readonly [name: string]: number }, notes: string[], size = 1): readonly CheckClass[] {
  return Object.entries(needs).map(([name, need]) => ({
    name,
    async *play() {
      for (let count = 0; count < need; count++) {
        notes.push(name)
        if (count % size === size - 1) yield
      }
    },
  }))
}

const count = (notes: readonly string[], name: string): number => notes.filter((each) => each === name).length

async function play(
  needs: { readonly [name: string]: number },
  budget: number,
  size?: number,
): Promise<{ notes: string[]; unfinished: string[] }> {
  const notes: string[] = []
  const unfinished = await playClasses(classesWith(needs, notes, size), { sent: () => notes.length, budget, report: () => undefined })
  return { notes, unfinished }
}

test('classes have the same share, and what a short one leaves goes to the others', async () => {
  const { notes, unfinished } = await play({ outcomes: 1000, bounds: 10, lists: 1000 }, 90)
  assert.deepEqual([count(notes, 'outcomes'), count(notes, 'bounds'), count(notes, 'lists')], [40, 10, 40])
  assert.deepEqual(unfinished, ['outcomes', 'lists'])
})

test('each class has its first turn early', async () => {
  const { notes } = await play({ outcomes: 1000, bounds: 1000, lists: 1000 }, 120)
  assert.deepEqual(new Set(notes.slice(0, 40)), new Set(['outcomes', 'bounds', 'lists']))
})

test('a class with long units waits until the others have sent as much', async () => {
  const notes: string[] = []
  const classes = [...classesWith({ lists: 1000 }, notes, 30), ...classesWith({ bounds: 1000 }, notes)]
  await playClasses(classes, { sent: () => notes.length, budget: 120, report: () => undefined })
  assert.deepEqual([count(notes, 'lists'), count(notes, 'bounds')], [60, 60])
})

test('a budget that suffices for everything leaves no class unfinished', async () => {
  const { notes, unfinished } = await play({ outcomes: 30, lists: 10 }, 90)
  assert.deepEqual([notes.length, unfinished], [40, []])
})
