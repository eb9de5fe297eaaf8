// The JSON Schema of the language: editors report the same mistakes as the model reader.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { builtIn } from '../../src/convention/built-in.ts'
import { partNames } from '../../src/document/document.ts'
import { readDocument } from '../../src/document/read.ts'
import { makeLanguageSchema } from '../../src/model/language-schema.ts'
import { convertNodeToJson } from '../../src/model/scalars.ts'
import { schemaText } from '../../scripts/schema.ts'
import { conventions } from '../conventions.ts'
import { golden } from '../golden.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const validate = ajv.compile(makeLanguageSchema())

/** The places of a YAML document that do not fit, deepest first. */
function misfits(yaml: string): string[] {
  const { document } = readDocument([{ name: 'service.yaml', text: yaml }])
  return misfitsOf(document)
}

function misfitsOf(document: ReturnType<typeof readDocument>['document']): string[] {
  const parts = partNames.map((name) => [
    name,
    document.parts[name].state === 'shown' ? convertNodeToJson(document.parts[name].node) : document.parts[name].state,
  ])
  validate({ ...(convertNodeToJson(document.front) as object), ...Object.fromEntries(parts) })
  const deepest = Math.max(0, ...(validate.errors ?? []).map(({ instancePath }) => instancePath.length))
  return [
    ...new Set(
      (validate.errors ?? [])
        .filter(({ instancePath }) => instancePath.length === deepest)
        .map(({ instancePath, params }) => [instancePath, params['additionalProperty']].filter((each) => each !== undefined).join(' ')),
    ),
  ]
}

test('the schema for editors is generated from the language', () => {
  golden(new URL('../../schema/ninefold.schema.json', import.meta.url), schemaText())
})

test('the example is valid under the schema for editors', () => {
  const { document } = readDocument([
    { name: 'orders.md', text: readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8') },
  ])
  assert.deepEqual(misfitsOf(document), [])
})

test('conventions are valid under the schema for editors', () => {
  for (const name of builtIn) {
    const { document } = readDocument([{ name, text: conventions().convention(name)! }], name)
    assert.deepEqual([name, ...misfitsOf(document)], [name])
  }
})

test('the schema allows not shown and none where the language does', () => {
  assert.deepEqual(
    misfits(
      'resources: not shown\nevents: none\nendpoints:\n  GET /a: not shown\n  GET /b: { list: not shown, page: none, status: not shown, output: { a: not shown } }\nstates:\n  Order.status: { initial: not shown, states: { draft: not shown } }\n',
    ),
    [],
  )
})

const wrong: readonly (readonly [what: string, yaml: string, place: string])[] = [
  ['a key that nothing reads', 'endpoints:\n  GET /a: { sumary: x }\n', '/endpoints/GET ~1a sumary'],
  ['a word that is none of the words', 'endpoints:\n  GET /a: { conditional: maybe }\n', '/endpoints/GET ~1a/conditional'],
  ['a key of a later edition', 'endpoints:\n  GET /a: { patch: x }\n', '/endpoints/GET ~1a patch'],
  ['an endpoint without a method', 'endpoints:\n  /a: { list: Order }\n', '/endpoints /a'],
  [
    'a schema keyword that is misspelt',
    'resources:\n  Order: { properties: { note: { maxlength: 3 } } }\n',
    '/resources/Order/properties/note maxlength',
  ],
  ['a list where a map is expected', 'limits: { rates: [] }\n', '/limits/rates'],
  ['a part that there is not', 'endpoint: {}\n', ''],
  ['a size of nothing', 'endpoints:\n  GET /a: { page: { max: 0 } }\n', '/endpoints/GET ~1a/page/max'],
]

for (const [what, yaml, place] of wrong) {
  test(`the schema refuses ${what}`, () => {
    const { document, diagnostics } = readDocument([{ name: 'service.yaml', text: yaml }])
    if (diagnostics.length > 0) return assert.equal(diagnostics[0]!.code, 'document/unknown-key')
    assert.ok(misfitsOf(document).includes(place), misfitsOf(document).join())
    return undefined
  })
}

test('the schema accepts each rule of the front matter', () => {
  const front =
    'ninefold: 1\nuse: [http@1, { crud@1: { resources: [Order] } }]\neach: [ { of: operation as o, fill: { status: 200 } } ]\nexpect: { a: { of: resource as r, that: r.name != "" } }\nwaive: { a at Order: it is so }\n'
  assert.deepEqual(misfits(front), [])
  assert.deepEqual(misfits('use: [{ a: 1, b: 2 }]\n').length > 0, true)
  assert.deepEqual(misfits('ninefold: 2\n'), ['/ninefold'])
})
