// The read rules that may hide each shown expression.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleCheckText } from '../../src/fact/rule-check.ts'
import { analyseHiding } from '../../src/fact/hidden.ts'
import { factsOf } from './facts-of.ts'

/** Documents in which only bosses can read the pay, and everybody can read the tags. */
const parts = (output: string, more = ''): string => `
resources:
  User: { key: id, properties: { id: { type: string }, boss: { type: boolean }, chief: { $ref: User, onDelete: set-null } }, required: [boss, chief] }
  Doc:
    key: id
    properties:
      id: { type: string }
      owner: { $ref: User, onDelete: cascade }
      title: { type: string }
      pay: { type: integer }
      rich: { type: boolean, compute: this.pay > 500 }
      tags: { inverse: Tag.doc }
    required: [owner, title, pay]
  Tag:
    key: id
    properties:
      id: { type: string }
      doc: { $ref: Doc, onDelete: cascade }
      docs: { type: array, items: { $ref: Doc, onDelete: set-null } }
      name: { type: string, compute: this.doc.title }
      said: { type: string, compute: this.doc.title, discloses: { Doc.title: Titles are public. } }
    required: [doc, docs]
  views:
    Titled: { of: Doc, take: [id, title], properties: { worth: this.pay }, discloses: { Doc.pay: Everybody knows. } }
endpoints:
  GET /tags/{id}:
    read: Tag
    with:
      seen: { find: Doc, by: { id: '"d"' } }
      hidden: { find: Doc, by: { id: '"d"' }, decides: It decides. }
    let: { t: this.doc.title }
    ${more}
    output: { x: '${output.replaceAll("'", "''")}' }
authentication:
  schemes: { jwt: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [ { jwt: [] } ]
  caller: { find: User, by: { id: claims.sub } }
  rules:
    User: { read: this == caller }
    Doc: { read: this.owner == caller, pay: { read: caller.boss } }
    Tag: { read: 'true' }
`

function hidden(
  expression: string,
  more?: string,
): { hidingRules: string; ruleChecks: string; filteredResources: string; usedDisclosures: string } {
  const { typing } = factsOf(parts(expression, more))
  const slot = typing.slots.find(({ role, slot: { text } }) => role === 'endpoints.output' && text === expression)!
  const { hidingRules, ruleChecks, filteredResources, usedDisclosures } = analyseHiding(typing).analyseUse(slot)
  return {
    hidingRules: hidingRules.map(ruleCheckText).join(' '),
    ruleChecks: ruleChecks.map(ruleCheckText).join(' '),
    filteredResources: [...filteredResources].join(' '),
    usedDisclosures: [...usedDisclosures].join(' '),
  }
}

const hidingRules: readonly (readonly [expression: string, by: string])[] = [
  ['this.doc', ''],
  ['this.doc.id', ''],
  ['this.doc == null', ''],
  ['this.id', ''],
  ['this.doc.title', 'Doc'],
  ['this.doc.title + ""', 'Doc'],
  ['this.doc.pay', 'Doc Doc.pay'],
  ['this.doc.rich', 'Doc Doc.pay'],
  ['Doc(this.doc)', 'Doc'],
  ['this.doc.owner.boss', 'Doc User'],
  ['caller.boss', ''],
  ['caller.chief.boss', 'User'],
  ['[this.doc.title]', ''],
  ['{"x": this.doc.title}', ''],
  ['has(this.doc.title)', ''],
  ['this.doc.?title.orValue("-")', ''],
  ['has(this.doc.title) ? this.doc.title : "-"', ''],
  ['has(this.doc.title) && this.doc.title == "x"', ''],
  ['this.id == "t" || this.doc.title == "x"', 'Doc'],
  ['!(this.doc.title == "x")', 'Doc'],
  ['Doc.size()', ''],
  ['Doc.map(d, d.title)', ''],
  ['Doc.exists(d, d.pay > 1)', ''],
  ['this.docs.map(d, d.title)', ''],
  ['seen.title', ''],
  ['seen.pay', 'Doc.pay'],
  ['hidden.id', 'hidden'],
  ['t', 'Doc'],
  ['this.name', 'Doc'],
  ['this.said', ''],
  ['cel.bind(d, this.doc, d.title)', 'Doc'],
  ['Titled(seen)', ''],
]

for (const [expression, by] of hidingRules) {
  test(`${expression} is hidden by ${by === '' ? 'nothing' : by}`, () => assert.equal(hidden(expression).hidingRules, by))
}

test('lists the rules of omitted members, and of counted records', () => {
  assert.deepEqual(hidden('[this.doc.title]'), { hidingRules: '', ruleChecks: 'Doc', filteredResources: '', usedDisclosures: '' })
  assert.deepEqual(hidden('Doc.map(d, d.pay)'), { hidingRules: '', ruleChecks: 'Doc.pay', filteredResources: 'Doc', usedDisclosures: '' })
  assert.deepEqual(hidden('Titled(this.doc)'), { hidingRules: 'Doc', ruleChecks: 'Doc', filteredResources: '', usedDisclosures: 'Doc.pay' })
})

test('an entry of discloses removes only the rules that it names', () => {
  assert.deepEqual(hidden('this.doc.pay', 'discloses: { Doc: r }'), {
    hidingRules: 'Doc.pay',
    ruleChecks: 'Doc.pay',
    filteredResources: '',
    usedDisclosures: 'Doc',
  })
  assert.deepEqual(hidden('this.doc.pay', 'discloses: { Doc.pay: r }'), {
    hidingRules: '',
    ruleChecks: '',
    filteredResources: '',
    usedDisclosures: 'Doc.pay',
  })
  assert.deepEqual(hidden('Doc.map(d, d.pay)', 'discloses: { Doc.pay: r }'), {
    hidingRules: '',
    ruleChecks: '',
    filteredResources: 'Doc',
    usedDisclosures: 'Doc.pay',
  })
  assert.deepEqual(hidden('Doc.size()', 'discloses: { Doc: r }'), {
    hidingRules: '',
    ruleChecks: '',
    filteredResources: '',
    usedDisclosures: 'Doc',
  })
  assert.deepEqual(hidden('hidden.title', 'discloses: { hidden: r }'), {
    hidingRules: '',
    ruleChecks: '',
    filteredResources: '',
    usedDisclosures: 'hidden',
  })
  assert.deepEqual(hidden('hidden.pay', 'discloses: { hidden: r }').hidingRules, 'Doc.pay')
})

test('an event with causes of several resources applies the rules of each', () => {
  const events = `
events:
  types: { made: { on: [Doc.created, Tag.created], data: { o: this.id } } }
`
  const rules = parts('this.id').replace(
    'Doc: { read: this.owner == caller,',
    'Doc: { read: this.owner == caller, id: { read: caller.boss },',
  )
  const { typing } = factsOf(rules + events)
  const slot = typing.slots.find(({ role }) => role === 'events.data')!
  assert.deepEqual(analyseHiding(typing).analyseUse(slot).hidingRules.map(ruleCheckText), ['Doc.id'])
})
