// The resources that a response reaches beyond the records of its operation: there the permissions of the caller apply.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listReachedResources } from '../../src/fact/reached.ts'
import { makeOperationContext } from '../../src/fact/operation-context.ts'
import { indexModel } from '../../src/fact/model-index.ts'
import { factsOf } from './facts-of.ts'

const document = (operation: string): string => `
service: { name: reached }
resources:
  Person:
    key: id
    properties:
      id: { type: string }
      boss: { $ref: Person, onDelete: set-null }
      notes: { inverse: Note.owner }
      bossCard: { compute: Badge(this.boss), type: [object, 'null'] }
  Note:
    key: id
    properties: { id: { type: string }, text: { type: string }, owner: { $ref: Person, onDelete: restrict }, over: { $ref: Note, onDelete: set-null } }
    required: [text, owner]
  views:
    Badge: { of: Person, take: [id] }
    Card: { of: Person, take: [id], properties: { boss: Badge(this.boss) } }
    Short: { of: Note, take: [id, text, owner] }
    Again: { of: Note, properties: { short: Short(this) } }
    Long: { of: Note, take: [id], properties: { by: this.owner.id, over: Short(this.over) } }
endpoints:
  ${operation}
authentication: { schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { id: digest(credential) } } } }, security: [{ key: [] }] }
states: none
events: none
errors: none
limits: none
versioning: none
`

const note = (output: string): string => `GET /notes/{id}: { read: Note, output: ${JSON.stringify(output)} }`
const notes = (output: string): string => `GET /notes: { list: Note, output: ${JSON.stringify(output)} }`

const cases: readonly (readonly [operation: string, reached: readonly string[]])[] = [
  [note('Note(this)'), []],
  [note('Short(this)'), []],
  [note('Again(this)'), []],
  [note('this.text'), []],
  [note('this.owner'), []],
  [note('this.owner == caller'), []],
  [note('this.owner.id'), ['Person']],
  [note('this.?over.?text'), ['Note']],
  [note('Short(this.over)'), ['Note']],
  [note('Long(this)'), ['Note', 'Person']],
  [note('Badge(caller)'), []],
  [note('Card(this.owner)'), ['Person']],
  [note('[this.owner][0].id'), ['Person']],
  [note('cel.bind(n, this, Short(n))'), []],
  [note('cel.bind(n, this.over, Short(n))'), ['Note']],
  [note('this.?over.optMap(n, Short(n))'), ['Note']],
  [note('Short(this.text == "" ? this : this.over)'), ['Note']],
  [note('Note.filter(n, n.owner == caller).map(n, n.id)'), ['Note']],
  [note('size(Note.filter(n, n.owner == caller))'), ['Note']],
  [notes('items.map(n, Short(n))'), []],
  [notes('items.map(n, Long(n))'), ['Note', 'Person']],
  [notes('items.filter(n, n.text != "").map(n, Short(n))'), ['Note']],
  [notes('items.map(n, Short(n.over))'), ['Note']],
  [notes('items.reduce(n, m, Short(n) == Short(m) ? n : m, items[0].over)'), ['Note']],
  ['GET /people/{id}: { read: Person, output: Badge(this) }', []],
  ['GET /people/{id}: { read: Person, output: Card(this) }', ['Person']],
  ['GET /people/{id}: { read: Person, output: this.notes }', ['Note']],
  ['GET /notes/{id}: { read: Note, output: { id: this.id }, headers: { X-By: "${this.owner.id}" } }', ['Person']],
  ['GET /people/{id}: { read: Person, with: { note: { find: Note, by: { id: input.path.id } } }, output: Short(note) }', []],
  ['GET /people/{id}: { read: Person, let: { boss: this.boss }, output: Badge(boss) }', ['Person']],
  ['POST /notes: { create: Note, body: [text, owner], output: Badge(input.body.owner) }', ['Person']],
  [
    'POST /notes: { do: [{ create: Note, set: { text: input.body.text, owner: caller }, as: made }], body: { text: { type: string } }, output: Short(made) }',
    [],
  ],
]

for (const [operation, reached] of cases) {
  void test(`${operation} reaches ${reached.length === 0 ? 'nothing more' : reached.join(' and ')}`, () => {
    // A view may compute from any record that is read.
    const [plain, computed] = [document(operation).replace(/^ *bossCard:.*\n/m, ''), document(operation)].map((text) => {
      const facts = factsOf(text)
      return [
        ...listReachedResources(makeOperationContext(indexModel(facts.model, facts.typing), facts.operations[0]!.operation)),
      ].toSorted()
    })
    assert.deepEqual(plain, reached)
    assert.ok(reached.every((name) => computed!.includes(name)))
    if (operation.includes('Person')) assert.ok(computed!.includes('Person'))
  })
}
