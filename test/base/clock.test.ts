import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandomness, makeRewindable } from '../../src/base/clock.ts'

test('replays randomness exactly after a rewind', () => {
  const draw = fc.record({ counts: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }), stays: fc.boolean() })
  fc.assert(
    fc.property(fc.array(draw, { maxLength: 8 }), (draws) => {
      const random = makeRewindable(new SeededRandomness('rewound'))
      const firstDraws: number[] = []
      for (const { counts, stays } of draws) {
        random.mark()
        const drawn = counts.map((count) => random.bytes(count))
        if (stays) firstDraws.push(...drawn.flatMap((bytes) => [...bytes]))
        // The receiver of bytes may have changed them.
        for (const bytes of drawn) bytes.fill(0)
        if (stays) random.keep()
        else random.rewind()
      }
      assert.deepEqual(firstDraws, [...new SeededRandomness('rewound').bytes(firstDraws.length)])
    }),
  )
})
