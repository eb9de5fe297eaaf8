// The official JSON Schema Test Suite: draft 2020-12 as it stands in `official/`, and of a whole checkout the older drafts too:
//   git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite
//   JSON_SCHEMA_TEST_SUITE=JSON-Schema-Test-Suite npm run unit
// The numbers are those of commit 44401e0c; docs/reference/schemas.md shows them.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Json, createJsonObject, parseJsonText } from '../../src/base/json.ts'
import { conforms } from '../../src/schema/conforms.ts'
import { findBrokenParts, findSchemaProblems } from '../../src/schema/problems.ts'
import { readSchema } from '../../src/schema/read.ts'
import { compileSchema, standardPolicy } from '../../src/schema/validate.ts'

const checkout = process.env['JSON_SCHEMA_TEST_SUITE'] ?? join(import.meta.dirname, 'official')

type Group = {
  readonly description: string
  readonly schema: Json
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[]
}

/** Groups of a file. Some files hold U+0000, which is no text of ours: JSON.parse reads them. */
function groups(file: string): readonly Group[] {
  const text = readFileSync(join(checkout, 'tests', file), 'utf8')
  const read = parseJsonText(text, { depth: 1000 })
  return ('value' in read ? read.value : JSON.parse(text)) as unknown as readonly Group[]
}

function files(folder: string): string[] {
  return readdirSync(join(checkout, 'tests', folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`)
}

type Count = { total: number; passed: number; leftOut: Map<string, number>; different: string[] }

function count(): Count {
  return { total: 0, passed: 0, leftOut: new Map(), different: [] }
}

function leaveOut(counted: Count, reason: string): void {
  counted.leftOut.set(reason, (counted.leftOut.get(reason) ?? 0) + 1)
}

function dialect(counted: Count, { description, schema, tests }: Group, file: string): void {
  const { schema: read, problems } = readSchema(schema)
  const first = [
    ...problems,
    ...findBrokenParts(read, new Map()),
    ...findSchemaProblems(read).filter(({ kind }) => kind === 'unknown-format'),
  ][0]
  for (const each of tests) {
    counted.total++
    if (first !== undefined) leaveOut(counted, first.kind === 'unsupported-keyword' ? first.message.split(' ')[0]! : first.kind)
    else if (compileSchema(read, standardPolicy).accepts(each.data) === each.valid) counted.passed++
    else counted.different.push(`${file}: ${description}: ${each.description}`)
  }
}

test('passes every test of the official suite for the dialect, and counts the others', () => {
  const counted = count()
  for (const file of files('draft2020-12')) for (const group of groups(file)) dialect(counted, group, file)
  // Formats are asserted: what that file asks for is that they are not.
  const asserted = counted.different.filter((each) => each.startsWith('draft2020-12/format.json'))
  assert.deepEqual(
    counted.different.filter((each) => !asserted.includes(each)),
    [],
  )
  assert.deepEqual(
    { total: counted.total, passed: counted.passed, asserted: asserted.length, leftOut: Object.fromEntries(counted.leftOut) },
    {
      total: 1299,
      passed: 901,
      asserted: 13,
      leftOut: {
        '`unevaluatedProperties`': 130,
        '`unevaluatedItems`': 69,
        '`$id`': 110,
        '`$anchor`': 2,
        '`$dynamicRef`': 2,
        'unknown-reference': 24,
        'unknown-format': 42,
        form: 6,
      },
    },
  )
})

test('differs from the official suite only in the listed formats', () => {
  const counted = count()
  for (const file of files('draft2020-12/optional/format')) for (const group of groups(file)) dialect(counted, group, file)
  const byFile = Map.groupBy(counted.different, (each) => each.split(':')[0]!.split('/').at(-1)!)
  assert.deepEqual(Object.fromEntries([...byFile].map(([file, each]) => [file, each.length])), {
    'date-time.json': 2,
    'duration.json': 12,
    'ecmascript-regex.json': 2,
    'hostname.json': 23,
    'time.json': 6,
  })
  assert.deepEqual(
    { total: counted.total, passed: counted.passed, leftOut: Object.fromEntries(counted.leftOut) },
    {
      total: 764,
      passed: 504,
      leftOut: { 'unknown-format': 215 },
    },
  )
})

const drafts = [
  { draft: 'draft4', address: 'http://json-schema.org/draft-04/schema#', total: 618, right: 589 },
  { draft: 'draft6', address: 'http://json-schema.org/draft-06/schema#', total: 839, right: 798 },
  { draft: 'draft7', address: 'http://json-schema.org/draft-07/schema#', total: 927, right: 878 },
  { draft: 'draft2019-09', address: 'https://json-schema.org/draft/2019-09/schema', total: 1259, right: 969 },
  { draft: 'draft2020-12', address: 'https://json-schema.org/draft/2020-12/schema', total: 1299, right: 990 },
]

for (const { draft, address, total, right } of drafts) {
  test(
    `reads the ${draft} schemas of the whole suite`,
    { skip: existsSync(join(checkout, 'tests', draft)) ? false : 'no checkout of the whole suite at JSON_SCHEMA_TEST_SUITE' },
    () => {
      const counted = count()
      for (const file of files(draft)) for (const group of groups(file)) data(counted, group, file, address)
      assert.deepEqual(counted.different, [])
      assert.deepEqual([counted.passed, counted.total], [right, total])
    },
  )
}

function data(counted: Count, { description, schema, tests }: Group, file: string, address: string): void {
  const named =
    typeof schema === 'object' && schema !== null && !('$schema' in schema)
      ? createJsonObject([['$schema', address], ...Object.entries(schema)])
      : schema
  for (const each of tests) {
    counted.total++
    const answer = conforms(each.data, named)
    if (typeof answer === 'object') leaveOut(counted, answer.problem)
    else if (answer === each.valid) counted.passed++
    else counted.different.push(`${file}: ${description}: ${each.description}`)
  }
}
