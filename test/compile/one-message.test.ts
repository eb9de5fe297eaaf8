// One mistake gives one message, at the place where it is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPosition } from '../../src/base/text.ts'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const service = (changes: { readonly roles?: string; readonly endpoints?: string; readonly status?: string } = {}): string => `---
ninefold: 1
use: [http@1, problem-details@1]
---

# Library

## 1. Service

none

## 2. Resources

\`\`\`yaml
Book:
  key: id
  properties:
    id: { type: string, format: uuid, generate: uuidv7 }
    title: { type: string, maxLength: 100 }
  required: [title]
Keeper:
  key: name
  properties: { name: { type: string, maxLength: 100 }, chief: { type: boolean, default: false } }
\`\`\`

## 3. States

none

## 4. Endpoints

\`\`\`yaml
POST /books: { create: Book, body: [title], output: Book(this) }
GET /books/{id}: { read: Book, output: Book(this) }
${changes.endpoints ?? ''}
\`\`\`

## 5. Authentication

\`\`\`yaml
schemes: { sign-on: { type: http, scheme: basic, username: { env: NAME }, password: { env: PASSWORD } } }
security: [{ sign-on: [] }]
default: allow
roles: { ${changes.roles ?? 'chief: caller != null'} }
rules:
  Book: { create: chief, delete: chief }
\`\`\`

## 6. Events

none

## 7. Errors

\`\`\`yaml
catalogue:
  gone: { on: not-found, status: ${changes.status ?? '404'}, title: Gone }
\`\`\`

## 8. Limits

none

## 9. Versioning

none
`

/** The errors and gaps, with their lines. */
function report(text: string): readonly string[] {
  return compile([{ name: 'library.md', text }], conventions())
    .diagnostics.filter(({ severity }) => severity !== 'warning')
    .map(({ code, primary: { span }, also = [] }) => {
      const [line] = span.source.text.split('\n').slice(findPosition(span.source, span.start).line - 1)
      return `${code} ${span.source.text.slice(span.start, span.end).trimEnd()} | ${line!.trim()}${also.length === 0 ? '' : ` +${also.length}`}`
    })
}

const silent = report(service())

const added = (text: string): readonly string[] => report(text).filter((each) => !silent.includes(each))

test('shows a mistake in the condition of a role where it is written, once for all its uses', () => {
  const roles = 'chief: caller.chef == true'
  assert.deepEqual(added(service({ roles })), [`expressions/unknown-member chef | roles: { ${roles} }`])
})

test('says nothing about the map that two entries of one key make', () => {
  const endpoints = 'GET /books/{id}: { update: Book, body: [title] }'
  assert.deepEqual(added(service({ endpoints })), [`document/duplicate-key GET /books/{id} | ${endpoints}`])
})

test('says nothing about the text that an unclosed fence swallows', () => {
  const text = service().replace('default: false } }\n```', 'default: false } }')
  assert.deepEqual(added(text), ['document/unclosed-fence ```yaml | ```yaml'])
})

test('reads the name of a status as its number', () => {
  const { diagnostics } = compile([{ name: 'library.md', text: service({ status: 'conflict' }) }], conventions())
  assert.deepEqual(diagnostics.find(({ code }) => code === 'expressions/unknown-name')?.help, 'A status is a number: `409`.')
})

test('takes several words for text without quotes', () => {
  const endpoints = 'DELETE /books/{id}: { delete: Book, require: { other: this.title != Moby Dick } }'
  const { diagnostics } = compile([{ name: 'library.md', text: service({ endpoints }) }], conventions())
  const found = diagnostics.find(({ code }) => code === 'expressions/syntax')
  assert.deepEqual(found?.help, 'If it is text, put it in quotes: `"Moby Dick"`.')
})

test('names the column that a header nearly is, and says nothing else of the table', () => {
  const text = service().replace(
    /```yaml\nBook:[\s\S]*?```/,
    '### Book\n\n| field | typ | must |\n| --- | --- | --- |\n| title | text 1..100 | yes |',
  )
  assert.deepEqual(report(text), ['document/unbound-table typ | | field | typ | must |'])
})

const replaced: readonly {
  readonly title: string
  readonly from: string
  readonly to: string
  readonly message: string
  readonly help: string
}[] = [
  {
    title: 'a list without brackets',
    from: 'title: { type: string, maxLength: 100 }',
    to: 'title: { enum: one, two, three }',
    message: '`one` is not allowed here: expected a list of values',
    help: 'A list is written in brackets:\n\nenum: [one, two, three]',
  },
  {
    title: 'a generator as a default',
    from: 'title: { type: string, maxLength: 100 }',
    to: 'title: { type: string, format: date-time, default: now }',
    message: '`default: "now"` does not fit its own schema: `format` refuses it',
    help: 'If the service makes the value, write `generate: now` instead of the `default`.',
  },
  {
    title: 'a role that names itself instead of a text',
    from: 'chief: caller != null',
    to: 'chief: caller.name == chief',
    message: '`chief` reads itself',
    help: 'If it is text, put it in quotes: `"chief"`.',
  },
  {
    title: 'a look-up as an expression, which leaves the caller unknown',
    from: 'username: { env: NAME }, password: { env: PASSWORD }',
    to: "find: 'Keeper.find({ name: claims.sub })'",
    message: "`'Keeper.find({ name: claims.sub })'` is not allowed here: expected a look-up (a map)",
    help: 'Write it as a map:\n\n{ find: Keeper, by: { name: claims.sub } }',
  },
  {
    title: 'the name of a condition without it',
    from: 'on: not-found,',
    to: 'on: any-title,',
    message: '`any-title` is not a condition',
    help: 'Did you mean `require any-title`?',
  },
  {
    title: 'an operator of another language',
    from: 'chief: caller != null',
    to: 'chief: caller <> null',
    message: '`<>` has no meaning in an expression: CEL writes `!=`',
    help: '',
  },
]

for (const { title, from, to, message, help } of replaced) {
  test(`says once what to write instead of ${title}`, () => {
    const endpoints = 'DELETE /books/{id}: { delete: Book, require: { any-title: now.getHours() > 8 } }'
    const text = service({ endpoints })
    assert.ok(text.includes(from))
    const { errors } = compile([{ name: 'library.md', text: text.replace(from, () => to) }], conventions())
    assert.deepEqual(
      errors.map((each) => [each.message, each.help ?? '']),
      [[message, help]],
    )
  })
}

test('compares a record with a text by its key', () => {
  const text = service({ roles: 'chief: caller == "ann"' }).replace(
    'default: allow\n',
    'default: allow\ncaller: { find: Keeper, by: { name: claims.sub } }\n',
  )
  const { errors } = compile([{ name: 'library.md', text }], conventions())
  assert.deepEqual(
    errors.map(({ help }) => help),
    [`Compare the key of the record:\n\nchief: 'caller.name == "ann"'`],
  )
})
