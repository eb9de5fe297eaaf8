// A JSON Patch of a record, in every kind of store: its changes, the members that it cannot read, and its refusals.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const document = (authentication: string): string => `
resources:
  Person: { key: name, properties: { name: { type: string, minLength: 1, maxLength: 20 }, key: { type: string, maxLength: 64 } }, required: [name, key], unique: [key] }
  Note:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      text: { type: string, minLength: 1, maxLength: 50 }
      mark: { type: [string, 'null'], maxLength: 9 }
      about: { type: object, properties: { place: { type: string, maxLength: 20 }, year: { type: integer, minimum: 0, maximum: 3000 } }, required: [place] }
      pay: { type: integer, minimum: 0, maximum: 1000 }
      code: { type: string, maxLength: 9, writeOnly: true }
    required: [id, text, mark]
  records:
    Person: [{ name: ann, key: ${hash('sha256', 'ann-key')} }, { name: ben, key: ${hash('sha256', 'ben-key')} }]
    Note: [{ id: 1, text: a, mark: null, about: { place: Bern, year: 1999 }, pay: 7, code: xyz }]
endpoints:
  PATCH /notes/{id}: { update: Note, body: [text, mark, about, pay, code], accepts: [application/json, application/json-patch+json], conditional: optional, status: 200, output: { text: this.text, mark: this.mark, about: this.about } }
  GET /notes/{id}: { read: Note, conditional: optional, status: 200, output: { text: this.text, mark: this.mark, about: this.about } }
authentication: ${authentication}
events: none
errors:
  precedence: standard
  media: application/json
  body: { was: error.type, at: 'error.?errors.orValue([]).map(e, e.?pointer.orValue("-"))' }
  catalogue:
    conflict: { on: [invalid patch test, invalid patch path], type: conflict, status: 409 }
    bad: { on: [invalid, malformed], type: bad, status: 422 }
    missing: { on: not-found, type: missing, status: 404 }
    stale: { on: precondition-failed, type: stale, status: 412 }
    unknown: { on: [unauthenticated, forbidden], type: unknown, status: 401 }
limits: none
versioning: none
`

const guarded = `
  schemes: { who: { type: apiKey, in: header, name: X-Who, find: { find: Person, by: { key: digest(credential) } } } }
  security: [{ who: [] }]
  unreadable: not-found
  rules: { Note: { read: 'true', update: 'true', pay: { read: caller.name == "ann" } } }
`

for (const kind of allKinds) {
  test(`${kind}: a JSON Patch changes the fields that it names, and is refused as a whole`, async (context) => {
    const { url } = await served(context, document('none'), { store: storeOf(kind) })
    const patch = async (body: unknown, headers: Record<string, string> = {}): Promise<readonly [number, unknown]> => {
      const answer = await fetch(`${url}/notes/1`, {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json-patch+json', ...headers },
      })
      return [answer.status, await answer.json()]
    }
    const { headers } = await fetch(`${url}/notes/1`)
    assert.deepEqual(
      await patch([
        { op: 'test', path: '/mark', value: null },
        { op: 'replace', path: '/text', value: 'b' },
        { op: 'remove', path: '/about/year' },
      ]),
      [200, { text: 'b', mark: null, about: { place: 'Bern' } }],
    )
    assert.deepEqual(
      await patch([
        { op: 'replace', path: '/about', value: { place: 'Basel', year: 5 } },
        { op: 'copy', from: '/about/place', path: '/mark' },
      ]),
      [200, { text: 'b', mark: 'Basel', about: { place: 'Basel', year: 5 } }],
    )
    assert.deepEqual(
      await patch([
        { op: 'replace', path: '/text', value: 'c' },
        { op: 'test', path: '/mark', value: 'Bern' },
      ]),
      [409, { was: 'conflict', at: ['/1/value'] }],
    )
    assert.deepEqual(await patch([{ op: 'remove', path: '/text' }]), [422, { was: 'bad', at: ['/text'] }])
    assert.deepEqual(await patch([{ op: 'remove', path: '/about/place' }]), [422, { was: 'bad', at: ['/about/place'] }])
    assert.deepEqual(await patch([{ op: 'add', path: '/text', value: 'd' }], { 'if-match': headers.get('etag')! }), [
      412,
      { was: 'stale', at: [] },
    ])
    assert.deepEqual(await patch({ text: 'd' }, { 'content-type': 'application/json' }), [
      200,
      { text: 'd', mark: 'Basel', about: { place: 'Basel', year: 5 } },
    ])
    assert.deepEqual(
      await patch([{ op: 'test', path: '/code', value: 'xyz' }]),
      [409, { was: 'conflict', at: ['/0/path'] }],
      'what is only sent cannot be tested',
    )
    assert.deepEqual(
      await patch([
        { op: 'remove', path: '/about' },
        { op: 'add', path: '/about', value: { place: 'Thun' } },
      ]),
      [200, { text: 'd', mark: 'Basel', about: { place: 'Thun' } }],
    )
    assert.equal(
      (
        await fetch(`${url}/notes/2`, {
          method: 'PATCH',
          body: '[{ "op": "test", "path": "/text", "value": "x" }]',
          headers: { 'content-type': 'application/json-patch+json' },
        })
      ).status,
      404,
    )
  })
}

test('a JSON Patch neither tests nor copies unreadable values', async (context) => {
  const { url } = await served(context, document(guarded))
  const patch = async (who: string, body: unknown): Promise<number> =>
    (
      await fetch(`${url}/notes/1`, {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json-patch+json', 'x-who': `${who}-key` },
      })
    ).status
  assert.equal(await patch('ann', [{ op: 'test', path: '/pay', value: 7 }]), 200)
  assert.equal(await patch('ben', [{ op: 'test', path: '/pay', value: 7 }]), 409)
  assert.equal(await patch('ben', [{ op: 'test', path: '/pay', value: 8 }]), 409)
  assert.equal(await patch('ben', [{ op: 'replace', path: '/text', value: 'b' }]), 200)
})
