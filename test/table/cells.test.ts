// The notation of cells: the YAML of each, and texts that are not valid in a cell.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { convertNodeToJson } from '../../src/model/scalars.ts'
import { tableKinds } from '../../src/table/kinds.ts'
import { readWithTables } from '../../src/table/bind.ts'
import { conventions } from '../conventions.ts'

const parts = {
  2: 'Resources',
  3: 'States',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
} as const

/** The content of a part's text, and the diagnostics about it. */
function readPart(part: keyof typeof parts, text: string): { readonly json: unknown; readonly problems: readonly string[] } {
  const { document, diagnostics } = readWithTables([{ name: 'service.md', text: `## ${part}. ${parts[part]}\n\n${text}\n` }])
  const name = parts[part].toLowerCase() as Lowercase<(typeof parts)[typeof part]>
  return {
    json: JSON.parse(JSON.stringify(convertNodeToJson(document.parts[name].node))),
    problems: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  }
}

function field(type: string, more = ''): unknown {
  const { json, problems } = readPart(2, `### T\n\n| field | type | rules |\n| --- | --- | --- |\n| f | ${type} | ${more} |`)
  assert.deepEqual(problems, [])
  return (json as { T: { properties: { f: unknown } } }).T.properties.f
}

const types: { readonly [cell: string]: object } = {
  text: { type: 'string' },
  'text 1..100': { type: 'string', minLength: 1, maxLength: 100 },
  'text max 200': { type: 'string', maxLength: 200 },
  'text 2 to 3 like `^(A\\|B)$`': { type: 'string', minLength: 2, maxLength: 3, pattern: '^(A|B)$' },
  'email ..254 or null': { type: ['string', 'null'], format: 'email', maxLength: 254 },
  'date-time': { type: 'string', format: 'date-time' },
  'whole number 0..9': { type: 'integer', minimum: 0, maximum: 9 },
  'whole number, one of 1, 2': { type: 'integer', enum: [1, 2] },
  'number -1.5..': { type: 'number', minimum: -1.5 },
  'decimal 0.01, 0..100': { type: 'number', format: 'decimal', multipleOf: 0.01, minimum: 0, maximum: 100 },
  'decimal 0.5 or null': { type: ['number', 'null'], format: 'decimal', multipleOf: 0.5 },
  'yes/no': { type: 'boolean' },
  'one of red, dark blue, `required`': { type: 'string', enum: ['red', 'dark blue', 'required'] },
  'one of NO, 007 or null': { type: ['string', 'null'], enum: ['NO', '007', null] },
  'list 1..10 of text ..20': { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string', maxLength: 20 } },
  'list of → Order': { type: 'array', items: { $ref: 'Order' } },
  '-> Order, set-null': { $ref: 'Order', onDelete: 'set-null' },
  '← Payment.order': { inverse: 'Payment.order' },
  'shape address': { $ref: 'address' },
  Address: { $ref: 'Address' },
}

for (const [cell, schema] of Object.entries(types)) test(`the type \`${cell}\``, () => assert.deepEqual(field(cell), schema))

const rules: { readonly [cell: string]: object } = {
  'ignoring case, write-only': { fold: true, writeOnly: true },
  'never changes, secret, sensitive': { immutable: true, secret: 'argon2id', sensitive: true },
  'generated sequence': { generate: 'sequence' },
  'computed `this.a + this.b` and stored': { compute: 'this.a + this.b', stored: true },
  'normalized `value.trim()`, was title, default NO': { normalize: 'value.trim()', $renamedFrom: 'title', default: 'NO' },
}

for (const [cell, keywords] of Object.entries(rules))
  test(`the rules \`${cell}\``, () => assert.deepEqual(field('text', cell), { type: 'string', ...keywords }))

test('merges access rules of a resource with those of its fields', () => {
  const { json, problems } = readPart(
    2,
    `### T

| field | type | must | rules |
| --- | --- | --- | --- |
| shop | text | yes | key |
| number | whole number | no | key, unique with shop and day |
| day | date | | required, unique |`,
  )
  assert.deepEqual(problems, [])
  const { T } = json as { T: { properties: unknown } }
  assert.deepEqual(
    { ...T, properties: undefined },
    { properties: undefined, key: ['shop', 'number'], required: ['shop', 'day'], unique: [['number', 'shop', 'day'], 'day'] },
  )
})

test('reads values by the type of their field', () => {
  const { json, problems } = readPart(
    2,
    `### T

| field | type | default |
| --- | --- | --- |
| code | text | 007 |
| country | one of NO, SE | NO |
| count | whole number | 7 |
| tags | list of text | a, b |
| gone | text or null | null |

### T (records)

| code | country | count | tags | gone | flag |
| --- | --- | --- | --- | --- | --- |
| no | NO | 1 | x | null | |
| \`-\` | SE | 2 | x, y | a \\| b | |`,
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(json, {
    T: {
      properties: {
        code: { type: 'string', default: '007' },
        country: { type: 'string', enum: ['NO', 'SE'], default: 'NO' },
        count: { type: 'integer', default: 7 },
        tags: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
        gone: { type: ['string', 'null'], default: null },
      },
    },
    records: {
      T: [
        { code: 'no', country: 'NO', count: 1, tags: ['x'], gone: null },
        { code: '-', country: 'SE', count: 2, tags: ['x', 'y'], gone: 'a | b' },
      ],
    },
  })
})

test('rows with the same cause are candidates, in order', () => {
  const { json, problems } = readPart(
    3,
    `### T.s

| from | on | if | to |
| --- | --- | --- | --- |
| (new) | | | a |
| a | go | high: \`this.n > 9\` | b |
| a | (always) | \`\` | (stays) |
| a | go | | c |
| b | every 15 minutes | | (stays) |
| b, c | | | (waits) |`.replace('| a | (always) | `` | (stays) |\n', ''),
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(json, {
    'T.s': {
      initial: 'a',
      states: { a: { on: { go: [{ target: 'b', guard: { high: 'this.n > 9' } }, { target: 'c' }] } }, b: { every: { PT15M: {} } }, c: {} },
    },
  })
})

test('`or` and `and` join expressions, with parentheses where needed', () => {
  const rule = (cell: string): unknown =>
    (readPart(5, `| resource | read |\n| --- | --- |\n| T | ${cell} |`).json as { rules: { T: { read: unknown } } }).rules.T.read
  assert.equal(rule('`a` or `b && c`'), 'a || b && c')
  assert.equal(rule('`a \\|\\| b` and `c`'), '(a || b) && c')
  assert.equal(rule('every caller'), 'caller != null')
  assert.equal(rule('nobody'), 'false')
})

test('rules name roles without backticks', () => {
  const rule = (cell: string): { readonly json: unknown; readonly problems: readonly string[] } =>
    readPart(
      5,
      `| resource | read |\n| --- | --- |\n| T | ${cell} |\n\n| role | means |\n| --- | --- |\n| manager | \`caller.manager\` |\n| clerk | \`caller.clerk\` |`,
    )
  const read = (cell: string): unknown => (rule(cell).json as { rules: { T: { read: unknown } } }).rules.T.read
  assert.equal(read('manager'), 'manager')
  assert.equal(read('manager or `this.own`'), 'manager || this.own')
  assert.equal(read('clerk and `this.a ? x : y` and manager'), 'clerk && (this.a ? x : y) && manager')
  assert.deepEqual(rule('boss or `this.own`').problems, ['document/invalid-cell: `boss` is not understood here (row `T`, column `read`)'])
})

test('reads `not shown` in a cell as a gap', () => {
  const { json, problems } = readPart(
    4,
    '| endpoint | does | answers | status |\n| --- | --- | --- | --- |\n| GET /a | answer | not shown | 200 |\n| GET /b | not shown | | |',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(json, { 'GET /a': { answer: {}, output: 'not shown', status: 200 }, 'GET /b': 'not shown' })
})

test('ignores tables in a quotation or outside the parts', () => {
  assert.deepEqual(readPart(7, '> | error | when | status |\n> | --- | --- | --- |\n> | a | b | c |'), { json: {}, problems: [] })
})

test('merges tables and blocks of a part, and reports values that differ', () => {
  const { json, problems } = readPart(
    8,
    '| key | value |\n| --- | --- |\n| timeout | 5 seconds |\n| sizes.body | 16KiB |\n\n```yaml\nsizes: { depth: 8 }\ntimeout: PT6S\n```',
  )
  assert.deepEqual(json, { timeout: 'PT5S', sizes: { body: '16KiB', depth: 8 } })
  assert.deepEqual(problems, ['document/duplicate-value: `timeout` has two values: `PT5S` and `PT6S`'])
})

test('reports a later mistake at its cell', () => {
  const text =
    '## 2. Resources\n\n### T\n\n| field | type | rules |\n| --- | --- | --- |\n| id | uuid | key, generated uuidv7 |\n| other | → Thing, restrict | |\n'
  const [found] = compile([{ name: 'service.md', text }], conventions()).errors
  assert.equal(found?.code, 'resources/unknown-reference')
  const { source, start, end } = found.primary.span
  assert.equal(source.text.slice(start, end), 'Thing')
})

test('no header fits two kinds of tables in one part', () => {
  for (const one of tableKinds) {
    for (const other of tableKinds) {
      if (one === other || one.part !== other.part || one.acceptsSubject !== undefined || other.acceptsSubject !== undefined) continue
      const needed = one.columns.flatMap(({ names: [name], isNeeded }) => (isNeeded === true ? [name] : []))
      const takes = other.columns.flatMap(({ names }) => names as readonly string[])
      const needs = other.columns.flatMap(({ names, isNeeded }) => (isNeeded === true ? [names as readonly string[]] : []))
      const fits = needed.every((name) => takes.includes(name)) && needs.every((names) => names.some((name) => needed.includes(name)))
      assert.ok(!fits, `${one.name} and ${other.name}`)
    }
  }
})

const orders = '| endpoint | does |\n| --- | --- |\n| GET /orders | list Order |\n\n'

const pages: { readonly [cell: string]: object } = {
  'cursor 20, max 100': { style: 'cursor', size: 20, max: 100 },
  'offset 20': { style: 'offset', size: 20 },
  'offset `input.query.skip`, 20': { style: 'offset', size: 20, offset: 'input.query.skip' },
}

for (const [cell, page] of Object.entries(pages)) {
  test(`the page \`${cell}\``, () => {
    const table = `${orders}| list | order | page |\n| --- | --- | --- |\n| GET /orders | id | ${cell} |`
    assert.deepEqual(readPart(4, table), { json: { 'GET /orders': { list: 'Order', order: ['id'], page } }, problems: [] })
  })
}

test('an expression alone is no page by offset', () => {
  const { problems } = readPart(4, `${orders}| list | page |\n| --- | --- |\n| GET /orders | offset \`input.query.skip\` |`)
  assert.equal(problems.length, 1)
})
