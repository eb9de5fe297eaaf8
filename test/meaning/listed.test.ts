// The interpreter answers every sequence of requests, and only with conditions that the facts list.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { type RandomSource, createRandomSource } from '../../src/base/random-source.ts'
import { type Randomness, SeededRandomness } from '../../src/base/clock.ts'
import { type Json, type JsonObject, isJsonArray, isJsonObject, createJsonObject, printJson } from '../../src/base/json.ts'
import { printCondition } from '../../src/exchange/refusal.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { isSafe } from '../../src/model/methods.ts'
import type { Operation } from '../../src/model/model.ts'
import { type Sampler, createSampler } from '../../src/schema/sample.ts'
import { type Running, type Sent, factsOf, running } from './running.ts'
import { casesOf, completed } from './transcript.ts'

const folder = new URL('cases/', import.meta.url)
const cases = readdirSync(folder).flatMap((file) => casesOf(readFileSync(new URL(file, folder), 'utf8')))
const documents = [
  ...cases.map(({ title, document }) => ({ title, facts: factsOf(completed(document)).facts })),
  { title: 'orders', facts: factsOf(readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8'), 'orders.md').facts },
]

for (const { title, facts } of documents) {
  void test(`lists every answer:  ${title}`, () => {
    const bodies = samplers(facts)
    fc.assert(
      fc.property(fc.integer(), (seed) => walk(facts, bodies, new SeededRandomness(seed))),
      { numRuns: 8 },
    )
  })
}

type Bodies = ReadonlyMap<Operation, Sampler>

function samplers({ typing, model }: Facts): Bodies {
  const definitions = new Map([...typing.domain.shapes].map(([name, { schema }]) => [name, schema]))
  return new Map(
    model.endpoints.value.operations.flatMap((operation) => {
      const { body } = typing.input(operation)
      return body === undefined ? [] : [[operation, createSampler(body.schema, { definitions })] as const]
    }),
  )
}

/** Sends requests that are nearly right, with keys and tags of what was answered before, and lets time pass. */
function walk(facts: Facts, bodies: Bodies, randomness: Randomness): void {
  const service = running(facts, { fixtures: true })
  const dice = createRandomSource(randomness)
  const known: (string | number)[] = [1, 2, 'a', 'TEA-0001']
  const tags = ['*', '"x"', 'x']
  for (let step = 0; step < 40; step++) {
    if (dice.once(12)) service.clock.advance(dice.pick([1000, 3_600_000, 86_400_000]))
    const operation = dice.pick(facts.model.endpoints.value.operations)
    const request = requestTo(operation, bodies, known, tags, dice, randomness)
    const answer = service.send(request)
    expectListed(service, operation, answer, request)
    const isJson = answer.headers.some(([name, value]) => name === 'Content-Type' && value.endsWith('json'))
    if (isJson) known.push(...scalarsIn(JSON.parse(String(answer.body)) as Json))
    tags.push(...answer.headers.flatMap(([name, value]) => (name === 'ETag' ? [value] : [])))
  }
}

function requestTo(
  operation: Operation,
  bodies: Bodies,
  known: readonly (string | number)[],
  tags: readonly string[],
  dice: RandomSource,
  randomness: Randomness,
): Sent {
  const text = (): string => (dice.once(8) ? '%00x' : `${dice.pick(known)}`)
  const path = operation.segments
    .map((segment) => (segment.kind === 'literal' ? segment.text : encodeURIComponent(text() || 'x')))
    .join('/')
  const words = ['size', 'cursor', 'offset', 'sort', 'n', 'status', 'price', 'name', 'limit', 'skip', 'id', 'next']
  const query = dice.once(2) ? [] : [`${dice.pick(words)}${dice.pick(['', '', '[gte]', '[in]', '[x]'])}=${encodeURIComponent(text())}`]
  const headers = new Map<string, string>()
  for (const name of ['if-match', 'if-none-match']) if (dice.once(3)) headers.set(name, dice.pick(tags))
  if (dice.once(2)) headers.set('idempotency-key', dice.pick(['a', 'b', 'a b']))
  if (dice.once(2)) headers.set('x-user', text())
  if (dice.once(20)) headers.set('accept', dice.pick(['text/html', '*/*;q=0', 'nonsense']))
  const body = dice.once(8)
    ? dice.pick([undefined, '', '{', '[]', 'null', '"\ud800"', '{"a":1,"a":2}'])
    : bodyOf(bodies.get(operation), known, dice, randomness)
  if (dice.once(20)) headers.set('content-type', 'text/plain')
  return { method: operation.method, target: `${path}?${query.join('&')}`, headers, ...(body === undefined ? {} : { body }) }
}

function bodyOf(
  from: Sampler | undefined,
  known: readonly (string | number)[],
  dice: RandomSource,
  randomness: Randomness,
): string | undefined {
  const value = dice.once(5) ? from?.brokenSample(randomness)?.value : from?.findValid(randomness)
  return value === undefined ? undefined : printJson(withKnown(value, known, dice))
}

/** Some values replaced by known ones of the same type, so that references lead somewhere and uniques are taken. */
function withKnown(value: Json, known: readonly (string | number)[], dice: RandomSource): Json {
  if (isJsonArray(value)) return value.map((item) => withKnown(item, known, dice))
  if (isJsonObject(value))
    return createJsonObject(Object.entries(value as JsonObject).map(([name, member]) => [name, withKnown(member, known, dice)]))
  const alike = known.filter((each) => typeof each === typeof value)
  return alike.length > 0 && dice.once(2) ? dice.pick(alike) : value
}

function scalarsIn(value: Json): (string | number)[] {
  if (isJsonArray(value)) return value.flatMap(scalarsIn)
  if (isJsonObject(value)) return Object.values(value as JsonObject).flatMap(scalarsIn)
  return typeof value === 'string' || typeof value === 'number' ? [value] : []
}

/** Failures that are known only at run time: arithmetic overflow, values that are then not stored, and mistakes of the author. */
const runtime = /^an expression failed|would hold a value that its schema refuses|the document says that it never happens/

function expectListed({ facts }: Running, operation: Operation, { status, trace }: ReturnType<Running['send']>, request: Sent): void {
  const { points } = facts.operations.find((each) => each.operation === operation)!
  const told = `${request.method} ${request.target} ${String(request.body)} ${JSON.stringify([...request.headers])} → ${status} ${trace.condition ?? ''}`
  if (trace.report !== undefined) assert.match(trace.report, runtime, told)
  // Of reading, the standard alone answers preconditions, where the operation gives tags.
  const isForAnother =
    status === 412 && isSafe(operation.method) && operation.slots.conditional.state === 'shown' && request.headers.has('if-match')
  if (trace.condition === undefined) assert.ok(status < 400 || isForAnother, told)
  else
    assert.ok(
      points.some((point) => printCondition(point) === trace.condition),
      told,
    )
}
