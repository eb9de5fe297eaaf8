// Permissions, cell by cell: every operation × every caller × every record, from rules whose meaning is defined twice, in the document and
// here, on each store.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { served } from '../served.ts'

type Who = 'nobody' | 'ada' | 'bob' | 'root'
type Note = { readonly id: string; readonly owner: Who; readonly open: boolean }
type Rule = { readonly text: string; readonly holds: (who: Who, note: Note) => boolean }

const people: readonly Who[] = ['nobody', 'ada', 'bob', 'root']
const notes: readonly Note[] = [
  { id: 'open-ada', owner: 'ada', open: true },
  { id: 'shut-ada', owner: 'ada', open: false },
  { id: 'open-bob', owner: 'bob', open: true },
  { id: 'shut-bob', owner: 'bob', open: false },
]

/** `undefined` in a policy: no rule, so all callers are refused. */
const rules = {
  anybody: { text: 'true', holds: () => true },
  nobody: { text: 'false', holds: () => false },
  owner: { text: 'this.owner == caller', holds: (who, note) => note.owner === who },
  reader: { text: 'this.open || this.owner == caller', holds: (who, note) => note.open || note.owner === who },
  known: { text: 'caller != null', holds: (who) => who !== 'nobody' },
  admin: { text: 'caller != null && caller.admin', holds: (who) => who === 'root' },
  friend: {
    text: 'this.open || Friend.exists(f, f.of == this.owner && f.friend == caller)',
    holds: (who, note) => note.open || (note.owner === 'ada' && who === 'bob'),
  },
} as const satisfies { readonly [name: string]: Rule }

type Policy = { readonly [action in 'read' | 'create' | 'update' | 'delete']?: Rule } & { readonly unreadable: 'not-found' | 'forbidden' }

const policies: readonly Policy[] = [
  { read: rules.reader, create: rules.known, update: rules.owner, unreadable: 'not-found' },
  { read: rules.reader, create: rules.admin, update: rules.owner, delete: rules.admin, unreadable: 'forbidden' },
  { read: rules.friend, create: rules.anybody, update: rules.reader, delete: rules.owner, unreadable: 'not-found' },
  { read: rules.anybody, update: rules.nobody, delete: rules.known, unreadable: 'forbidden' },
  { create: rules.known, update: rules.anybody, delete: rules.anybody, unreadable: 'not-found' },
]

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

function document({ unreadable, ...said }: Policy): string {
  const lines = Object.entries(said).map(([action, { text }]) => `      ${action}: '${text}'`)
  return `ninefold: 1
use: [http@1]
service: { name: notes }
resources:
  Person: { key: id, properties: { id: { type: string, maxLength: 20 }, hash: { type: string, maxLength: 64 }, admin: { type: boolean } }, required: [hash, admin], unique: [hash] }
  Friend: { key: [of, friend], properties: { of: { $ref: Person, onDelete: cascade }, friend: { $ref: Person, onDelete: cascade } } }
  Note:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      owner: { $ref: Person, onDelete: cascade }
      open: { type: boolean, default: true }
      text: { type: string, maxLength: 20, default: '' }
    required: [owner]
  Reply: { key: id, properties: { id: { type: string, maxLength: 20 }, note: { $ref: Note, onDelete: cascade } }, required: [note] }
  records:
    Person:
${people
  .slice(1)
  .map((who) => `      - { id: ${who}, hash: ${digest(who)}, admin: ${who === 'root'} }`)
  .join('\n')}
    Friend: [{ of: ada, friend: bob }]
    Note:
${notes.map(({ id, owner, open }) => `      - { id: ${id}, owner: ${owner}, open: ${open}, text: '' }`).join('\n')}
states: none
endpoints:
  GET /notes: { list: Note, order: [id], page: none, output: 'items.map(n, n.id)' }
  GET /notes/{id}: { read: Note, output: { id: this.id } }
  POST /notes: { create: Note, body: [id, owner], output: { id: this.id } }
  PATCH /notes/{id}: { update: Note, body: [text], output: { id: this.id } }
  DELETE /notes/{id}: { delete: Note }
  POST /replies: { create: Reply, body: [id, note], output: { id: this.id } }
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { hash: digest(credential) } } }
  security: [{ key: [] }, {}]
  unreadable: ${unreadable}
  rules:
    Note:${lines.length === 0 ? ' {}' : `\n${lines.join('\n')}`}
    Reply: { create: true }
    Person: { read: true }
events: none
errors:
  precedence: standard
  catalogue:
    who: { on: unauthenticated, status: 401 }
    refused: { on: forbidden, status: 403 }
    absent: { on: not-found, status: 404 }
    nowhere: { on: dangling, status: 424 }
    taken: { on: duplicate, status: 409 }
    wrong: { on: [invalid, malformed], status: 422 }
limits: none
versioning: none
`
}

type Cell = { readonly request: string; readonly body?: object; readonly who: Who; readonly expected: number | readonly string[] }

/** What each cell must answer; a delete stands last, because it leaves less. */
function cells({ read, create, update, delete: remove, unreadable }: Policy): Cell[] {
  const holds = (rule: Rule | undefined, who: Who, note: Note): boolean => rule?.holds(who, note) ?? false
  const hidden = unreadable === 'not-found' ? 404 : 403
  // A rule that reads no record is evaluated before any record is read.
  const refusedEarly = (who: Who, note: Note, rule: Rule | undefined): boolean => {
    const early = rule === undefined || rule === rules.known || rule === rules.admin
    return early && !holds(rule, who, note)
  }
  const found = (who: Who, note: Note, rule: Rule | undefined, done: number): number => {
    if (refusedEarly(who, note, rule)) return 403
    return holds(read, who, note) ? (holds(rule, who, note) ? done : 403) : hidden
  }
  const none: Note = { id: 'none', owner: 'nobody', open: false }
  const each = (make: (who: Who, note: Note) => Cell): Cell[] => people.flatMap((who) => notes.map((note) => make(who, note)))
  let made = 0
  return [
    ...people.map((who): Cell => {
      const refusesAll = unreadable === 'forbidden' && read === undefined
      return {
        request: 'GET /notes',
        who,
        expected: refusesAll
          ? 403
          : notes
              .filter((note) => holds(read, who, note))
              .map(({ id }) => id)
              .sort(),
      }
    }),
    ...each((who, note) => ({ request: `GET /notes/${note.id}`, who, expected: holds(read, who, note) ? 200 : hidden })),
    ...each((who, note) => ({ request: `PATCH /notes/${note.id}`, body: { text: 'new' }, who, expected: found(who, note, update, 200) })),
    // A reference to a hidden record dangles, if hidden records count as missing.
    ...each((who, note) => ({
      request: 'POST /replies',
      body: { id: `r-${made++}`, note: note.id },
      who,
      expected: holds(read, who, note) ? 201 : unreadable === 'forbidden' ? 403 : 424,
    })),
    ...people.map((who): Cell => ({ request: 'GET /notes/none', who, expected: 404 })),
    ...people.map((who): Cell => ({
      request: 'POST /notes',
      body: { id: `z-${who}`, owner: 'root' },
      who,
      expected: holds(create, who, none) ? 201 : 403,
    })),
    ...notes.flatMap((note) => {
      let gone = false
      return people.map((who): Cell => {
        const status = found(who, note, remove, 204)
        const expected = gone && !refusedEarly(who, note, remove) ? 404 : status
        gone ||= status === 204
        return { request: `DELETE /notes/${note.id}`, who, expected }
      })
    }),
  ]
}

async function ask(url: string, { request, body, who }: Cell): Promise<number | readonly string[]> {
  const [method = '', path = ''] = request.split(' ')
  const headers = { ...(who === 'nobody' ? {} : { 'x-key': who }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return request === 'GET /notes' && answer.status === 200 ? (JSON.parse(text) as string[]) : answer.status
}

for (const store of ['memory', 'sqlite'] as const) {
  policies.forEach((policy, index) => {
    test(`policy ${index + 1} on ${store}: every cell of the matrix answers as its rules say`, async (context) => {
      const folder = temporaryFolder()
      const service = await served(context, document(policy), { store: store === 'memory' ? store : `sqlite:${join(folder, 'notes.db')}` })
      const wrong: string[] = []
      for (const cell of cells(policy)) {
        const answer = await ask(service.url, cell)
        if (String(answer) !== String(cell.expected))
          wrong.push(`${cell.who}: ${cell.request} ${JSON.stringify(cell.body ?? '')}: ${String(answer)}, not ${String(cell.expected)}`)
      }
      assert.deepEqual(wrong, [])
    })
  })
}
