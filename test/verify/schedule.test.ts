// How the phases of a run share its budget.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RunPhase, playPhases } from '../../src/verify/schedule.ts'

/** Phases that note each request, by name with the number of requests that they have. */
function phasesWith(needs: { readonly [name: string]: number }, notes: string[]): readonly RunPhase[] {
  return Object.entries(needs).map(([name, need]) => ({
    name,
    weight: 1,
    async *play() {
      for (let count = 0; count < need; count++) {
        notes.push(name)
        yield
      }
    },
  }))
}

const count = (notes: readonly string[], name: string): number => notes.filter((each) => each === name).length

async function play(needs: { readonly [name: string]: number }, budget: number): Promise<{ notes: string[]; unfinished: string[] }> {
  const notes: string[] = []
  const unfinished = await playPhases(phasesWith(needs, notes), { sent: () => notes.length, budget, report: () => undefined })
  return { notes, unfinished }
}

test('a long phase leaves room for the phases after it, and continues after them', async () => {
  const { notes, unfinished } = await play({ outcomes: 1000, lists: 10, forms: 20 }, 90)
  assert.deepEqual([count(notes, 'outcomes'), count(notes, 'lists'), count(notes, 'forms')], [60, 10, 20])
  assert.equal(notes.slice(0, 40).includes('lists'), true)
  assert.deepEqual(unfinished, ['outcomes'])
})

test('a budget that suffices for everything leaves no phase unfinished', async () => {
  const { notes, unfinished } = await play({ outcomes: 30, lists: 10 }, 90)
  assert.deepEqual([notes.length, unfinished], [40, []])
})
