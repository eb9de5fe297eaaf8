// The fast YAML reader returns the nodes and places of the YAML library.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSource } from '../../src/base/text.ts'
import { outline } from '../../src/document/markdown.ts'
import { readPlainYaml } from '../../src/document/plain-yaml.ts'
import { type Region, createRegion } from '../../src/document/region.ts'
import { compose } from '../../src/document/yaml.ts'
import { createAnchorScope, buildTree } from '../../src/document/yaml-tree.ts'

const runs = Number(process.env['RUNS'] ?? 200) * 20

/** True if a region is read without the library; then both readings are compared. */
function isPlain(region: Region): boolean {
  const plain = readPlainYaml(region)
  if (plain === undefined) return false
  const { contents, faults, second } = compose(region.text)
  assert.deepEqual([faults, second], [[], undefined])
  const anchors = createAnchorScope()
  const { node, diagnostics } = buildTree(contents!, { region, anchors, cuts: [], isPartial: false })
  assert.deepEqual(diagnostics, [])
  assert.deepEqual(plain, { node, nodes: anchors.expanded })
  return true
}

const regionOfText = (text: string): Region => createRegion(createSource('a.yaml', text), 0, text.length)

/** Lines of valid and invalid documents. */
const indent = fc.constantFrom('', '', '  ', '  ', '    ', '    ', '      ', ' ')
const key = fc.constantFrom(
  'a: ',
  'b: ',
  'c: ',
  'd:',
  'e: ',
  'f : ',
  '"g": ',
  "'h': ",
  '- ',
  '- ',
  '- a: ',
  '- b: ',
  '- - ',
  '-',
  '',
  '# ',
  'GET /x/{id}: ',
  '? ',
  '?i: ',
  '[a]: ',
  '<<: ',
)
const value = fc.constantFrom(
  'v',
  'w',
  'two words',
  '1',
  '-1',
  '~',
  '',
  '',
  "'q'",
  '"d"',
  "'it''s'",
  '"a\\"b\\n"',
  '"\\u00e9"',
  '"',
  'f(x)',
  'f(x, y)',
  'a ? b : c',
  'http://x',
  'a:',
  'a: b',
  '- 1',
  '-',
  '?x',
  '@x',
  '*a',
  '&a v',
  '!t v',
  '\u2028',
  'é😀',
  '[]',
  '{}',
  '[1, 2]',
  '{ a: 1 }',
  '{ a: 1, b: { c: [x y, "z"] } }',
  '{\n}',
  '{\n  a: 1\n  }',
  '{\n    a: 1, # c\n\n    b: 2\n}',
  '[x,\n      y]',
  '[x\n y]',
  '{ a }',
  '{ a: }',
  '{ a:\n       1 }',
  '{"a":1}',
  '{ a:1 }',
  '{ a: 1, }',
  '[a: 1]',
  '[-1, -]',
  '{ a: 1 } x',
  '{ a: 1, a: 2 }',
  '{ <<: 1 }',
  '{ ?a: 1, b: ?c }',
  '[?a, ?]',
  '{ ?: 1 }',
  '|\n    a\n\n     b\n',
  '>-\n      a\n      b\n',
  '|',
  '|-',
  '|2\n   a',
  '|+\n    a\n\n',
  'v # c',
  'v #c',
  'v#c',
  '"d"#c',
  '# c',
  'v\n      more',
)
const line = fc.tuple(indent, key, value, fc.constantFrom('', '', '', ' ', '  # c', '\t', '\r')).map((pieces) => pieces.join(''))
const lines = fc.array(line, { maxLength: 7 }).map((all) => all.join('\n'))

test('parses random lines as the YAML library does, or leaves them to it', () => {
  let plain = 0
  fc.assert(
    fc.property(lines, (text) => void (isPlain(regionOfText(text)) && plain++)),
    { numRuns: runs },
  )
  assert.ok(plain > runs / 50, `${plain} of ${runs} are read without the library`)
})

const root = new URL('../../', import.meta.url)
const documents = ['examples/', 'conventions/'].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
)

/** The texts of a document's blocks, in their places. */
function blocksOf(text: string): Region[] {
  const { sections } = outline(createSource('a.md', text))
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'fence' && block.language === 'yaml' ? [block.region] : [])),
  )
}

test('parses most blocks of examples and conventions, and their mutations, without the YAML library', () => {
  // Blocks with anchors are left to the library.
  const blocks = documents.flatMap((name) => blocksOf(readFileSync(new URL(name, root), 'utf8'))).filter(({ text }) => !/: &\w/.test(text))
  const plain = blocks.filter(isPlain)
  const length = (all: readonly Region[]): number => all.reduce((sum, { text }) => sum + text.length, 0)
  assert.ok(length(plain) > length(blocks) * 0.8, `${length(plain)} of ${length(blocks)} characters`)
  const put = fc.constantFrom('', ' ', '  ', '\n', '\n  ', ':', ': ', ',', '{', '}', '[', ']', '- ', "'", '"', '#', ' #', '\\', '|', 'x')
  const changed = fc
    .tuple(fc.constantFrom(...plain), fc.array(fc.tuple(fc.nat(), fc.nat(6), put), { maxLength: 3 }))
    .map(([{ text }, changes]) =>
      changes.reduce(
        (now, [at, less, more]) => now.slice(0, at % (now.length + 1)) + more + now.slice((at % (now.length + 1)) + less),
        text.slice(0, 3000),
      ),
    )
  fc.assert(
    fc.property(changed, (text) => void isPlain(regionOfText(text))),
    { numRuns: runs / 4 },
  )
})
