// Operations that conflict often take turns.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Contention, Turns } from '../../../src/store/postgres/contention.ts'

test('contention is high after several conflicts, and low after many attempts without one', () => {
  const contention = new Contention()
  contention.note(true)
  assert.equal(contention.isHigh, false, 'one conflict may be chance')
  for (let count = 0; count < 3; count++) contention.note(true)
  assert.equal(contention.isHigh, true)
  for (let count = 0; count < 100; count++) contention.note(false)
  assert.equal(contention.isHigh, true, 'taking turns prevents conflicts')
  for (let count = 0; count < 2000; count++) contention.note(false)
  assert.equal(contention.isHigh, false)
})

test('a turn waits for all earlier turns with one of its names, and for no others', async () => {
  const turns = new Turns()
  const ended: string[] = []
  const first = await turns.take(['a', 'b'])
  const other = await turns.take(['c'])
  const second = turns.take(['b', 'c']).then((end) => {
    ended.push('second')
    end()
  })
  const third = turns.take(['b']).then((end) => {
    ended.push('third')
    end()
  })
  first()
  await Promise.resolve()
  assert.deepEqual(ended, [])
  other()
  await Promise.all([second, third])
  assert.deepEqual(ended, ['second', 'third'])
})
