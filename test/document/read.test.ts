// Reading one document from Markdown, YAML and folders of both: parts, ranges, and repeated values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../src/base/text.ts'
import { partNames } from '../../src/document/document.ts'
import { findEntryOf } from '../../src/document/node.ts'
import { readDocument } from '../../src/document/read.ts'

const read = (text: string, name = 'service.md') => readDocument([{ name, text }])
const codes = (reading: ReturnType<typeof readDocument>) => reading.diagnostics.map((each) => each.code)

test('nine parts with not shown are not shown', () => {
  const titles = [
    'What the service does',
    'Resources and their fields',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ]
  const text = `# Orders\n\nNothing yet.\n\n${titles.map((title, index) => `## ${index + 1}. ${title}\n\n${title} of it: not shown.\n`).join('\n')}`
  const { document, diagnostics } = read(text)
  assert.deepEqual(diagnostics, [])
  assert.equal(document.title, 'Orders')
  assert.equal(document.preamble, 'Nothing yet.')
  for (const name of partNames) assert.deepEqual([document.parts[name].state, document.parts[name].headings.length], ['not shown', 1])
  assert.equal(textOf(document.parts.limits.word!), 'Limits of it: not shown.')
})

test('a heading opens a part by number or name, with any usual decoration', () => {
  for (const heading of [
    '4. Endpoints',
    '4) Endpoints',
    'Part 4: **Endpoints**',
    'Endpoints',
    '`endpoints`',
    '§4 – The endpoints',
    '4',
    '(4) How to call it',
    'Part four',
    '4. Endpoints ##',
    'API endpoints',
  ]) {
    const { document, diagnostics } = read(`## ${heading}\n\n\`\`\`yaml\nGET /a:\n  answer: {}\n\`\`\`\n`)
    assert.deepEqual([heading, codes({ document, diagnostics }), document.parts.endpoints.state], [heading, [], 'shown'])
  }
})

test('a name in a heading overrides a number, and other numbers have no effect', () => {
  const text = '## 1. Introduction\n\nHello.\n\n## 2. Service\n\nSells.\n\n## 3. Errors\n\nnone\n'
  const { document } = read(text)
  assert.equal(document.parts.errors.state, 'none')
  assert.deepEqual(document.parts.service.headings.map(textOf), ['## 2. Service'])
})

test('every value keeps its range, also in fences in lists and quotations', () => {
  const text =
    '## Errors\r\n\r\n- item\r\n\r\n  ```yaml\r\n  media: application/json\r\n  catalogue:\r\n    lost: { status: 404 }\r\n  ```\r\n\r\n> ```yaml\r\n> precedence: standard\r\n> ```\r\n'
  const { document, diagnostics } = read(text)
  assert.deepEqual(diagnostics, [])
  const { node } = document.parts.errors
  assert.deepEqual(
    node.entries.map(({ key, value }) => [textOf(key.span), textOf(value.span)]),
    [
      ['media', 'application/json'],
      ['catalogue', 'lost: { status: 404 }'],
      ['precedence', 'standard'],
    ],
  )
})

test('merges maps across blocks and files, and reports both places of a repeated value', () => {
  const { document, diagnostics } = readDocument([
    { name: 'a.md', text: '## Resources\n\n```yaml\nOrder:\n  key: id\n  properties: { id: { type: string } }\n```\n' },
    { name: 'b.md', text: '## Resources\n\n```yaml\nOrder:\n  key: number\n  properties: { note: { type: string } }\n```\n' },
  ])
  assert.deepEqual(
    diagnostics.map((each) => [each.code, each.primary.span.source.name, each.others[0]?.span.source.name]),
    [['document/duplicate-value', 'b.md', 'a.md']],
  )
  const order = findEntryOf(document.parts.resources.node, 'Order')?.value
  const properties = order?.kind === 'map' ? findEntryOf(order, 'properties')?.value : undefined
  assert.deepEqual(properties?.kind === 'map' ? properties.entries.map((each) => each.key.text) : [], ['id', 'note'])
})

test('reports both places of a part that is none and shown', () => {
  const reading = read('## Events\n\nnone\n\n## Events\n\n```yaml\ntypes: {}\n```\n')
  assert.deepEqual(codes(reading), ['document/conflicting-part'])
})

test('a YAML file has the nine parts as keys', () => {
  const { document, diagnostics } = read(
    'ninefold: 1\nuse: [http@1]\nevents: none\nlimits: not shown\nendpoints:\n  GET /a: { answer: {} }\nendpiont: {}\n',
    'a.yaml',
  )
  assert.deepEqual(
    diagnostics.map((each) => [each.code, each.help]),
    [['document/unknown-key', 'Did you mean `endpoints`?']],
  )
  assert.deepEqual(
    [document.parts.events.state, document.parts.limits.state, document.parts.endpoints.state],
    ['none', 'not shown', 'shown'],
  )
  assert.deepEqual(
    document.front.entries.map((each) => each.key.text),
    ['ninefold', 'use'],
  )
})

test('reports a block under a heading that names no part', () => {
  assert.deepEqual(codes(read('## Open questions\n\n```yaml\na: 1\n```\n')), ['document/block-outside-part'])
  assert.deepEqual(codes(read('## Limits\n\nnone\n\n## Open questions\n\n```json\n{}\n```\n')), [])
})

test('reports a file that is not a document once', () => {
  const file = (name: string, text: string): readonly string[] => readDocument([{ name, text }]).diagnostics.map(({ code }) => code)
  for (const [name, text] of [
    ['package.json', '{ "name": "a", "version": "1.0.0", "license": "MIT", "dependencies": {} }'],
    ['api.yaml', 'openapi: 3.1.0\npaths: {}\ninfo: {}\n'],
    ['list.json', '[1, 2]'],
    ['text.yaml', 'hello\n'],
    ['null.json', 'null'],
    ['empty.yaml', ''],
    ['empty.md', '\n \n'],
    ['prose.md', '# Notes\n\nWhat we talked about.\n'],
    ['schema.json', '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "T", "type": "object" }'],
  ] as const)
    assert.deepEqual(file(name, text), ['document/not-a-document'], name)
  assert.deepEqual(file('part.yaml', 'limits: none\n'), [])
  assert.deepEqual(file('typo.yaml', 'endpoint: none\n'), ['document/unknown-key'])
  assert.deepEqual(file('broken.yaml', 'a: [\n'), ['document/yaml-syntax'])
})

test('reads a generated key of a convention, also in braces', () => {
  const { document, diagnostics } = read(
    "## Endpoints\n\n```yaml\neach:\n  - { add: { $(r.name): { a: b }, GET /$(f(r.plural)): { c: d }, '$(z)': 3 } }\n```\n",
  )
  assert.deepEqual(diagnostics, [])
  const each = findEntryOf(document.parts.endpoints.node, 'each')?.value
  const rule = each?.kind === 'list' ? each.items[0] : undefined
  const add = rule?.kind === 'map' ? findEntryOf(rule, 'add')?.value : undefined
  assert.deepEqual(add?.kind === 'map' ? add.entries.map(({ key }) => key.text) : undefined, ['$(r.name)', 'GET /$(f(r.plural))', '$(z)'])
})

test('finds long blocks exactly where Markdown does', () => {
  const long = Array.from({ length: 40 }, (_, index) => `key${index}: value`).join('\n')
  const block = `\`\`\`yaml\n${long}\n\`\`\``
  const entries = (text: string): number => read(`## Events\n\n${text}\n`).document.parts.events.node.entries.length
  assert.equal(entries(block), 40)
  assert.equal(entries(block.replaceAll('\n', '\r\n')), 40)
  assert.equal(entries(`- item\n\n${block.replace(/^/gm, '  ')}`), 40)
  assert.equal(entries(`<!--\n\n${block}\n\n-->`), 0)
  assert.equal(entries(`\`\`\`\`markdown\n\n${block}\n\n\`\`\`\``), 0)
  assert.equal(entries(`~~~\n\`\`\`yaml\n~~~\n\n${block}`), 40)
  assert.equal(entries(`\`\`\`yaml\n${long}\n`), 40)
})

test('ignores a byte order mark and the line ends of other systems', () => {
  const text =
    '---\nninefold: 1\n---\n\n# Orders\n\n## Errors\n\n```yaml\nmedia: application/json\ncatalogue:\n  lost: { status: 404 }\n```\n'
  const shape = ({ document, diagnostics }: ReturnType<typeof readDocument>) => [
    diagnostics.length,
    document.title,
    document.front.entries.length,
    document.parts.errors.node.entries.map(({ key, value }) => [textOf(key.span), textOf(value.span)]),
  ]
  const plain = shape(read(text))
  assert.deepEqual(plain, [
    0,
    'Orders',
    1,
    [
      ['media', 'application/json'],
      ['catalogue', 'lost: { status: 404 }'],
    ],
  ])
  for (const other of [
    `\uFEFF${text}`,
    text.replaceAll('\n', '\r\n'),
    `\uFEFF${text.replaceAll('\n', '\r\n')}`,
    text.replaceAll('\n', '\r'),
  ])
    assert.deepEqual(shape(read(other)), plain)
  assert.equal(read('\uFEFFevents: none\n', 'a.yaml').document.parts.events.state, 'none')
})

test('prose describes the block below it, or the element that its heading names', () => {
  const { document } = read(
    '## Resources\n\nWhat is sold.\n\n```yaml\nProduct: { key: id }\nOrder: { key: id }\n```\n\n### `Customer`\n\nWho buys.\n\n<!-- not for readers -->\n\n```yaml\nCustomer: { key: id }\n```\n\nThe end.\n',
  )
  assert.deepEqual(
    document.parts.resources.prose.map(({ text, about }) => [text, about]),
    [
      ['What is sold.', 'Product'],
      ['Who buys.', 'Customer'],
      ['The end.', 'Customer'],
    ],
  )
})

test('hurl blocks under one heading are one scenario, and keep their positions', () => {
  const { document } = read(
    '## Endpoints\n\n### Buying\n\n```hurl\nGET {{url}}/a\n```\n\n- then\n\n  ```hurl\n  GET {{url}}/b\n  HTTP 200\n  ```\n',
  )
  assert.deepEqual(
    document.scenarios.map(({ title, text }) => [title, text]),
    [
      ['Buying', 'GET {{url}}/a'],
      ['Buying', 'GET {{url}}/b\nHTTP 200'],
    ],
  )
  const [one, two] = document.scenarios
  assert.equal(one!.heading, two!.heading)
  assert.ok(two!.lineOffsets.every((at, index) => two!.span.source.text.startsWith(two!.text.split('\n')[index]!, at)))
})
