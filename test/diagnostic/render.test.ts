// Diagnostics as a terminal shows them, case by case; the golden file is for people.

import assert from 'node:assert/strict'
import { stripVTControlCharacters } from 'node:util'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSource, createSpan } from '../../src/base/text.ts'
import { countColumns } from '../../src/diagnostic/columns.ts'
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts'
import { toJson } from '../../src/diagnostic/json.ts'
import { render, renderAll, renderReport } from '../../src/diagnostic/render.ts'
import { golden } from '../golden.ts'
import { problem } from './marked.ts'

const plain = { colour: false, width: 100 }
const lines = (count: number): string => '\n'.repeat(count - 1)

const situations: readonly [string, Diagnostic][] = [
  [
    'two labels with lines left out between them',
    problem(
      [
        [
          'expense.md',
          `${lines(34)}- ⟦first declared here:GET    /expenses/{id}⟧\n\n- ⟦*same method and path, so this one can never be reached:GET    /expenses/{expense_id}⟧\n`,
        ],
      ],
      {
        code: 'endpoints/duplicate-route',
        message: 'two endpoints answer `GET /expenses/{}`',
        reason: "A parameter's name does not take part in matching: `/expenses/7` fits both.",
        help: 'remove one of them, or give the second a different path.',
      },
    ),
  ],
  [
    'a gap with help to paste, and the indentation that all lines share left out',
    problem(
      [
        [
          'expense.md',
          `${lines(34)}  ⟦*can end in \`not-found\`:GET /expenses/{id}:⟧\n${lines(20)}  ⟦covers \`guard\`:guard-failed⟧: { on: guard, status: 409 }\n`,
        ],
      ],
      {
        severity: 'gap',
        code: 'errors/uncovered-outcome',
        message: '`GET /expenses/{id}` can find nothing, and part 7 has no error for it',
        reason: 'Part 7 must answer for every way an endpoint can end. `POST /expenses/{id}/approve` has the same gap.',
        help: 'add an entry to part 7, for example\n\nnot-found:\n  on: not-found\n\n  status: 404',
      },
    ),
  ],
  [
    'places in another file',
    problem([
      ['orders.md', `# Orders\n\nplace:\n  then: ⟦*no such transition:Stock.take⟧\n`],
      ['stock.md', `${lines(120)}  Stock:\n    on: { ⟦the nearest is this:takes⟧: {} }\n`],
    ]),
  ],
  ['several labels on one line', problem([['a.yaml', 'x: { ⟦first:a⟧: 1, ⟦*second:b⟧: 2, ⟦third:cc⟧: 3 }\n']])],
  ['a label within another', problem([['a.yaml', 'guard: ⟦of this expression:size(⟦*this is text:this.name⟧) > "a"⟧\n']])],
  ['a place without a text', problem([['a.yaml', 'a: ⟦*:1⟧\n']])],
  ['a place of no characters at the end of a line', problem([['a.yaml', 'status:⟦*a value is missing:⟧\nnext: 1\n']])],
  ['an empty document', problem([['empty.md', '⟦*nothing is shown:⟧']])],
  ['a label that takes the line end with it', problem([['a.yaml', '⟦*this line:a: 1\r\n⟧b: 2\r\n']])],
  ['tabs before and inside', problem([['tabs.md', 'a\n\tname:\t⟦*this value:value⟧\tnext\n']])],
  [
    'wide characters, emoji and combining marks before the label',
    problem([['wide.yaml', 'title: { 注文: 数量, 👩‍👩‍👧: 🇳🇴, é: ⟦*here:日本⟧ }\n']]),
  ],
  ['a label of three lines', problem([['a.yaml', 'x:\n  ⟦*none of these is reached:a: 1\n  b: 2\n  c: 3⟧\nd: 4\n']])],
  ['a long label that begins inside a line', problem([['a.yaml', `x: ⟦*this map:{ a: 1,\n${'  b: 2,\n'.repeat(9)}  c: 3 }⟧\nd: 4\n`]])],
  [
    'labels of several lines within each other, and one inside',
    problem([
      ['a.yaml', `⟦the whole part:states:\n  ⟦*never entered:draft:\n    on:\n      ⟦the only way out:place⟧: {}⟧\n  placed: {}⟧\n`],
    ]),
  ],
  [
    'a long line is shown around its label',
    problem([['long.yaml', `a: '${'long '.repeat(60)}⟦*this word:word⟧ ${'more '.repeat(60)}'\n`]]),
  ],
  ['a label longer than the width', problem([['long.yaml', `a: ⟦*all of it:'${'long '.repeat(60)}'⟧\n`]])],
  [
    'a text too long for its line goes on below itself',
    problem([['a.yaml', `summary: ⟦*${'the reason is told at length, '.repeat(6)}and ends:text⟧\n`]]),
  ],
  [
    'a text at the right edge goes below its mark',
    problem([['a.yaml', `${'key: '.repeat(17)}⟦*a text that has no room beside its mark:value⟧\n`]]),
  ],
  [
    'control characters and overrides of direction are shown, not obeyed',
    problem([['a\u001b[2J.md', 'name: \u001b[31mred\u202E⟦*a\u0007b:here⟧\n']], {
      message: '`\u001b[31mred` is not a name',
      severity: 'warning',
    }),
  ],
]

test('every situation reads as its golden text', () => {
  golden(
    new URL('render.golden.txt', import.meta.url),
    situations.map(([title, each]) => `## ${title}\n\n${render(each, plain)}\n`).join('\n'),
  )
})

test('a narrow terminal clips lines and wraps prose', () => {
  golden(
    new URL('narrow.golden.txt', import.meta.url),
    situations.map(([title, each]) => `## ${title}\n\n${render(each, { colour: false, width: 48 })}\n`).join('\n'),
  )
})

test('colour adds escapes and changes no character', () => {
  for (const [title, each] of situations) {
    const coloured = render(each, { colour: true, width: 100 })
    assert.notEqual(coloured, render(each, plain), title)
    assert.equal(stripVTControlCharacters(coloured), render(each, plain), title)
  }
})

test('several diagnostics have an empty line between them', () => {
  const each = problem([['a.yaml', '⟦*here:a⟧\n']])
  assert.equal(renderAll([each, each], plain), `${render(each, plain)}\n\n${render(each, plain)}`)
})

test('a report lists more than five warnings of one code in a line each, and shows all others whole', () => {
  const warning = (name: string, severity: Diagnostic['severity'] = 'warning'): Diagnostic => ({
    ...problem([[name, '⟦*here:a⟧\n']]),
    severity,
  })
  const [whole, further] = [[1, 2, 3, 4, 5].map((number) => warning(`${number}.yaml`)), [6, 7].map((number) => warning(`${number}.yaml`))]
  const gaps = [8, 9, 10, 11, 12, 13].map((number) => warning(`${number}.yaml`, 'gap'))
  const { code, message } = further[0]!
  assert.equal(
    renderReport([...whole, ...further, ...gaps], plain),
    `${renderAll([...whole, ...gaps], plain)}\n\nwarning[${code}]: 2 more\n  6.yaml:1:1: ${message}\n  7.yaml:1:1: ${message}`,
  )
})

test('the JSON form holds every place with its end', () => {
  const each = problem(
    [
      ['a.yaml', 'a: ⟦*here:b\nc⟧\n'],
      ['b.yaml', '⟦there:d⟧\n'],
    ],
    { help: 'Say so.' },
  )
  assert.deepEqual(toJson(each), {
    code: 'part/kebab-name',
    severity: 'error',
    message: '`thing` is wrong',
    file: 'a.yaml',
    line: 1,
    column: 4,
    endLine: 2,
    endColumn: 2,
    label: 'here',
    others: [{ file: 'b.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, text: 'there' }],
    reason: null,
    help: 'Say so.',
  })
})

test('any labels in any text are rendered, no source line is wider than the terminal, and each primary place has its mark', () => {
  const place = fc.tuple(fc.nat(80), fc.nat(40))
  const piece = fc.constantFrom('a', 'b ', ' ', '\t', '\n', '\r\n', '字', '👩‍👧', 'e\u0301', '\u001b', '\ud800')
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      place,
      fc.array(place, { maxLength: 4 }),
      fc.integer({ min: 40, max: 90 }),
      (pieces, first, more, width) => {
        const text = createSource('any.md', pieces.join(''))
        const label = ([start, length]: [number, number]) => ({ span: createSpan(text, start, start + length), text: 'said' })
        const shown = render(
          { code: 'a/b', severity: 'error', message: 'any', primary: label(first), others: more.map(label) },
          { colour: false, width },
        )
        const rows = shown.split('\n').slice(3)
        assert.ok(
          rows.some((row) => row.includes('^')),
          shown,
        )
        for (const row of rows) if (/^ *\d+ │/.test(row)) assert.ok(countColumns(row) <= width, `${countColumns(row)} > ${width}: ${row}`)
      },
    ),
  )
})

test('a label in a line of a megabyte is shown with what is near it', () => {
  const text = createSource('one.yaml', `[${'word, '.repeat(100_000)}here, ${'word, '.repeat(100_000)}]`)
  const primary = { span: createSpan(text, text.text.indexOf('here'), text.text.indexOf('here') + 4), text: 'this' }
  const shown = render({ code: 'a/b', severity: 'error', message: 'any', primary, others: [] }, plain).split('\n')
  assert.match(shown[3]!, /^1 │ …(?:o?r?d?, )?(?:word, )+here, (?:word, )+w?o?r?d?…$/)
  assert.equal(shown[4]!.indexOf('^^^^'), shown[3]!.indexOf('here'))
})
