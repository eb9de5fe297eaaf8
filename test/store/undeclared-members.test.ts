// Members that a resource does not declare are kept in a property, and stand beside the others: alike in every store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapi } from '../../src/export/openapi/openapi.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: devices }
resources:
  Device:
    key: id
    properties:
      id: { type: string, minLength: 1, maxLength: 20 }
      name: { type: string, maxLength: 10 }
      size: { type: integer, minimum: 0, maximum: 9, default: 1 }
      more: { type: object, maxProperties: 3, additionalProperties: { type: [string, integer], maxLength: 8 }, default: {} }
      fixed: { type: string, maxLength: 9, compute: 'this.name + "!"' }
    required: [name]
    additionalProperties: more
  views:
    Short: { of: Device, take: [id, more] }
    Nested: { of: Device, take: [id], properties: { more: this.more } }
states: none
endpoints:
  POST /devices: { create: Device, body: [id, name, more], output: Device(this) }
  POST /wrapped: { create: Device, body: { device: [id, name, more] }, output: { device: Device(this) } }
  POST /plain: { create: Device, body: [id, name], output: Device(this) }
  PATCH /devices/{id}: { update: Device, body: [name, more], accepts: [application/merge-patch+json, application/json, application/json-patch+json], output: Device(this) }
  PUT /devices/{id}: { put: Device, body: [name, more], output: Device(this) }
  GET /devices/{id}: { read: Device, output: Device(this) }
  GET /nested/{id}: { read: Device, output: Nested(this) }
  GET /devices: { list: Device, order: [id], page: { style: offset, size: 50 }, output: { items: 'items.map(d, Short(d))' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('stores, answers, patches and refuses undeclared members by their schema', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'undeclared')
  const send = async (method: string, target: string, body?: unknown, type?: string): Promise<[number, unknown]> => {
    const { sqlite, difference } = await stores.send({
      method,
      target,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(type === undefined ? {} : { headers: new Map([['content-type', type]]) }),
    })
    assert.equal(difference, undefined)
    return [sqlite.status, JSON.parse(String(sqlite.body ?? 'null'))]
  }
  try {
    const made = { id: 'a', name: 'Lamp', size: 1, fixed: 'Lamp!', color: 'red', watts: 40 }
    assert.deepEqual(await send('POST', '/devices', { id: 'a', name: 'Lamp', color: 'red', watts: 40, size: 7, fixed: 'no' }), [201, made])
    assert.deepEqual(await send('GET', '/devices/a'), [200, made])
    assert.deepEqual(await send('GET', '/nested/a'), [200, { id: 'a', more: { color: 'red', watts: 40 } }])
    // A member that is called like the property is one of those that it keeps.
    assert.deepEqual(await send('POST', '/wrapped', { device: { id: 'b', name: 'Fan', more: 'x' } }), [
      201,
      { device: { id: 'b', name: 'Fan', size: 1, fixed: 'Fan!', more: 'x' } },
    ])
    assert.deepEqual(await send('POST', '/plain', { id: 'c', name: 'Cup', color: 'blue' }), [
      201,
      { id: 'c', name: 'Cup', size: 1, fixed: 'Cup!' },
    ])
    assert.deepEqual(await send('GET', '/devices'), [
      200,
      { items: [{ id: 'a', color: 'red', watts: 40 }, { id: 'b', more: 'x' }, { id: 'c' }] },
    ])
    assert.deepEqual(await send('PATCH', '/devices/a', { watts: null, tag: 't' }), [
      200,
      { id: 'a', name: 'Lamp', size: 1, fixed: 'Lamp!', color: 'red', tag: 't' },
    ])
    const patch = [
      { op: 'test', path: '/color', value: 'red' },
      { op: 'remove', path: '/color' },
      { op: 'add', path: '/mark', value: 3 },
    ]
    assert.deepEqual(await send('PATCH', '/devices/a', patch, 'application/json-patch+json'), [
      200,
      { id: 'a', name: 'Lamp', size: 1, fixed: 'Lamp!', tag: 't', mark: 3 },
    ])
    assert.deepEqual(await send('PUT', '/devices/a', { name: 'Desk', deep: 'd' }), [
      200,
      { id: 'a', name: 'Desk', size: 1, fixed: 'Desk!', deep: 'd' },
    ])
    const [status, wrong] = await send('POST', '/devices', { id: 'd', name: 'Far', color: 'much too long' })
    assert.deepEqual(
      [status, (wrong as { errors: { pointer: string; keyword: string }[] }).errors.map(({ pointer, keyword }) => [pointer, keyword])],
      [422, [['/color', 'maxLength']]],
    )
    const [many, error] = await send('POST', '/devices', { id: 'd', name: 'Far', a: 1, b: 2, c: 3, d: 4 })
    assert.deepEqual(
      [many, (error as { errors: { pointer: string; keyword: string }[] }).errors.map(({ pointer, keyword }) => [pointer, keyword])],
      [422, [['', 'maxProperties']]],
    )
  } finally {
    await stores.close()
  }
})

test('OpenAPI describes undeclared members', () => {
  const { facts } = factsOf(document)
  const { schemas } = (
    JSON.parse(openapi.run(facts, 'json').text) as unknown as {
      components: { schemas: Record<string, { properties: object; additionalProperties: unknown }> }
    }
  ).components
  assert.deepEqual(schemas['Device']!.additionalProperties, { type: ['string', 'integer'], maxLength: 8 })
  assert.deepEqual(Object.keys(schemas['Device']!.properties), ['id', 'name', 'size', 'fixed'])
})
