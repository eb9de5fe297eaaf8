// Editions of an API that another server serves: operations with gaps are compared as far as the documents specify them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diff } from '../../src/diff/diff.ts'
import { importing } from '../import/import.ts'

const source = (query: readonly string[], fields: object): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: {
      '/convert': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties: fields } } } },
          parameters: query.map((name) => ({ in: 'query', name, schema: { type: 'string', maxLength: 5 } })),
          responses: { 200: { description: 'ok' } },
        },
      },
      ...(query.length > 1 ? { '/gone': { get: { responses: { 204: { description: 'ok' } } } } } : {}),
    },
  })

const amount = (more: object): object => ({ amount: { type: 'integer', minimum: 1, ...more } })

function verdicts(isElsewhere: boolean): readonly string[] {
  const [old, now] = [importing(source(['to', 'by'], amount({}))).compiled, importing(source(['to'], amount({ minimum: 5 }))).compiled]
  return diff(old, now, '2026-01-01', isElsewhere)
    .filter(({ severity }) => severity !== 'safe')
    .map(({ severity, path }) => `${severity} ${path.join(' › ')}`)
}

test('an operation with gaps is not served here, so nothing of it breaks', () => {
  assert.deepEqual(verdicts(false), [])
})

test('elsewhere, what is specified of it counts', () => {
  assert.deepEqual(verdicts(true), [
    'breaking POST /convert › body › properties › amount › minimum',
    'review POST /convert › parameters › query › by',
    'breaking GET /gone',
  ])
})
