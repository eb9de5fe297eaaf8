// Properties of every text: reading never throws, ranges are inside their texts, and formatting is idempotent.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Document as LibraryDocument, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { type Span, createSource } from '../../src/base/text.ts'
import { findCut } from '../../src/document/cut.ts'
import { cutDiagnostic } from '../../src/document/cut-problem.ts'
import { partNames } from '../../src/document/document.ts'
import { format } from '../../src/document/format.ts'
import type { Node } from '../../src/document/node.ts'
import { type DocumentReading, readDocument } from '../../src/document/read.ts'
import { readYaml } from '../../src/document/read-yaml.ts'
import { createRegion } from '../../src/document/region.ts'

const runs = Number(process.env['RUNS'] ?? 200)

const randomText = (tokens: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...tokens), { maxLength }).map((all) => all.join(''))

const yamlTokens = [
  'a',
  'b',
  'c: ',
  'k: ',
  'x:',
  '\n',
  '\n  ',
  '\n    ',
  '\n',
  '  ',
  '- ',
  '{',
  '}',
  '[',
  ']',
  ', ',
  ',',
  '"',
  "'",
  ' #c',
  '#',
  '|',
  '>',
  '|-',
  '>+',
  '|2',
  '&x ',
  '*x',
  '!',
  '!!str ',
  '? ',
  ': ',
  '\t',
  '\r\n',
  'f(',
  ')',
  '\\',
  '\\n',
  "''",
  '1',
  '1.10',
  'null',
  '~',
  'true',
  '0x1F',
  '12345678901234567890',
  'é',
  '😀',
  '<<: ',
  '${',
  '$',
  '%',
  '@',
  '`',
  '---\n',
  '...\n',
  'a ? b : c',
  '\r',
  '\0',
  '\uFEFF',
]
const yaml = randomText(yamlTokens, 24)
const markdown = randomText(
  [
    ...yamlTokens,
    '# T\n',
    '## Events\n',
    '## 4. Endpoints\n',
    '### a\n',
    '\n\n',
    '```yaml\n',
    '\n```\n',
    '~~~yml\n',
    '\n~~~\n',
    '- ',
    '  ```yaml\n',
    '\n  ```\n',
    '> ',
    'none\n',
    'not shown\n',
    '```hurl\n',
    'GET /\n',
    '<!--',
    '-->',
    '<div>\n',
    'Setext\n---\n',
  ],
  30,
)

/** Any UTF-16 units, also halves of characters. */
const units = fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes))

const folder = new URL('read/', import.meta.url)
// The expansion of an alias bomb is too long to walk repeatedly.
const documents = readdirSync(folder)
  .filter((name) => /\.(?:md|yaml)$/.test(name) && name !== 'bounds.md')
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

/** A real document with pieces taken out, doubled or put in. */
const mutated = fc
  .tuple(fc.constantFrom(...documents), fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom('', ...yamlTokens)), { maxLength: 6 }))
  .map(([{ name, text }, changes]) => ({
    name,
    text: changes.reduce(
      (now, [at, length, put]) => now.slice(0, at % (now.length + 1)) + put + now.slice((at % (now.length + 1)) + length),
      text,
    ),
  }))

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  if (node.kind === 'list') for (const item of node.items) walk(item, visit)
  if (node.kind === 'map') for (const { key, value } of node.entries) [key, value].forEach((each) => walk(each, visit))
}

function assertInside({ source: { text }, start, end }: Span): void {
  assert.ok(start >= 0 && start <= end && end <= text.length, `${start}..${end} of ${text.length}`)
}

function assertNode(root: Node): void {
  walk(root, (node) => {
    assertInside(node.span)
    for (const slot of ['expression', 'text'] as const) {
      const cut = findCut(node, slot)
      if (cut === undefined) continue
      const { primary, others, help } = cutDiagnostic(cut)
      for (const place of [primary, ...others]) assertInside(place.span)
      assert.match(help ?? '', /\n\n/)
    }
    if (node.kind !== 'scalar') return
    const { text, span, from, offsets } = node
    if (offsets === undefined) {
      if (node.cut !== true)
        assert.equal(text, from === undefined ? span.source.text.slice(span.start, span.end) : span.source.text.slice(from, span.end - 1))
      return
    }
    assert.equal(offsets.length, text.length + 1)
    for (const [index, at] of offsets.entries()) assert.ok(at >= span.start && at <= span.end && at >= (offsets[index - 1] ?? 0))
  })
}

function assertReading({ document, diagnostics }: DocumentReading): void {
  for (const { primary, others, message } of diagnostics) {
    assert.notEqual(message, '')
    for (const place of [primary, ...others]) assertInside(place.span)
  }
  assertInside(document.whole)
  assertNode(document.front)
  for (const name of partNames) {
    const part = document.parts[name]
    part.headings.forEach(assertInside)
    for (const prose of part.prose) assertInside(prose.span)
    assertNode(part.node)
  }
  for (const { text, lineOffsets, span } of document.scenarios) {
    assertInside(span)
    for (const [index, line] of text.split('\n').entries())
      if (lineOffsets[index] !== undefined) assert.ok(span.source.text.startsWith(line, lineOffsets[index]))
  }
}

test('parses any text, with every range inside it', () => {
  fc.assert(
    fc.property(fc.oneof(units, yaml, markdown), fc.constantFrom('a.md', 'a.yaml'), (text, name) =>
      assertReading(readDocument([{ name, text }])),
    ),
    { numRuns: runs },
  )
})

test('parses any mutation of a document, with every range inside it', () => {
  fc.assert(
    fc.property(mutated, (file) => assertReading(readDocument([file]))),
    { numRuns: runs },
  )
})

test('parses several files together', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a.md', 'b.yaml', 'c.md'), fc.oneof(yaml, markdown)), { maxLength: 3 }), (files) =>
      assertReading(readDocument(files.map(([name, text]) => ({ name, text })))),
    ),
    { numRuns: runs },
  )
})

test('parses a text without diagnostics as the YAML library does', () => {
  const expected = (node: unknown, document: LibraryDocument): unknown => {
    if (isAlias(node)) return expected(node.resolve(document), document)
    if (isSeq(node)) return node.items.map((item) => expected(item, document))
    if (isMap(node))
      return node.items.map(({ key, value }) => [
        isScalar(key) ? key.source : isAlias(key) ? (key.resolve(document) as { source?: string }).source : undefined,
        expected(value, document),
      ])
    return isScalar(node) ? node.value : null
  }
  const plainValues = (node: Node): unknown =>
    node.kind === 'scalar'
      ? node.value
      : node.kind === 'list'
        ? node.items.map(plainValues)
        : node.entries.map(({ key, value }) => [key.text, plainValues(value)])
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' || typeof each === 'number' ? String(Number(each) + 0) : each))
  fc.assert(
    fc.property(yaml, (text) => {
      fc.pre(!/\r(?!\n)|\uFEFF|<<|\0/.test(text)) // read differently on purpose
      const { node, diagnostics } = readYaml(createRegion(createSource('a.yaml', text), 0, text.length))
      const library = parseDocument(text, { prettyErrors: false, intAsBigInt: true, logLevel: 'error' })
      if (diagnostics.length > 0) return
      assert.deepEqual(library.errors, [])
      assert.equal(node === undefined ? 'null' : plain(plainValues(node)), plain(expected(library.contents, library)))
    }),
    { numRuns: runs },
  )
})

test('formatting is idempotent and keeps every value', () => {
  const values = (text: string, name: string): string => {
    const { document, diagnostics } = readDocument([{ name, text }])
    const typedValues = (node: Node): unknown =>
      node.kind === 'scalar'
        ? [typeof node.value, node.text.replaceAll("'", '"')]
        : node.kind === 'list'
          ? node.items.map(typedValues)
          : node.entries.map(({ key, value }) => [key.text, typedValues(value)])
    return JSON.stringify([
      diagnostics.map((each) => each.message),
      typedValues(document.front),
      partNames.map((part) => [typedValues(document.parts[part].node), document.parts[part].prose.map((each) => each.text)]),
    ])
  }
  fc.assert(
    fc.property(
      fc.oneof(mutated, fc.record({ name: fc.constantFrom('a.md', 'a.yaml'), text: fc.oneof(yaml, markdown) })),
      ({ name, text }) => {
        const once = format({ name, text })
        assert.equal(format({ name, text: once }), once)
        assert.equal(values(once, name), values(text, name))
      },
    ),
    { numRuns: runs },
  )
})
