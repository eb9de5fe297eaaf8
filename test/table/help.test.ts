// Help for an element of a table is shown as rows that replace it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts'
import { partNames } from '../../src/document/document.ts'
import { convertDocument } from '../../src/table/convert.ts'
import { conventions } from '../conventions.ts'
import { readYaml } from '../../src/document/read-yaml.ts'
import { createRegion } from '../../src/document/region.ts'
import { printYaml } from '../../src/document/print.ts'
import { createSource } from '../../src/base/text.ts'

const shop = `---
use: [http@1]
---

## 2. Resources

### Order

| field | type | must | rules | (remark) |
| --- | --- | --- | --- | --- |
| id | uuid | | key, generated uuidv7 | ours |
| note | text | yes | | theirs |
| count | whole number 0..100 | yes | | |

## 3. States

### Order.status

| from | on | if | then | to |
| --- | --- | --- | --- | --- |
| (new) | | | | open |
| open | close | | count-more | closed |
| closed | | | | (waits) |

| step | does | which | with |
| --- | --- | --- | --- |
| count-more | create Order | | count = \`1\` |

## 4. Endpoints

| endpoint | name | does | takes | answers |
| --- | --- | --- | --- | --- |
| POST /orders | createOrder | create Order | note | Order |
| GET /orders | listOrders | list Order | | orders: each Order |
| POST /orders/{id}/close | closeOrder | Order.close | | Order |

| list | order | page |
| --- | --- | --- |
| listOrders | count | cursor 20 |

## 5. Authentication

none

## 7. Errors

| error | when | status |
| --- | --- | --- |
| bad | invalid | 500 |
`

function helpByMessage(text: string): ReadonlyMap<string, string> {
  return new Map(
    compile([{ name: 'shop.md', text }], conventions()).diagnostics.map(({ code, help }) => [
      code,
      help?.split('\n\n').slice(1).join('\n\n') ?? '',
    ]),
  )
}

test('shows help as rows of the table', () => {
  const helps = helpByMessage(shop)
  assert.equal(helps.get('resources/unbounded-input'), '| note | text ..1000 | yes | | theirs |')
  assert.equal(helps.get('endpoints/partial-order'), '| listOrders | count, id | cursor 20 |')
  assert.equal(helps.get('errors/unusual-status'), '| bad | invalid | 422 |')
  assert.match(helps.get('states/incomplete-create') ?? '', /^\| count-more \| create Order \| \| count = `1`; note = `…` \|$/)
  assert.equal(helps.get('errors/uncovered-outcome'), '| illegal-transition | illegal-transition | 409 |')
  assert.equal(
    helps.get('endpoints/missing-property'),
    '| endpoint | name | does | takes | sets | answers |\n| --- | --- | --- | --- | --- | --- |\n| POST /orders | createOrder | create Order | note | count = `…` | Order |',
  )
})

test('shows help as YAML in a YAML block', () => {
  const converted = convertDocument([{ name: 'shop.md', text: shop }], 'yaml')
  assert.ok('files' in converted)
  const helps = helpByMessage(converted.files[0]!.text)
  assert.equal(helps.get('resources/unbounded-input'), 'maxLength: 1000')
  assert.equal(helps.get('errors/unusual-status'), 'status: 422')
})

test('binds a row that is pasted from help', () => {
  const mended = shop
    .replace('| bad | invalid | 500 |', helpByMessage(shop).get('errors/unusual-status')!)
    .replace('| note | text | yes | | theirs |', helpByMessage(shop).get('resources/unbounded-input')!)
  const left = helpByMessage(mended)
  assert.deepEqual(
    ['errors/unusual-status', 'resources/unbounded-input'].filter((code) => left.has(code)),
    [],
  )
})

const fixtures = resolve(import.meta.dirname, '../check')

/** The document as Markdown, a block for each part. */
function asMarkdown(text: string): string {
  const { node } = readYaml(createRegion(createSource('service.yaml', text), 0, text.length))
  if (node?.kind !== 'map') return ''
  const front = node.entries.filter(({ key }) => !(partNames as readonly string[]).includes(key.text))
  const parts = node.entries.filter(({ key }) => (partNames as readonly string[]).includes(key.text))
  return [
    ...(front.length === 0 ? [] : [`---\n${printYaml({ ...node, entries: front })}---\n`]),
    ...parts.map(
      ({ key, value }) =>
        `## ${key.text}\n\n${value.kind === 'map' ? `\`\`\`yaml\n${printYaml(value)}\`\`\`` : value.kind === 'scalar' ? value.text : ''}\n`,
    ),
  ].join('\n')
}

// Every fifth diagnostic: diagnostics depend on the content, not on its form.
for (const path of globSync('**/fires.yaml', { cwd: fixtures })
  .sort()
  .filter((_, index) => index % 5 === 0)) {
  const code = relative('.', path).replace(/\/fires\.yaml$/, '')
  test(`${code} reports in tables as in YAML`, (context) => {
    const text = asMarkdown(readFileSync(join(fixtures, path), 'utf8'))
    const converted = convertDocument([{ name: 'service.md', text }], 'tables')
    if ('mistakes' in converted || converted.files[0]!.text === text) return context.skip('it stays YAML')
    const messagesOf = (files: readonly { name: string; text: string }[]): string[] =>
      compile(files, conventions())
        .diagnostics.filter((each: Diagnostic) => each.code === code)
        .map(({ message }) => message.replace(/\d+:\d+/g, ''))
        .sort()
    assert.deepEqual(messagesOf(converted.files), messagesOf([{ name: 'service.md', text }]))
  })
}
