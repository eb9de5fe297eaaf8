// Events of a deletion read the records as they were before it, also those that the same transaction deletes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printJson } from '../../src/base/json.ts'
import { beginning } from '../../src/exchange/event.ts'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const document = (onDelete: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: cascade }
resources:
  Owner:
    key: id
    softDelete: true
    properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 50 }, lists: { inverse: List.owner } }
    required: [name]
  List:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      name: { type: string, maxLength: 50 }
      owner: { $ref: Owner, onDelete: cascade }
      full: { type: string, compute: 'this.owner.name + "/" + this.name' }
      open: { type: integer, compute: 'this.tasks.filter(t, !t.done).size()' }
      tasks: { inverse: Task.list }
    required: [name, owner]
  Task:
    key: id
    properties: { id: { type: string, maxLength: 9 }, done: { type: boolean, default: false }, list: { $ref: List, onDelete: ${onDelete} }, hook: { type: string, maxLength: 90, default: '' } }
    required: [${onDelete === 'cascade' ? 'list' : ''}]
states:
  List.state: { initial: open, states: { open: { on: { drop: { target: dropped, then: [{ delete: Owner, by: this.owner }] } } }, dropped: {} } }
endpoints:
  POST /owners: { create: Owner, body: [id, name], output: Owner(this) }
  POST /lists: { create: List, body: [id, name, owner], output: { id: this.id } }
  POST /tasks: { create: Task, body: [id, list, done, hook], output: { id: this.id } }
  DELETE /owners/{id}: { delete: Owner, output: { lists: 'this.lists.sortBy(l, l.id).map(l, l.full)' }, status: 200 }
  DELETE /lists/{id}: { delete: List, output: { full: this.full, owner: old.owner.name, tasks: 'this.tasks.sortBy(t, t.id).map(t, t.id)', open: this.open }, status: 200 }
  POST /lists/{id}/drop: { transition: List.drop, output: { full: this.full, owner: old.owner.name } }
  GET /events: { stream: [task.gone, list.gone, list.dropped] }
authentication: none
events:
  types:
    task.gone: { on: Task.deleted, when: "!has(this.list) || this.list.owner.name != 'silent'", subject: 'task/\${this.id}', data: { list: this.?list.name, of: this.?list.owner.name, view: 'has(this.list) ? List(this.list) : null' } }
    list.gone: { on: List.deleted, when: this.tasks.size() > 0, partitionkey: this.owner.name, data: { full: this.full, open: this.open, tasks: 'this.tasks.sortBy(t, t.id).map(t, t.id)', done: 'this.tasks.exists(t, t.done)', old: old.owner.name, left: 'Task.filter(t, t.done).size()' } }
    list.dropped: { on: List.drop, data: { full: this.full, name: this.owner.name } }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  callbacks:
    gone: { on: Task.deleted, when: this.hook != "" && this.?list.owner.name.orValue("") != "silent", url: '\${this.hook}/\${this.?list.owner.name.orValue("nobody")}', method: POST, body: { of: this.?list.full }, attempts: 1, backoff: { initial: PT30S, factor: 2, max: PT1H }, timeout: PT5S, deadLetter: P1D }
errors: { media: application/problem+json }
limits: none
versioning: none
`

const made = [
  ['POST', '/owners', '{"id":"o","name":"Ann"}'],
  ['POST', '/owners', '{"id":"s","name":"silent"}'],
  ['POST', '/lists', '{"id":"a","name":"A","owner":"o"}'],
  ['POST', '/lists', '{"id":"b","name":"B","owner":"o"}'],
  ['POST', '/lists', '{"id":"c","name":"C","owner":"s"}'],
  ['POST', '/lists', '{"id":"d","name":"D","owner":"s"}'],
  ['POST', '/tasks', '{"id":"1","list":"a","hook":"https://x.test"}'],
  ['POST', '/tasks', '{"id":"2","list":"a","done":true}'],
  ['POST', '/tasks', '{"id":"3","list":"b"}'],
  ['POST', '/tasks', '{"id":"4","list":"c"}'],
] as const

for (const onDelete of ['cascade', 'set-null']) {
  test(`events, callbacks and answers of a deletion read the last state of deleted records (${onDelete})`, async () => {
    const { facts, problems } = factsOf(document(onDelete))
    assert.deepEqual(problems, [])
    const pair = await both(facts, 'gone', false)
    try {
      const send = async (method: string, target: string, body?: string): Promise<string> => {
        const { memory, difference } = await pair.send({ method, target, ...(body === undefined ? {} : { body }) })
        assert.equal(difference, undefined, `${method} ${target}`)
        assert.ok(memory.status < 300, `${method} ${target}: ${shown(memory)}`)
        return String(memory.body)
      }
      for (const [method, target, body] of made) await send(method, target, body)
      assert.deepEqual(JSON.parse(await send('DELETE', '/lists/a')), { full: 'Ann/A', owner: 'Ann', tasks: ['1', '2'], open: 1 })
      assert.deepEqual(JSON.parse(await send('DELETE', '/owners/o')), { lists: ['Ann/B'] })
      assert.deepEqual(JSON.parse(await send('POST', '/lists/c/drop')), { full: 'silent/C', owner: 'silent' })
      const events = (await pair.memory.log.events(beginning, 1000)).map(({ type, data, subject, partitionkey }) => ({
        type,
        subject,
        partitionkey,
        data: JSON.parse(printJson(data ?? null)) as unknown,
      }))
      const tasks = events.filter(({ type }) => type === 'task.gone')
      assert.deepEqual(
        tasks.map(({ subject, data }) => [subject, data]),
        onDelete === 'set-null'
          ? []
          : [
              ['1', 'A'],
              ['2', 'A'],
              ['3', 'B'],
            ].map(([id, list]) => [
              `task/${id}`,
              {
                list,
                of: 'Ann',
                view: { id: list === 'A' ? 'a' : 'b', name: list, owner: 'o', full: `Ann/${list}`, open: 1, state: 'open' },
              },
            ]),
      )
      const lists = events.filter(({ type }) => type === 'list.gone')
      assert.deepEqual(
        lists.map(({ partitionkey, data }) => [partitionkey, data]),
        [
          ['Ann', { full: 'Ann/A', open: 1, tasks: ['1', '2'], done: true, old: 'Ann', left: onDelete === 'cascade' ? 0 : 1 }],
          ['Ann', { full: 'Ann/B', open: 1, tasks: ['3'], done: false, old: 'Ann', left: onDelete === 'cascade' ? 0 : 1 }],
          ['silent', { full: 'silent/C', open: 1, tasks: ['4'], done: false, old: 'silent', left: onDelete === 'cascade' ? 0 : 1 }],
        ],
      )
      assert.deepEqual(
        events.filter(({ type }) => type === 'list.dropped').map(({ data }) => data),
        [{ full: 'silent/C', name: 'silent' }],
      )
      for (const { deliveryQueue } of [pair.memory, pair.sqlite])
        assert.deepEqual(
          (await deliveryQueue.list(0, 100)).map(({ content }) =>
            content.kind === 'request' ? `${content.request.url} ${content.request.body}` : '',
          ),
          onDelete === 'cascade' ? ['https://x.test/Ann {"of":"Ann/A"}'] : [],
        )
    } finally {
      await pair.close()
    }
  })
}
