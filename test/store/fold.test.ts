// Texts with `fold: true` are compared without regard to case in every expression, by rows and by SQL alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed } from '../meaning/transcript.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const conditions = {
  equal: 'this.email == input.query.q',
  unequal: 'this.email != input.query.q',
  less: 'this.email < input.query.q',
  among: 'this.email in [input.query.q, "bob@b.org"]',
  listed: 'this.email in this.others',
  mirrored: 'input.query.q == this.email',
  starts: 'this.email.startsWith(input.query.q)',
  macro: 'Person.exists(p, p.email == this.email && p.email == input.query.q)',
}

const { facts, problems } = factsOf(
  completed(`
resources:
  Person:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      email: { type: string, maxLength: 50, fold: true }
      others: { type: array, maxItems: 5, items: { type: string, maxLength: 50 } }
    required: [email, others]
endpoints:
  POST /people: { create: Person, body: [email, others], status: 201, output: { id: this.id, same: 'this.email == "ANN@a.org"' } }
${Object.entries(conditions)
  .map(
    ([name, where]) =>
      `  GET /${name}: { list: Person, where: '${where}', parameters: { query: { q: { type: string, maxLength: 50 } } }, required: [q], order: [id], page: none, status: 200, output: 'items.map(p, p.id)' }`,
  )
  .join('\n')
  .replaceAll(', required: [q]', '')
  .replaceAll('q: { type: string, maxLength: 50 }', 'q: { type: string, maxLength: 50, default: x }')}
`),
)

test('ignores case in every expression for a folded property', async (context) => {
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'fold')
  context.after(() => stores.close())
  const send = async (method: string, target: string, body?: object): Promise<unknown> => {
    const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    assert.equal(difference, undefined, `${target}: ${difference}`)
    return JSON.parse(String(memory.body))
  }
  assert.deepEqual(await send('POST', '/people', { email: 'Ann@A.org', others: ['ann@a.ORG'] }), { id: 1, same: true })
  assert.deepEqual(await send('POST', '/people', { email: 'bob@b.org', others: [] }), { id: 2, same: false })
  const found = Object.fromEntries(
    await Promise.all(Object.keys(conditions).map(async (name) => [name, await send('GET', `/${name}?q=ANN@A.ORG`)] as const)),
  )
  assert.deepEqual(found, { equal: [1], unequal: [2], less: [], among: [1, 2], listed: [1], mirrored: [1], starts: [], macro: [1] })
})
