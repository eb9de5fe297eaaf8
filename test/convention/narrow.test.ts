// A catalogue that is merged into one layer gives every point the answer of its layers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ParsedPattern, type Layered, printParsedPattern, flattenLayers } from '../../src/convention/narrow.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

const pattern: fc.Arbitrary<ParsedPattern> = fc
  .record({
    condition: fc.constantFrom('not-found', 'guard'),
    subject: maybe(fc.constantFrom('Order', 'Order.pay', 'Item')),
    name: maybe(fc.constantFrom('a', 'b')),
    at: maybe(fc.constantFrom('x', 'y')),
  })
  .map(({ condition, subject, name, at }) => ({
    condition,
    ...(subject === undefined ? {} : { subject }),
    ...(name === undefined ? {} : { name }),
    ...(at === undefined ? {} : { at }),
  }))

const catalogue: fc.Arbitrary<Layered[]> = fc
  .array(fc.record({ layer: fc.integer({ min: 0, max: 2 }), patterns: fc.array(pattern, { minLength: 1, maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((entries) => entries.map((each, index) => ({ ...each, entry: `e${index}` })))

type Point = Required<ParsedPattern>

const points: Point[] = ['not-found', 'guard'].flatMap((condition) =>
  ['Order', 'Order.pay', 'Order.ship', 'Item', 'Other'].flatMap((subject) =>
    ['a', 'b', 'c'].flatMap((name) => ['x', 'y', 'z'].map((at) => ({ condition, subject, name, at }))),
  ),
)

const names = (asked: ParsedPattern, point: Point): boolean =>
  asked.condition === point.condition &&
  (asked.subject === undefined || asked.subject === point.subject || point.subject.startsWith(`${asked.subject}.`)) &&
  (asked.name === undefined || asked.name === point.name) &&
  (asked.at === undefined || asked.at === point.at)

const rank = ({ subject, name, at }: ParsedPattern): number =>
  (at === undefined ? 0 : 8) + (name === undefined ? 0 : 4) + (subject === undefined ? 0 : subject.includes('.') ? 2 : 1)

/** The entries that answer a point; several if the document has a tie. */
function winners(entries: readonly { entry: string; patterns: readonly ParsedPattern[] }[], point: Point): string[] {
  const matchingEntries = entries.flatMap(({ entry, patterns }) =>
    patterns.filter((each) => names(each, point)).map((each) => ({ entry, rank: rank(each) })),
  )
  const best = Math.max(...matchingEntries.map((each) => each.rank))
  return [...new Set(matchingEntries.filter((each) => each.rank === best).map(({ entry }) => entry))]
}

test('merging layers into one keeps every answer', () => {
  fc.assert(
    fc.property(catalogue, (entries) => {
      const flat = [...flattenLayers(entries)].map(([entry, patterns]) => ({ entry, patterns }))
      for (const point of points) {
        const layered =
          [0, 1, 2]
            .map((layer) =>
              winners(
                entries.filter((each) => each.layer === layer),
                point,
              ),
            )
            .find((matchingEntries) => matchingEntries.length > 0) ?? []
        // A tie within a layer is an error of its own, without a defined answer.
        if (layered.length > 1) continue
        assert.deepEqual(winners(flat, point), layered, `${printParsedPattern(point)} of ${JSON.stringify(flat)}`)
      }
    }),
    { numRuns: 300 },
  )
})
