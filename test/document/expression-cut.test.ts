// An expression is read as it appears: its text equals the source, or the cut is reported.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSource, textOf } from '../../src/base/text.ts'
import { type QuotedKind, findCut } from '../../src/document/cut.ts'
import { cutDiagnostic } from '../../src/document/cut-problem.ts'
import { type Node, findEntryOf } from '../../src/document/node.ts'
import { readYaml } from '../../src/document/read-yaml.ts'
import { createRegion } from '../../src/document/region.ts'

const read = (text: string) => readYaml(createRegion(createSource('service.yaml', text), 0, text.length))

/** The diagnostics about the value of `k`, with its slot known. */
function messageFor(text: string, slot: QuotedKind): string | undefined {
  const { node, diagnostics } = read(text)
  assert.deepEqual(diagnostics, [])
  const cut = findCut(at(node, 'k')!, slot)
  if (cut === undefined) return undefined
  const { message, primary, help } = cutDiagnostic(cut)
  return `${message} | ${textOf(primary.span)} | ${help?.split('\n\n')[1]}`
}

test('reports a comment that cuts an incomplete expression', () => {
  assert.equal(
    messageFor("k: this.name == 'a #1'\n", 'expression'),
    "`this.name == 'a #1'` is cut at `#` | #1' | k: 'this.name == \"a #1\"'",
  )
  assert.equal(messageFor('k: f(a, #b\n', 'expression'), "`f(a, #b` is cut at `#` | #b | k: 'f(a, #b'")
  assert.equal(messageFor('k: this.total >= 0 # never below\n', 'expression'), undefined)
  assert.equal(messageFor("k: this.name == 'a' #1\n", 'expression'), undefined)
})

test('in a text, a comment needs a space before it', () => {
  assert.equal(messageFor('k: Order #5 is late\n', 'text'), "`Order #5 is late` is cut at `#` | #5 is late | k: 'Order #5 is late'")
  assert.equal(messageFor('k: No such order # why\n', 'text'), "`No such order # why` is cut at `#` | # why | k: 'No such order # why'")
  assert.equal(messageFor('k: No such order  # why\n', 'text'), undefined)
  assert.equal(messageFor('k: "Order #5"  # why\n', 'text'), undefined)
  assert.equal(messageFor('k: #fff\n', 'text'), "`#fff` is cut at `#` | #fff | k: '#fff'")
})

test('reports lists, maps, anchors and headers in place of a text or expression', () => {
  assert.equal(
    messageFor('k: [a, b]\n', 'expression'),
    "`[a, b]` is read as a list, and one expression is expected here | [a, b] | k: '[a, b]'",
  )
  assert.equal(messageFor('k:\n  - x: y\n', 'expression'), "`- x: y` is read as a list | - x: y | '- x: y'")
  assert.equal(messageFor('k: &co Sons\n', 'text'), "`&co Sons` is read without its first word | &co Sons | k: '&co Sons'")
  assert.equal(messageFor('k: &co Sons\nz: *co\n', 'text'), undefined)
  assert.equal(messageFor('k: >5\nz: 1\n', 'text'), "`>5` is read as empty | >5 | k: '>5'")
})

test('reports folded lines whose meaning changes', () => {
  assert.equal(
    messageFor('k: a // why\n  && b\n', 'expression'),
    '`a // why && b` does not stay as it is over its line break | // why\n  && b | k: |\n  a // why\n  && b',
  )
  assert.equal(
    messageFor("k: a == '''x\n  y'''\n", 'expression')?.split(' | ')[0],
    "`a == '''x y'''` does not stay as it is over its line break",
  )
  assert.equal(messageFor('k: a\n  && b\n', 'expression'), undefined)
  assert.equal(messageFor('k: |\n  a // why\n  && b\n', 'expression'), undefined)
})

test('reports one message for an invalid line, and reads the other lines', () => {
  const rest = Array.from({ length: 200 }, (_, index) => `  - { name: e${index}, fill: { status: ${index} } }\n`).join('')
  const { node, diagnostics } = read(
    `each:\n  - { of: operation as o, where: o.action in ['read', 'list'], fill: { status: 200 } }\n${rest}`,
  )
  assert.deepEqual(
    diagnostics.map((each) => each.message),
    ["`o.action in ['read', 'list']` is cut at a bracket"],
  )
  const each = at(node, 'each')
  assert.equal(each?.kind === 'list' && each.items.length, 201)
})

test('names and versions keep their source text', () => {
  const { node } = read('k: 1.10\nl: 2026-05-01\nm: 010\nn: 1_000\no: no\n')
  const texts = ['k', 'l', 'm', 'n', 'o'].map((name) => {
    const value = at(node, name)
    return value?.kind === 'scalar' && value.text
  })
  assert.deepEqual(texts, ['1.10', '2026-05-01', '010', '1_000', 'no'])
})

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inside = tie('expression')
  const name = fc.constantFrom('a', 'this.total', 'input.body', 'x1', 'caller', 'Order', 'now', 'error["retry-after"]', 'null', 'true')
  const content = fc
    .array(fc.constantFrom('a', ' ', '#', ' #', ': ', ', ', ':', '{', '}', '[', ']', '!', '- ', '${x}', '%', '\\n', '//', 'it', '&', '*'), {
      maxLength: 5,
    })
    .map((all) => all.join(''))
  const string = fc.oneof(
    content.map((text) => `'${text}'`),
    content.map((text) => `"${text}"`),
    content.map((text) => `"it's ${text}"`),
    content.map((text) => `r'${text}'`),
    fc.constant("'a\\'b'"),
  )
  const space = fc.constantFrom(' ', '')
  const args = fc.array(inside, { maxLength: 3 }).map((all) => all.join(', '))
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      name,
      fc.constantFrom('1', '1.10', '0x1F', '1u', '.5'),
      string,
      fc.tuple(fc.constantFrom('f', 'has', 'a.map', 'Order.exists', 'this.?x.orValue'), args).map(([f, all]) => `${f}(${all})`),
      fc
        .tuple(inside, fc.constantFrom(' == ', ' && ', ' || ', ' + ', '+', ' - ', ' * ', ' % ', ' / ', ' < ', ' in ', ' != '), inside)
        .map((all) => all.join('')),
      fc.tuple(inside, fc.constantFrom(' ? ', '?', ' ?'), inside, fc.constantFrom(' : ', ': ', ' :'), inside).map((all) => all.join('')),
      fc.tuple(fc.constantFrom('!', '-', '! ', '!!'), inside).map((all) => all.join('')),
      fc.tuple(space, inside).map(([blank, each]) => `(${blank}${each})`),
      args.map((all) => `[${all}]`),
      fc.tuple(fc.constantFrom('"a": ', 'a: ', "'b': ", '?a: '), inside).map((all) => `{${all.join('')}}`),
      fc.tuple(inside, inside).map(([one, two]) => `{a: ${one}, "b": ${two}}`),
      fc.tuple(inside, fc.constantFrom('.size()', '[0]', '.exists(x, x == "a")', '.b')).map((all) => all.join('')),
    ),
  }
})

/** Where an expression may stand, and how to find it again. */
const places: {
  readonly name: string
  readonly around: (expression: string) => string
  readonly find: (node: Node) => Node | undefined
}[] = [
  { name: 'after a key', around: (it) => `k: ${it}\nz: 1\n`, find: (node) => at(node, 'k') },
  { name: 'before a comment', around: (it) => `k: ${it}   # why\nz: 1\n`, find: (node) => at(node, 'k') },
  { name: 'on a line of its own', around: (it) => `k:\n  ${it}\nz: 1\n`, find: (node) => at(node, 'k') },
  { name: 'in a list', around: (it) => `k:\n  - ${it}\nz: 1\n`, find: (node) => first(at(node, 'k')) },
  { name: 'alone in braces', around: (it) => `k: { v: ${it} }\nz: 1\n`, find: (node) => at(at(node, 'k'), 'v') },
  { name: 'between others in braces', around: (it) => `k: { a: 1, v: ${it}, b: x }\nz: 1\n`, find: (node) => at(at(node, 'k'), 'v') },
  {
    name: 'in braces over lines',
    around: (it) => `k: {\n    a: 1, # one\n    v: ${it},\n    b: x }\nz: 1\n`,
    find: (node) => at(at(node, 'k'), 'v'),
  },
  { name: 'in brackets', around: (it) => `k: [${it}, x]\nz: 1\n`, find: (node) => first(at(node, 'k')) },
  { name: 'in a list in braces', around: (it) => `- { of: x, where: ${it} }\n- z: 1\n`, find: (node) => at(first(node), 'where') },
]

function at(node: Node | undefined, name: string): Node | undefined {
  return node?.kind === 'map' ? findEntryOf(node, name)?.value : undefined
}

function first(node: Node | undefined): Node | undefined {
  return node?.kind === 'list' ? node.items[0] : undefined
}

test('keeps or reports the text of an expression in every place', () => {
  const isLiteral = (text: string): boolean => /^(?:"[^"]*"|'[^']*')$/.test(text)
  fc.assert(
    fc.property(
      expression.filter((text) => !isLiteral(text) && !text.includes('!!null')),
      fc.constantFrom(...places),
      (text, place) => {
        const { node, diagnostics } = read(place.around(text))
        const foundNode = node === undefined ? undefined : place.find(node)
        const cut = foundNode === undefined ? undefined : findCut(foundNode, 'expression')
        const meant = cut?.scalar ?? foundNode
        assert.ok(meant?.kind === 'scalar', `nothing is read of it: ${meant?.kind}`)
        assert.equal(meant.text, text)
        for (const each of diagnostics) assert.equal(each.code, 'document/expression-cut')
        // A list or map in CEL's own form is one in YAML too, and each of its values may be cut.
        if (foundNode?.kind === 'scalar') assert.ok(diagnostics.length <= 1)
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 2000) },
  )
})

test('keeps or reports the characters of a text in every place', () => {
  const words = fc.constantFrom(
    'No',
    'such',
    'order',
    "it's",
    "dogs'",
    '#5',
    '# 5',
    'a: b',
    '(see',
    'b)',
    '${this.id}',
    '${a ? b : c}',
    '${f(a, "x")}',
    '100%',
    '- x',
    '*',
    '!',
    '?',
    '"x"',
    "'y'",
    '& co',
    'é',
    '[1]',
    '@',
    '`c`',
    'a,',
    ', b',
  )
  const prose = fc.array(words, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
  fc.assert(
    fc.property(prose, fc.constantFrom(...places.filter((place) => place.name !== 'before a comment')), (text, place) => {
      // Quotes around the whole are YAML's, a lone `*` or `!` says nothing, and a comma before a key begins an entry.
      fc.pre(
        !/^(?:"x"|'y')(?:$| #)|^\[1\]$|^[*!?&] ?#?|, (?:\S+ )*a: b|^,|,$|, [#?]/.test(text) &&
          !(place.name === 'in brackets' && text.includes(', ')),
      )
      const { node, diagnostics } = read(place.around(text))
      const foundNode = node === undefined ? undefined : place.find(node)
      const cut = foundNode === undefined ? undefined : findCut(foundNode, 'text')
      const meant = cut?.scalar ?? foundNode
      const nulls =
        node !== undefined && /"value":null/.test(JSON.stringify(node, (key, value: unknown) => (key === 'span' ? undefined : value)))
      const messageFor = cut !== undefined || diagnostics.length > 0 || nulls // a null leaf is an error where text is expected
      assert.ok(
        messageFor || (meant?.kind === 'scalar' && meant.text === text),
        `${JSON.stringify(meant?.kind === 'scalar' ? meant.text : meant?.kind)} is read of ${JSON.stringify(text)}`,
      )
    }),
    { numRuns: Number(process.env['RUNS'] ?? 2000) },
  )
})

test('does not include merged entries in a cut value', () => {
  const { node } = read('a: &a\n  y: 1\nb:\n  <<: *a\n')
  assert.equal(findCut(at(node, 'b')!, 'expression'), undefined)
})
