// Entity tags over restarts: the same tag never identifies different content (RFC 9110, section 8.8.1), whatever changed in between.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const notes = (output = 'Note(this)', text = 'one', prose = 'Keeps notes.'): string => `
ninefold: 1
service: { name: notes, description: ${prose} }
resources:
  Note: { key: id, properties: { id: { type: string, maxLength: 50 }, text: { type: string, maxLength: 500 } }, required: [id, text] }
  records:
    Note: [{ id: a, text: ${text} }]
states: none
endpoints:
  GET /notes/{id}: { read: Note, conditional: optional, status: 200, output: ${output} }
  PATCH /notes/{id}: { update: Note, body: [text], conditional: required, status: 200, output: ${output} }
authentication: none
events: none
errors:
  precedence: standard
  catalogue:
    malformed: { on: malformed, status: 400 }
    missing: { on: not-found, status: 404 }
    invalid: { on: invalid, status: 422 }
    changed: { on: precondition-failed, status: 412 }
    unconditional: { on: precondition-required, status: 428 }
limits: none
versioning: none
`

type Shown = { readonly tag: string; readonly text: string }

async function shown(context: TestContext, document: string, store: string): Promise<Shown> {
  const running = await served(context, document, { store })
  const answer = await fetch(`${running.url}/notes/a`)
  const text = await answer.text()
  await running.stop()
  return { tag: answer.headers.get('etag') ?? '', text }
}

const file = (): string => `sqlite:${join(temporaryFolder(), 'store')}`

test('in memory, records of the next process have other tags', async (context) => {
  const [before, after] = [await shown(context, notes(), 'memory'), await shown(context, notes('Note(this)', 'two'), 'memory')]
  assert.notEqual(before.text, after.text)
  assert.notEqual(before.tag, after.tag)
})

test('a tag stays valid after a restart with the same file, but not in another file', async (context) => {
  const store = file()
  const before = await shown(context, notes(), store)
  assert.deepEqual(await shown(context, notes('Note(this)', 'one', 'Notes.'), store), before, 'only prose was changed')
  assert.notEqual((await shown(context, notes('Note(this)', 'two'), file())).tag, before.tag)
})

test('a document that shows more of a record changes its tag, and refuses a change with the former tag', async (context) => {
  const store = file()
  const before = await shown(context, notes(), store)
  const { url } = await served(context, notes('{ note: Note(this) }'), { store })
  const read = await fetch(`${url}/notes/a`, { headers: { 'if-none-match': before.tag } })
  assert.deepEqual([read.status, await read.text()], [200, '{"note":{"id":"a","text":"one"}}'])
  const change = (tag: string): Promise<Response> =>
    fetch(`${url}/notes/a`, { method: 'PATCH', headers: { 'content-type': 'application/json', 'if-match': tag }, body: '{"text":"two"}' })
  assert.equal((await change(before.tag)).status, 412)
  assert.equal((await change(read.headers.get('etag')!)).status, 200)
})
