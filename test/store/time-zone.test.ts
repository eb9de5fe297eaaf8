// Time zones are valid by their schema; an invalid text is read as UTC, in expressions and in queries.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isZoneName } from '../../src/base/calendar.ts'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: zones }
resources:
  Thing:
    key: id
    properties: { id: { type: integer, generate: sequence }, zone: { type: string, format: time-zone, default: Asia/Tokyo }, at: { type: string, format: date-time, generate: now } }
states: none
authentication: none
events: none
errors: { media: application/problem+json }
limits: none
versioning: none
endpoints:
  POST /things: { create: Thing, body: [zone], output: { zone: this.zone, hour: this.at.getHours(this.zone) } }
  GET /hours: { answer: {}, parameters: { query: { zone: { type: string, format: time-zone, required: true } } }, output: { hour: now.getHours(input.query.zone) } }
  GET /any: { answer: {}, parameters: { query: { zone: { type: string, maxLength: 40, required: true } } }, output: { hour: now.getHours(input.query.zone) } }
  GET /count:
    answer: {}
    parameters: { query: { zone: { type: string, maxLength: 40, required: true } } }
    require: { few: 'Thing.filter(t, t.at >= now - duration(string(now.getHours(input.query.zone)) + "h")).size() < 10' }
    output: { ok: 'true' }
`

test('checks a time zone by its format, and reads an invalid one as UTC', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'zones')
  try {
    const ask = async (method: string, target: string, body?: string): Promise<unknown> => {
      const { memory, difference } = await pair.send({ method, target, ...(body === undefined ? {} : { body }) })
      assert.equal(difference, undefined, target)
      return memory.status < 300 ? JSON.parse(String(memory.body)) : memory.status === 422 ? 422 : shown(memory)
    }
    for (const records of [false, true]) {
      if (records) assert.deepEqual(await ask('POST', '/things', '{"zone":"Asia/Tokyo"}'), { zone: 'Asia/Tokyo', hour: 9 })
      assert.deepEqual(await ask('GET', '/count?zone=Europe/Lisbon'), { ok: true })
      assert.deepEqual(await ask('GET', '/count?zone=Mars/Base'), { ok: true })
    }
    assert.deepEqual(await ask('GET', '/any?zone=Mars/Base'), { hour: 0 })
    assert.deepEqual(await ask('GET', '/hours?zone=Asia/Tokyo'), { hour: 9 })
    assert.equal(await ask('GET', '/hours?zone=Mars/Base'), 422)
    assert.equal(await ask('GET', '/hours?zone=%2B02:00'), 422)
    assert.equal(await ask('POST', '/things', '{"zone":"Mars/Base"}'), 422)
  } finally {
    await pair.close()
  }
})

test('accepts the time zone names of the platform', () => {
  for (const name of ['UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) assert.ok(isZoneName(name), name)
  for (const name of ['', 'Mars/Base', '+02:00', 'Europe/', 'Europe/Lisbon/', '../etc/passwd', 'a'.repeat(1000)])
    assert.ok(!isZoneName(name), name)
})
