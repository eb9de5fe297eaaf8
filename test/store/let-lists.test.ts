// Records that a `let` selects are counted and looked through, also where the name of the `let` and that of a macro's variable are one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const document = completed(`
resources:
  Doc: { key: id, properties: { id: { type: string, maxLength: 9 }, title: { type: string, maxLength: 20 } }, required: [id, title] }
  records: { Doc: [{ id: d1, title: one }, { id: d2, title: two }] }
states: none
endpoints:
  GET /size: { answer: {}, let: { d: 'Doc.filter(d, d.id == "d1")' }, status: 200, output: { size: d.size(), text: '"n" + string(d.size())' } }
  GET /chain: { answer: {}, let: { q: 'Doc.filter(d, d.id != "d9")', n: q.size() }, status: 200, output: { n: n, some: 'q.exists(d, d.id == "d2")', two: 'q.filter(d, d.title == "two").size()' } }
  GET /docs: { list: Doc, let: { q: 'Doc.filter(d, d.id == "d1")' }, where: 'q.size() > 0 && q.exists(x, x.id == this.id)', order: [id], page: none, status: 200, output: 'items.map(i, {"n": q.size(), "own": q.exists(d, d.id == i.id)})' }
  GET /docs/{id}: { read: Doc, let: { q: 'Doc.filter(d, d.id == this.id)' }, status: 200, output: { n: q.size(), all: 'q.all(d, d.title == this.title)' } }
authentication: none
errors: { body: { met: error.condition }, media: application/json, precedence: standard, catalogue: { absent: { on: not-found, status: 404 }, wrong: { on: invalid, status: 422 } } }
`)

test('counts and searches a list in a `let`', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'let')
  context.after(() => pair.close())
  for (const [target, body] of [
    ['/size', { size: 1, text: 'n1' }],
    ['/chain', { n: 2, some: true, two: 1 }],
    ['/docs', [{ n: 1, own: true }]],
    ['/docs/d2', { n: 1, all: true }],
  ] as const) {
    const { memory, difference } = await pair.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    assert.deepEqual(JSON.parse(String(memory.body)), body)
  }
})
