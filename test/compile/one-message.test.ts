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
schemes: { sign-on: { type: http, scheme: basic, username: name, password: name } }
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
