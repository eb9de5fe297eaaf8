// Properties of the facts of any document: no exception, orders that respect data, and places inside the text.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { explainFacts } from '../../src/explain/facts.ts'
import { explainOperation } from '../../src/explain/operation.ts'
import type { Facts, Point } from '../../src/fact/fact.ts'
import { listPoints } from '../../src/fact/operation.ts'
import { makeOperationContext } from '../../src/fact/operation-context.ts'
import { indexModel } from '../../src/fact/model-index.ts'
import { derive } from './facts-of.ts'

const folder = new URL('../../examples/', import.meta.url)
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, lines: readFileSync(new URL(name, folder), 'utf8').split('\n') }))

/** An example with lines removed, doubled or moved, or with words replaced by other words of the document. */
const mutatedExample = fc
  .record({
    example: fc.constantFrom(...examples),
    changes: fc.array(fc.record({ at: fc.nat(), to: fc.nat(), mutation: fc.constantFrom('drop', 'double', 'move', 'word', 'gap') }), {
      minLength: 1,
      maxLength: 8,
    }),
  })
  .map(({ example, changes }) => {
    const lines = [...example.lines]
    for (const { at, to, mutation } of changes) mutateLine(lines, at % lines.length, to % lines.length, mutation)
    return { name: example.name, text: lines.join('\n') }
  })

function mutateLine(lines: string[], at: number, to: number, mutation: string): void {
  const line = lines[at]!
  if (mutation === 'drop') lines.splice(at, 1)
  if (mutation === 'double') lines.splice(at, 0, line)
  if (mutation === 'move') lines.splice(to, 0, ...lines.splice(at, 1))
  if (mutation === 'gap') lines[at] = line.replace(/:.*$/, ': not shown')
  const words = lines[to]?.match(/[A-Za-z][\w.-]*/g) ?? []
  if (mutation === 'word') lines[at] = line.replace(/[A-Za-z][\w.-]*$/, words.at(-1) ?? '')
}

function assertConsistent(facts: Facts): void {
  const modelIndex = indexModel(facts.model, facts.typing)
  for (const { operation, points, impossible } of facts.operations) {
    const at = new Map(points.map((point, index) => [point, index]))
    assert.equal(at.size, points.length)
    // Answers of `invalid` for which an entry is narrower are separate points.
    const keys = points.map((point) => `${keyOf(point)} ${JSON.stringify(point.failing ?? {})}`)
    assert.equal(new Set(keys).size, keys.length, `${operation.name} meets a condition twice`)
    if (impossible.length > 0) continue
    const needs = new Map(listPoints(makeOperationContext(modelIndex, operation)).map((met) => [keyOf(met), met]))
    const staged = points.filter(({ stage }) => stage !== 'interrupt').map((point) => needs.get(keyOf(point))!)
    staged.forEach((reader, index) => {
      const late = staged
        .slice(index + 1)
        .find((provider) => provider.provides.some((value) => reader.reads.includes(value) && !reader.provides.includes(value)))
      assert.equal(late && `${late.condition} provides what ${reader.condition} reads`, undefined, operation.name)
    })
  }
  for (const { at } of facts.missing) assert.ok(at.start >= 0 && at.start <= at.end && at.end <= at.source.text.length)
}

function keyOf({ stage, condition, subject, name }: Pick<Point, 'stage' | 'condition' | 'subject' | 'name'>): string {
  return [stage, condition, subject, name].join(' ')
}

test('the facts of the examples respect the order that data forces', () => {
  for (const { name, lines } of examples) assertConsistent(derive(lines.join('\n'), name).facts)
})

test('derives and explains facts for any mutation of a document', () => {
  fc.assert(
    fc.property(mutatedExample, ({ name, text }) => {
      const { facts } = derive(text, name)
      assertConsistent(facts)
      explainFacts(facts, { origins: true })
      for (const { operation } of facts.operations.slice(0, 3)) explainOperation(facts, operation, { width: 80, colour: false })
    }),
    { numRuns: 20 },
  )
})
