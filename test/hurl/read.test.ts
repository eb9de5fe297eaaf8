// Reads Hurl files: a tree, or diagnostics with their places.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSource, type Span, textOf } from '../../src/base/text.ts'
import { render } from '../../src/diagnostic/render.ts'
import { readDocument } from '../../src/document/read.ts'
import { parseHurl } from '../../src/hurl/read/parse.ts'
import { readScenario, readScenarios } from '../../src/hurl/scenario.ts'
import { golden } from '../golden.ts'
import { outline } from './outline.ts'

const folder = new URL('read/', import.meta.url)
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

for (const name of readdirSync(folder).filter((each) => each.endsWith('.hurl'))) {
  test(`${name} reads as its golden text`, () => {
    const { file, diagnostics } = parseHurl(createSource(name, text(name)))
    const shown =
      diagnostics.length > 0
        ? diagnostics.map((each) => render(each, { colour: false, width: 100 })).join('\n\n')
        : outline(file).trimStart()
    golden(new URL(name.replace('.hurl', '.golden.txt'), folder), shown)
  })
}

test('line ends of Windows and a byte order mark change nothing', () => {
  const read = parseHurl(createSource('a.hurl', `\uFEFF${text('everything.hurl').replaceAll('\n', '\r\n')}`))
  assert.deepEqual(read.diagnostics, [])
  assert.equal(read.file.entries.length, 9)
  assert.deepEqual(read.file.entries[0]?.request.method.name, 'POST')
  assert.deepEqual(read.file.entries[0]?.directives.advance?.ms, 86_400_000)
})

test('a published suite of Hurl files reads without a problem', (context) => {
  const suite = new URL(
    'realworld/hurl/',
    process.env['NINEFOLD_SUITES']
      ? new URL(`file://${process.env['NINEFOLD_SUITES']}/`)
      : new URL('../../../shared/suites/', import.meta.url),
  )
  if (!existsSync(suite)) return context.skip('the folder of public suites is not there (NINEFOLD_SUITES)')
  const files = readdirSync(suite).filter((each) => each.endsWith('.hurl'))
  const read = files.map((name) => readScenario(createSource(name, readFileSync(new URL(name, suite), 'utf8')), ['uid']))
  assert.deepEqual(
    read.flatMap((each) => each.diagnostics),
    [],
  )
  assert.ok(read.every((each) => each.entries.length > 0))
})

test('fences under one heading are one scenario, whose places lie in the document', () => {
  const { document } = readDocument([{ name: 'shop.md', text: text('shop.md') }])
  const scenarios = readScenarios(document.scenarios)
  assert.deepEqual(
    scenarios.map((each) => [each.title, each.entries.map(({ request }) => textOf(request.span))]),
    [
      ['Buying', ['GET {{url}}/a', 'GET {{url}}/b']],
      ['4. Endpoints', ['GET {{url}}/{{c}}']],
    ],
  )
  golden(
    new URL('shop.golden.txt', folder),
    scenarios
      .flatMap((each) => each.diagnostics)
      .map((each) => render(each, { colour: false, width: 100 }))
      .join('\n\n'),
  )
})

test('defines a variable from its capture or option on', () => {
  const read = (hurl: string, given: string[] = []) =>
    readScenario(createSource('a.hurl', hurl), given).diagnostics.map((each) => each.message)
  assert.deepEqual(read('GET {{url}}\nHTTP 200\n[Captures]\nid: body\n[Asserts]\nbody == "{{id}}"\n\nGET {{host}}/{{id}}'), [])
  assert.deepEqual(read('GET {{url}}/{{x}}\n[Options]\nvariable: x=1\n'), [])
  assert.deepEqual(read('GET {{url}}/{{uid}}', ['uid']), [])
  assert.deepEqual(read('GET {{url}}/{{id}}/{{id}}\nHTTP 200\n[Captures]\nid: body'), ['`id` is not a variable'])
  const names = (hurl: string): string[] => read(hurl).map((message) => message.split('`')[1]!)
  assert.deepEqual(
    names(
      'GET {{url}}\nHTTP 200\n[Asserts]\nbody replace "a" "{{a}}" nth {{b}} == {{c}}\nbody == `{{d}}`\nbody == ```\n{{e}}\n```\nheader "{{f}}" exists\nbody == file,{{g}};',
    ),
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  )
  assert.deepEqual(
    names(
      'GET {{url}}\n{{k}}: {{l}}\n[Query]\n{{a}}: {{b}}\n[Multipart]\n{{c}}: file,{{d}};\n[BasicAuth]\n{{e}}: {{f}}\n[Cookies]\na: {{g}}\n[Options]\nuser: {{h}}\nskip: {{i}}\nrepeat: {{j}}\nvariable: z={{z}}\n',
    ),
    ['k', 'l', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'z'],
  )
  assert.deepEqual(
    names('GET {{url}}\n```graphql\n{{a}}\nvariables { "b": {{b}} }\n```\nHTTP 200\n{{c}}: {{d}}\n{ "e": "{{e replace "x" "{{f}}"}}" }\n'),
    ['a', 'b', 'c', 'd', 'e', 'f'],
  )
})

test('paths and patterns that are written out are judged before anything runs', () => {
  const read = readScenario(
    createSource(
      'literals.hurl',
      String.raw`GET {{url}}
HTTP 200
[Captures]
a: jsonpath "$.a["
b: regex /a.*/
c: jsonpath "$.c" regex "(?=a)(b)"
[Asserts]
jsonpath "$.\"x" exists
jsonpath "$.a" jsonpath "a" exists
jsonpath "$.{{url}}[" exists
body matches /(?<!a)b/
body matches "(a"
body matches "a{{url}}("
body replaceRegex /a/ "b" == "c"
regex /(?P<name>a)/ == "a"
`,
    ),
  )
  golden(new URL('literals.golden.txt', folder), read.diagnostics.map((each) => render(each, { colour: false, width: 100 })).join('\n\n'))
})

test('any text is read, and every place lies in it', () => {
  const piece = fc.constantFrom(
    'GET ',
    '{{url}}',
    '\n',
    ' ',
    'HTTP 200\n',
    '[Asserts]\n',
    '[Captures]\n',
    '[Form]\n',
    'a: b',
    'jsonpath "$.a" ',
    '== 1',
    '"',
    '`',
    '```',
    '{',
    '}',
    '[',
    ']',
    '{{',
    '}}',
    '\\',
    '#',
    '# as: x\n',
    '# receive: y\n',
    'base64,',
    'hex,',
    'file,',
    ';',
    '<a>',
    '</a>',
    '<',
    '/',
    'not ',
    'count ',
    'x',
    '\r\n',
    '\u0000',
    '\ud800',
    '😀',
    ',',
    ':',
    'variables ',
    'graphql\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const whole = createSource('any.hurl', pieces.join(''))
      const { file, diagnostics } = parseHurl(whole)
      const inside = (span: Span): boolean =>
        span.source === whole && 0 <= span.start && span.start <= span.end && span.end <= whole.text.length
      const places = [...diagnostics.flatMap((each) => [each.primary, ...each.others].map((label) => label.span)), ...spansIn(file)]
      for (const span of places) assert.ok(inside(span), `${span.start}–${span.end} of ${whole.text.length}`)
    }),
    { numRuns: 1000 },
  )
})

function spansIn(value: unknown): Span[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  if ('source' in value && 'start' in value) return [value as Span]
  return Object.values(value).flatMap(spansIn)
}

test('a long text is read in a time that grows with its length', () => {
  const long = 'a'.repeat(200_000)
  const started = performance.now()
  for (const body of [
    `{ "a": "${long}" }`,
    `\`${long}\``,
    `\`\`\`\n${long}\n\`\`\``,
    `<a>${long}</a>`,
    `${'['.repeat(200_000)}`,
    `<a ${'b="c" '.repeat(30_000)}`,
    `<${long}`,
    `<a ${'b '.repeat(100_000)}`,
    '[A]\n'.repeat(20_000),
    '`{\\'.repeat(50_000),
  ]) {
    parseHurl(
      createSource(
        'long.hurl',
        `POST {{url}}/${long}\nX: ${long}\n${body}\nHTTP 200\n[Asserts]\nbody == "${long}"\nbody matches /${long}/\n`,
      ),
    )
  }
  assert.ok(performance.now() - started < 10_000)
})
