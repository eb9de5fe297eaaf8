// A list reveals nothing that its caller may not read: neither by its items, its count, its filters nor its order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, hiding, stores } from './hiding.ts'

const query = 'parameters: { query: { min: { type: integer, minimum: 0, maximum: 100000, required: true } } }'

for (const store of stores) {
  test(`${store}: evaluates a conjunct of "where" that reads the request with the caller's permissions, others with the document's`, async (context) => {
    const endpoints = `
  GET /tags: { list: Tag, PARAMETERS, where: this.doc.pay >= input.query.min, order: [id], page: { style: offset, size: 10, max: 10 }, output: { tags: 'items.map(t, t.id)', total: page.total } }
  GET /let: { list: Tag, PARAMETERS, let: { min: input.query.min }, where: 'this.id != "" && this.doc.pay >= min', order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }
  GET /own: { list: Doc, PARAMETERS, where: this.pay >= input.query.min, order: [id], page: none, output: { docs: 'items.map(d, d.id)' } }
  GET /kept: { list: Doc, PARAMETERS, where: this.kept >= input.query.min, order: [id], page: none, output: { docs: 'items.map(d, d.id)' } }
  GET /any: { list: Tag, PARAMETERS, where: 'Doc.exists(d, d.pay >= input.query.min)', order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }
  GET /dear: { list: Tag, where: this.doc.pay >= 500, order: [id], page: { style: cursor, size: 10, max: 10 }, output: { tags: 'items.map(t, t.id)', next: page.next } }
  GET /both: { list: Tag, PARAMETERS, where: 'this.doc.pay >= 500 && this.id.size() >= input.query.min', order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }
  GET /titled: { list: Tag, parameters: { query: { t: { type: string, maxLength: 20, required: true } } }, where: this.doc.title == input.query.t, order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }`.replaceAll(
      'PARAMETERS',
      query,
    )
    const ask = await asking(context, hiding({ endpoints }), store)
    const body = async (who: string, path: string): Promise<unknown> => {
      const { status, body } = await ask(who, `GET ${path}`)
      return status === 200 ? body : status
    }
    for (const min of [0, 700, 701]) assert.deepEqual(await body('ben', `/tags?min=${min}`), { tags: [], total: 0 }, String(min))
    assert.deepEqual(await body('ann', '/tags?min=700'), { tags: ['t1'], total: 1 })
    for (const min of [0, 700, 701])
      for (const path of ['/let', '/any']) assert.deepEqual(await body('ben', `${path}?min=${min}`), { tags: [] }, path)
    assert.deepEqual(await body('ann', '/any?min=700'), { tags: ['t1', 't2'] })
    for (const path of ['/own', '/kept']) {
      assert.deepEqual(await body('ben', `${path}?min=0`), { docs: [] }, path)
      assert.deepEqual(await body('ann', `${path}?min=700`), { docs: ['d1'] }, path)
    }
    assert.deepEqual(await body('ben', '/dear'), { tags: ['t1'], next: null })
    assert.deepEqual(await body('ben', '/both?min=1'), { tags: ['t1'] })
    assert.deepEqual(await body('ben', '/both?min=3'), { tags: [] })
    assert.deepEqual(await body('ben', '/titled?t=Layoffs'), { tags: [] })
    assert.deepEqual(await body('ben', '/titled?t=Bens'), { tags: ['t2'] })
  })

  test(`${store}: a computed field is filtered and sorted by the rule of the field that it reads`, async (context) => {
    const endpoints = `
  GET /docs: { list: Doc, filter: [kept], sort: [kept], order: [id], page: none, output: { docs: 'items.map(d, d.id)' } }`
    const ask = await asking(context, hiding({ endpoints }), store)
    for (const asked of ['?kept=1', '?kept[gt]=0', '?sort=kept', '?sort=-kept'])
      assert.equal((await ask('ben', `GET /docs${asked}`)).status, 403, asked)
    assert.deepEqual((await ask('ann', 'GET /docs?kept[gt]=0')).body, { docs: ['d1'] })
    assert.deepEqual((await ask('ben', 'GET /docs')).body, { docs: ['d2'] })
  })

  test(`${store}: evaluates a name of "let" with the caller's permissions if a response reads it`, async (context) => {
    const endpoints = `
  GET /tags/{id}: { read: Tag, let: { title: this.doc.title, loud: 'title + "!"', pay: this.doc.pay }, output: { id: this.id, t: title, l: loud, h: 'title == "Layoffs" || this.id == "t1"' }, require: { paid: this.doc.pay > 1 } }
  POST /tags/{id}/copy: { update: Tag, let: { title: this.doc.title }, set: { text: title }, output: { id: this.id } }`.replace(
      ', require: { paid: this.doc.pay > 1 }',
      '',
    )
    const ask = await asking(context, hiding({ endpoints }), store)
    assert.deepEqual((await ask('ben', 'GET /tags/t1')).body, { id: 't1', h: true })
    assert.deepEqual((await ask('ann', 'GET /tags/t1')).body, { id: 't1', t: 'Layoffs', l: 'Layoffs!', h: true })
    assert.equal((await ask('ben', 'POST /tags/t1/copy')).status, 200)
  })
}
