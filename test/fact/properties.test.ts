// What holds of any document: facts are derived without a throw, each operation's order keeps what data forces, spans lie in the text.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { explainFacts } from '../../src/explain/facts.ts'
import { explainOperation } from '../../src/explain/operation.ts'
import type { Facts, Point } from '../../src/fact/fact.ts'
import { metIn } from '../../src/fact/operation.ts'
import { contextOfOperation } from '../../src/fact/operation-context.ts'
import { world } from '../../src/fact/world.ts'
import { derive } from './facts-of.ts'

const folder = new URL('../../examples/', import.meta.url)
const examples = readdirSync(folder).filter((name) => name.endsWith('.md')).map((name) => ({ name, lines: readFileSync(new URL(name, folder), 'utf8').split('\n') }))

/** An example with some lines taken out, doubled, moved, or with a word of theirs exchanged for another of the document. */
const broken = fc.record({
  example: fc.constantFrom(...examples),
  changes: fc.array(fc.record({ at: fc.nat(), to: fc.nat(), how: fc.constantFrom('drop', 'double', 'move', 'word', 'gap') }), { minLength: 1, maxLength: 8 }),
}).map(({ example, changes }) => {
  const lines = [...example.lines]
  for (const { at, to, how } of changes) change(lines, at % lines.length, to % lines.length, how)
  return { name: example.name, text: lines.join('\n') }
})

function change(lines: string[], at: number, to: number, how: string): void {
  const line = lines[at]!
  if (how === 'drop') lines.splice(at, 1)
  if (how === 'double') lines.splice(at, 0, line)
  if (how === 'move') lines.splice(to, 0, ...lines.splice(at, 1))
  if (how === 'gap') lines[at] = line.replace(/:.*$/, ': not shown')
  const words = lines[to]?.match(/[A-Za-z][\w.-]*/g) ?? []
  if (how === 'word') lines[at] = line.replace(/[A-Za-z][\w.-]*$/, words.at(-1) ?? '')
}

function hold(facts: Facts): void {
  const whole = world(facts.model, facts.typing)
  for (const { operation, points, impossible } of facts.operations) {
    const at = new Map(points.map((point, index) => [point, index]))
    assert.equal(at.size, points.length)
    // Answers of `invalid` that an entry narrows are points of their own.
    const keys = points.map((point) => `${keyOf(point)} ${JSON.stringify(point.failing ?? {})}`)
    assert.equal(new Set(keys).size, keys.length, `${operation.name} meets a condition twice`)
    if (impossible.length > 0) continue
    const needs = new Map(metIn(contextOfOperation(whole, operation)).map((met) => [keyOf(met), met]))
    const staged = points.filter(({ stage }) => stage !== 'interrupt').map((point) => needs.get(keyOf(point))!)
    staged.forEach((reader, index) => {
      const late = staged.slice(index + 1).find((giver) => giver.gives.some((value) => reader.reads.includes(value) && !reader.gives.includes(value)))
      assert.equal(late && `${late.condition} gives what ${reader.condition} reads`, undefined, operation.name)
    })
  }
  for (const { at } of facts.missing) assert.ok(at.start >= 0 && at.start <= at.end && at.end <= at.source.text.length)
}

function keyOf({ stage, condition, subject, name }: Pick<Point, 'stage' | 'condition' | 'subject' | 'name'>): string {
  return [stage, condition, subject, name].join(' ')
}

test('facts of examples keep what data forces', () => {
  for (const { name, lines } of examples) hold(derive(lines.join('\n'), name).facts)
})

test('whatever is broken in a document, facts are derived and explained', () => {
  fc.assert(fc.property(broken, ({ name, text }) => {
    const { facts } = derive(text, name)
    hold(facts)
    explainFacts(facts, { origins: true })
    for (const { operation } of facts.operations.slice(0, 3)) explainOperation(facts, operation, { width: 80, colour: false })
  }), { numRuns: 20 })
})
