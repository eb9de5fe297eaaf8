// The disclosures of each place: the subjects that `discloses` can name there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDecidingLookUps, collectDisclosures } from '../../src/fact/disclosures.ts'
import { findNamedEntry, slotValueOf } from '../../src/model/slot.ts'
import { factsOf } from './facts-of.ts'

const document = `
resources:
  Team: { key: id, properties: { id: { type: string } } }
  User:
    key: id
    tenant: { team: caller.team }
    properties:
      id: { type: string }
      team: { $ref: Team, onDelete: cascade }
      name: { type: string }
      pin: { type: string, secret: argon2id }
      boss: { $ref: User, onDelete: set-null }
      bossName: { type: string, compute: this.boss.name, discloses: { User.name: Bosses are known. } }
    required: [team, name, boss]
  views:
    Short: { of: User, take: [name], discloses: { User.name: Names are public. } }
    Long: { allOf: [Short], properties: { b: this.boss.id }, discloses: { User: All are shown. } }
endpoints:
  GET /users/{id}:
    read: User
    with:
      one: { find: User, by: { id: input.path.id } }
      two: { find: User, by: { id: input.path.id }, decides: It only decides. }
      three: { find: User, by: { id: input.path.id } }
    discloses: { one: r, User.pin: r, User.team: r, User.nothing: r, Nothing: r, two.name: r }
    output: { n: one.name }
`

const { typing, model } = factsOf(document)
const disclosures = collectDisclosures(typing.domain)

test('an entry of discloses names a look-up, a resource or a field; other names are reported', () => {
  assert.deepEqual(
    disclosures.all.map(({ name, subject }) => [name, subject.kind, 'reason' in subject ? subject.reason : undefined]),
    [
      ['User.name', 'field', undefined],
      ['User.name', 'field', undefined],
      ['User', 'resource', undefined],
      ['one', 'look-up', undefined],
      ['User.pin', 'never', 'secret'],
      ['User.team', 'never', 'tenant'],
      ['User.nothing', 'unknown', undefined],
      ['Nothing', 'unknown', undefined],
      ['two.name', 'unknown', undefined],
    ],
  )
})

test('a view inherits the disclosures of the views that it extends', () => {
  const { resources, fields } = disclosures.ofPlace({ kind: 'view', name: 'Long' })
  assert.deepEqual([[...resources], [...fields]], [['User'], ['User.name']])
  assert.deepEqual([...disclosures.ofPlace({ kind: 'view', name: 'Short' }).resources], [])
})

test('an expression may read what its place discloses', () => {
  const output = slotValueOf(model.endpoints.value.operations[0]!.slots.output)
  const slot = output?.kind === 'map' ? output.entries[0]?.value : undefined
  assert.equal(slot?.kind, 'expression')
  assert.deepEqual(slot?.kind === 'expression' && [...disclosures.ofSlot(slot).lookUps], ['one'])
  const long = findNamedEntry(model.resources.value.views, 'Long')
  const members = long?.slot.state === 'shown' ? slotValueOf(long.slot.value.properties) : undefined
  const member = members?.[0]?.slot.state === 'shown' ? members[0].slot.value : undefined
  assert.deepEqual(member?.kind === 'expression' && [...disclosures.ofSlot(member).resources], ['User'])
})

test('a disclosed look-up counts as one with decides', () => {
  assert.deepEqual([...listDecidingLookUps(model.endpoints.value.operations[0]!)], ['one', 'two'])
})
