// The work of one turn is counted, and refused beyond its limit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnExceeded, runOutsideTurn, spendSteps, spendText, runWithinTurn } from '../../src/base/turn.ts'

/** A clock that advances by a millisecond at each reading. */
function ticking(): () => number {
  let now = 0
  return () => now++
}

test('work without a limit is not interrupted', () => {
  for (let i = 0; i < 100; i++) spendSteps(1e9)
  spendText(1e12)
})

test('a turn ends by the clock, and the next turn starts from zero', () => {
  const limit = { limit: 5, readElapsed: ticking() }
  const work = (steps: number): number =>
    runWithinTurn(limit, () => {
      for (let i = 0; i < steps; i++) spendSteps(1)
      return steps
    })
  assert.equal(work(4000), 4000)
  assert.throws(
    () => work(1e6),
    (error) => error instanceof TurnExceeded && error.limit === 5,
  )
  assert.equal(work(4000), 4000)
})

test('refuses announced work that exceeds a turn before doing it', () => {
  const limit = { limit: 50, readElapsed: () => 0 }
  assert.throws(() => runWithinTurn(limit, () => spendSteps(1e9)), TurnExceeded)
  assert.throws(
    () =>
      runWithinTurn(limit, () => {
        for (let i = 0; i < 1000; i++) spendText(1e6)
      }),
    TurnExceeded,
  )
  runWithinTurn(limit, () => spendText(1e6))
})

test('nested limited work shares one turn, and the answer to a refusal is not counted', () => {
  const limit = { limit: 5, readElapsed: ticking() }
  runWithinTurn(limit, () => {
    assert.throws(
      () =>
        runWithinTurn({ limit: 1e9, readElapsed: () => 0 }, () => {
          for (let i = 0; i < 1e5; i++) spendSteps(1)
        }),
      TurnExceeded,
    )
    runOutsideTurn(() => {
      for (let i = 0; i < 1e5; i++) spendSteps(1)
    })
    assert.throws(() => {
      for (let i = 0; i < 1e4; i++) spendSteps(1)
    }, TurnExceeded)
  })
})
