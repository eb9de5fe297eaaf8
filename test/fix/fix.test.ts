// Fixes of a diagnostic's help: which text they write in which file. test/lsp/fixes.test.ts tries those of every check.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { apply, searchFixes } from '../../src/fix/fix.ts'
import { conventions } from '../conventions.ts'

const examples = resolve(import.meta.dirname, '../../examples')

const broken: readonly {
  readonly title: string
  readonly example: string
  readonly from: string | RegExp
  readonly to: string
  readonly fix: string
}[] = [
  { title: 'a misspelt key in a fence', example: 'notes.md', from: 'minLength', to: 'minLenght', fix: 'Write `minLength`' },
  { title: 'a state that is not there', example: 'notes.md', from: 'target: published', to: 'target: publishd', fix: 'Write `published`' },
  { title: 'a misspelt `HTTP` of a scenario', example: 'notes.md', from: 'HTTP 201', to: 'HTP 201', fix: 'Write `HTTP`' },
  {
    title: 'a part that is not shown',
    example: 'notes.md',
    from: '## 6. Events\n\nnone',
    to: '## 6. Events\n\nnot shown',
    fix: 'Write `none`',
  },
]

for (const { title, example, from, to, fix } of broken) {
  test(`mends ${title} in Markdown`, () => {
    const text = readFileSync(join(examples, example), 'utf8')
    const files = [{ name: example, text: text.replace(from, to) }]
    const before = compile(files, conventions())
    const fixes = before.diagnostics.flatMap((diagnostic) => searchFixes(diagnostic, before, files, conventions()))
    const wanted = fixes.find((each) => each.title === fix)
    assert.ok(wanted !== undefined, fixes.map((each) => each.title).join('; '))
    assert.equal(apply(files, wanted)![0]!.text, text)
  })
}

test('a fix changes the file that the mistake stands in, of several', () => {
  const files = [
    {
      name: 'a.md',
      text: '---\nninefold: 1\n---\n\n# X\n\n## 2. Resources and their fields\n\n```yaml\nNote:\n  key: id\n  properties:\n    id: { type: string, maxLength: 20 }\n```\n',
    },
    { name: 'b.md', text: '## 4. Endpoints\n\n```yaml\nGET /notes/{id}: { red: Note, output: Note(this), status: 200 }\n```\n' },
  ]
  const before = compile(files, conventions())
  const diagnostic = before.diagnostics.find(({ code }) => code === 'document/unknown-key')!
  const [fix] = searchFixes(diagnostic, before, files, conventions())
  assert.deepEqual([fix?.title, fix?.edits.map(({ file }) => file)], ['Write `read`', ['b.md']])
})

const fixture = (code: string): string => readFileSync(resolve(import.meta.dirname, '../check', code, 'fires.yaml'), 'utf8')
const notes = 'resources: { Note: { key: id, properties: { id: { type: string, maxLength: 20 } } } }'

const offered: readonly { readonly title: string; readonly text: string; readonly code: string; readonly titles: readonly string[] }[] = [
  {
    title: 'removes what nothing uses',
    code: 'endpoints/unused-let',
    titles: ['Remove `other`'],
    text: fixture('endpoints/unused-let'),
  },
  {
    title: 'writes a word that the message expects',
    code: 'document/unexpected-value',
    titles: ['Write `true`', 'Write `false`'],
    text: 'resources: { Note: { key: id, properties: { id: { type: string, maxLength: 20, sensitive: maybe } } } }',
  },
  {
    title: 'takes a number out of its quotes',
    code: 'document/unexpected-value',
    titles: ['Write `1000`'],
    text: 'resources: { Note: { key: id, properties: { id: { type: string, maxLength: "1000" } } } }',
  },
  {
    title: 'closes a parenthesis',
    code: 'expressions/syntax',
    titles: ['Write `)`'],
    text: 'resources: { Note: { key: id, properties: { id: { type: string, maxLength: 20 } } } }\nendpoints:\n  GET /notes/{id}:\n    read: Note\n    output: Note(this',
  },
  {
    title: 'opens nothing for a misspelt rule',
    code: 'authentication/unknown-rule',
    titles: ['Write `create`'],
    text: 'states: none\nresources: { Note: { key: id, properties: { id: { type: string, maxLength: 20 } } } }\nauthentication: { default: deny, rules: { Note: { creat: true } } }\nendpoints: { POST /notes: { create: Note, body: [id], output: Note(this) } }',
  },
  {
    title: 'offers no word of a convention for a missing key',
    code: 'errors/missing-key',
    titles: [],
    text: 'errors: { catalogue: { bad: { on: invalid } } }',
  },
  {
    title: 'chooses no unit for a number',
    code: 'expressions/no-overload',
    titles: [],
    text: 'resources:\n  Stay:\n    key: id\n    properties: { id: { type: string, maxLength: 9 }, start: { type: string, format: date-time }, end: { type: string, format: date-time } }\n    required: [start, end]\n    invariant: { not-too-long: this.end - this.start <= 28800 }',
  },
  {
    title: 'keeps the entry that contains a repeated key',
    code: 'document/duplicate-key',
    titles: [],
    text: `${notes}\nendpoints:\n  GET /notes:\n    list: Note\n    order: [id]\n    order: [id]\n    output: { notes: 'items.map(n, Note(n))' }`,
  },
  {
    title: 'keeps the entries beside one in another column',
    code: 'document/yaml-syntax',
    titles: [],
    text: `${notes}\nendpoints:\n  GET /notes:\n    list: Note\n    order: [id]\n     page: none\n    output: { notes: 'items.map(n, Note(n))' }`,
  },
  {
    title: 'replaces no list by one of its items',
    code: 'authentication/invalid-origin',
    titles: [],
    text: fixture('authentication/invalid-origin'),
  },
  {
    title: 'removes the key that the help names',
    code: 'resources/stored-compute',
    titles: Array.from({ length: 4 }, () => 'Remove `stored`'),
    text: fixture('resources/stored-compute'),
  },
  {
    title: 'removes a whole keyword, and nothing beside it',
    code: 'resources/unused-keyword',
    titles: ['Remove `maxLength`'],
    text: 'resources: { Note: { key: id, properties: { id: { type: string, maxLength: 20 }, count: { type: integer, maxLength: 3 } } } }',
  },
]

for (const { title, text, code, titles } of offered) {
  test(title, () => {
    const files = [{ name: 'service.yaml', text: `ninefold: 1\n${text}\n` }]
    const before = compile(files, conventions())
    const asked = before.diagnostics.filter((each) => each.code === code)
    assert.ok(asked.length > 0, before.diagnostics.map((each) => `${each.code} ${each.message}`).join('\n'))
    assert.deepEqual(
      asked.flatMap((diagnostic) => searchFixes(diagnostic, before, files, conventions()).map((each) => each.title)),
      titles,
    )
  })
}
