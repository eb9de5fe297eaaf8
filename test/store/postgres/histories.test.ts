// Three processes under load, one of them killed: transfers conserve, uniques hold, conditional changes linearise, lists lose nothing, events come once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { tried } from './histories/run.ts'

test('clients of three processes see one history, even when one process is killed', { skip: noPostgres ?? false }, async () => {
  const schema = await freshSchema()
  try {
    const { problems, ...counts } = await tried({
      address: schema.url,
      query: (sql) => schema.query(sql),
      processes: 3,
      seed: 'three',
      kills: 1,
      pause: 700,
    })
    assert.deepEqual(problems, [])
    assert.ok(counts.transfers > 20 && counts.changes > 5 && counts.walks > 0, JSON.stringify(counts))
  } finally {
    await schema.drop()
  }
})
