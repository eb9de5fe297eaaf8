// Trees that are printed as YAML parse to the same trees.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSource } from '../../src/base/text.ts'
import { partNames } from '../../src/document/document.ts'
import type { MapNode, Node, Scalar } from '../../src/document/node.ts'
import { printYaml } from '../../src/document/print.ts'
import { readDocument } from '../../src/document/read.ts'
import { parseAbsenceWord } from '../../src/model/shape.ts'

/** Texts, kinds of value, and which words are the plain ones of the language. */
function plain(node: Node): unknown {
  if (node.kind === 'list') return node.items.map(plain)
  if (node.kind === 'map') return node.entries.map(({ key, value }) => [key.text, plain(value)])
  return [node.value === null ? 'null' : node.text, node.value === null ? 'null' : typeof node.value, parseAbsenceWord(node)]
}

function readBack(yaml: string): Node {
  const { document, diagnostics } = readDocument([{ name: 'service.md', text: `## 7. Errors\n\n\`\`\`yaml\n${yaml}\`\`\`\n` }])
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [],
    yaml,
  )
  return document.parts.errors.node
}

test('printed parts of the example parse to the same values', () => {
  const { document } = readDocument([
    { name: 'orders.md', text: readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8') },
  ])
  for (const name of partNames) {
    const { node, state } = document.parts[name]
    if (state === 'shown') assert.deepEqual(plain(readBack(printYaml(node))), plain(node))
  }
})

const emptySource = createSource('made', '$')
const span = { source: emptySource, start: 0, end: 1 }
const scalar = (text: string): Scalar => ({ kind: 'scalar', value: text, text, style: 'double', span })

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).filter((each) => each.isWellFormed() && !each.includes('\u0000')),
  fc.constantFrom(
    'none',
    'not shown',
    'true',
    '1.10',
    '',
    ' a',
    'a: b',
    'a #b',
    '- a',
    '{ a }',
    "it's",
    '"x"',
    'a\nb\n',
    'a\n\n  b',
    '\ta',
    '!x',
    'x ? y : z',
    '$(a)',
    '${ a }',
    '---',
    '<<',
    '`a`',
    'a,b',
    '[a]',
  ),
)

const tree = fc.letrec<{ node: Node; map: MapNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    text.map(scalar),
    tie('map'),
    fc.array(tie('node'), { maxLength: 4 }).map((items): Node => ({ kind: 'list', items, span })),
  ),
  map: fc
    .uniqueArray(fc.tuple(text, tie('node')), { maxLength: 4, selector: ([key]) => key })
    .map((entries) => ({ kind: 'map', entries: entries.map(([key, value]) => ({ key: scalar(key), value })), span })),
})).map

test('any printed tree parses to the same tree', () => {
  fc.assert(
    fc.property(tree, (map) => {
      if (map.entries.length === 0) return
      assert.deepEqual(plain(readBack(printYaml(map))), plain(map))
    }),
    { numRuns: 500 },
  )
})

test('a decision remark names its author, and has no effect', () => {
  const map: MapNode = {
    kind: 'map',
    span,
    entries: [
      { key: scalar('status'), value: scalar('old == null ? 201 : 200') },
      { key: scalar('detail'), value: scalar('one\ntwo\n') },
      { key: scalar('headers'), value: { kind: 'map', span, entries: [{ key: scalar('Location'), value: scalar('/orders/${this.id}') }] } },
    ],
  }
  const yaml = printYaml(map, () => 'http@1')
  assert.equal(
    yaml,
    "status: 'old == null ? 201 : 200'  # http@1\ndetail: |  # http@1\n  one\n  two\nheaders:  # http@1\n  Location: /orders/${this.id}  # http@1\n",
  )
  assert.deepEqual(plain(readBack(yaml)), plain(map))
})

test('a key that omits a member stays without quotes', () => {
  const node = readBack('catalogue: { bad: { on: invalid, status: 400, body: { ?name: error.title, "?other": error.title } } }\n')
  assert.match(printYaml(node as MapNode), /\{ \?name: error\.title, '\?other': error\.title \}/)
})
