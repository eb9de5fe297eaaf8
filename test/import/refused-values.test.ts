// Values of a source that the language refuses: only they are left out, wherever they are.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importing, part } from './import.ts'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

/** A source with one record, of these properties. */
function source(properties: object, schemas: object = {}): string {
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: {
      '/parcels/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('Parcel') } } } },
        },
      },
    },
    components: { schemas: { Parcel: { type: 'object', properties: { id: { type: 'string' }, ...properties } }, ...schemas } },
  })
}

test('a nullable reference may have null as its default', () => {
  const imported = importing(
    source({ depot: { nullable: true, default: null, description: 'Where it is.', allOf: [ref('Code')] } }, { Code: { type: 'string' } }),
  )
  assert.match(
    part(imported, 2),
    /depot:\n {6}anyOf: \[\{ allOf: \[\{ \$ref: Code \}\] \}, \{ type: 'null' \}\]\n {6}default: null\n {6}description: Where it is\.\n/,
  )
  assert.doesNotMatch(part(imported, 2), /import: the source says/)
})

test('a value that an alternative refuses is left out of that alternative', () => {
  const imported = importing(
    source({ size: { oneOf: [{ allOf: [ref('Count')], default: 'small' }, { type: 'boolean' }] } }, { Count: { type: 'integer' } }),
  )
  assert.match(
    part(imported, 2),
    /# import: the source says `default: small`[^\n]*\n {6}oneOf: \[\{ allOf: \[\{ \$ref: Count \}\] \}, \{ type: boolean \}\]/,
  )
})

test('many such values leave all shapes in place', () => {
  const names = Array.from({ length: 14 }, (_, index) => `Part${index}`)
  const imported = importing(
    source(Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)])), {
      Count: { type: 'integer' },
      ...Object.fromEntries(
        names.map((name) => [
          name,
          { type: 'object', properties: { size: { anyOf: [{ allOf: [ref('Count')], default: name }, { type: 'boolean' }] } } },
        ]),
      ),
    }),
  )
  for (const name of names) assert.match(part(imported, 2), new RegExp(`^ {2}${name}:`, 'm'))
  assert.doesNotMatch(part(imported, 2), /not shown/)
})
