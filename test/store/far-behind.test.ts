// A page far behind the begin of its list: it is chosen by keys first, and shows what memory shows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const document = completed(`
resources:
  Person: { key: id, properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 } }, required: [id, name] }
  Note:
    key: id
    properties: { id: { type: integer, minimum: 0, maximum: 9999 }, at: { type: integer, minimum: 0, maximum: 99 }, owner: { $ref: Person, onDelete: restrict } }
    required: [id, at]
  records:
    Person: [{ id: ann, name: Ann }, { id: bob, name: Bob }]
    Note: [${Array.from({ length: 300 }, (_, index) => `{ id: ${index}, at: ${(index * 7) % 90}${index % 3 === 0 ? '' : `, owner: ${index % 3 === 1 ? 'ann' : 'bob'}`} }`).join(', ')}]
endpoints:
  GET /notes:
    list: Note
    order: [-at, id]
    page: { style: offset, size: 3 }
    parameters: { query: { of: { type: string, maxLength: 9 } } }
    where: '!has(input.query.of) || (this.owner != null && this.owner.name == input.query.of)'
    status: 200
    output: { notes: 'items.map(n, { "id": n.id, "at": n.at, "owner": n.owner == null ? null : n.owner.name })', next: page.next }
`)

void test('a page at a large offset equals that of the memory store', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const service = await both(facts, 'far')
  context.after(() => service.close())
  for (const target of [
    '/notes?offset=199',
    '/notes?offset=200',
    '/notes?offset=201',
    '/notes?offset=298',
    '/notes?offset=300',
    '/notes?offset=999',
    '/notes?of=Ann&offset=98',
    '/notes?of=Bob&offset=250',
  ]) {
    const answered = await service.send({ method: 'GET', target })
    assert.equal(answered.difference, undefined, target)
    assert.equal(answered.sqlite.status, 200)
  }
})

test('skips to a far page without joins', () => {
  const { facts } = factsOf(document)
  const { statements, close } = explainStatements(facts)
  const [near, far] = ['list Note, by -at, id', 'list Note, by -at, id, far behind its begin'].map(
    (name) => statements(facts.operations[0]!).find(({ what }) => what === name)!.sql!,
  )
  close()
  assert.doesNotMatch(near!, / AS k CROSS JOIN /)
  assert.match(
    far!,
    / FROM \(SELECT t0\."id" AS k0 FROM "Note" AS t0 ORDER BY t0\."at" DESC, t0\."id" LIMIT \? \+ 0 OFFSET \? \+ 0\) AS k CROSS JOIN /,
  )
})
