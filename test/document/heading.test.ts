// The part that a heading opens.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignParts, simplifyHeading } from '../../src/document/heading.ts'

const part = (heading: string): string | undefined => assignParts([simplifyHeading(heading)])[0]

test('recognises usual names of parts', () => {
  const wordings: { readonly [part: string]: readonly string[] } = {
    service: ['What the service does', 'Service', 'Purpose', 'Purpose and behaviour of the service'],
    resources: ['Resources and their fields', 'Resource', 'Data model', 'Entities', 'Fields, types and formats'],
    states: ['States and transitions', 'State machines', 'Lifecycle', 'Life cycle', 'Workflows'],
    endpoints: ['Endpoints', 'The HTTP API', 'Operations', 'Routes', 'Methods, paths and payloads'],
    authentication: ['Authentication', 'Security', 'Authentication and authorization', 'Who may call it', 'Access control'],
    events: ['Events', 'Webhooks', 'Events and notifications'],
    errors: ['Errors', 'Error handling', 'Error codes', 'API errors'],
    limits: ['Limits', 'Rate limits', 'Limits and defaults', 'Service limits', 'Rate limiting', 'Time-outs'],
    versioning: ['Versioning', 'Versions', 'Versioning and compatibility', 'API versioning'],
  }
  for (const [name, headings] of Object.entries(wordings)) for (const heading of headings) assert.equal(part(heading), name, heading)
})

test('other headings belong to the prose', () => {
  for (const heading of [
    'Open questions',
    'Overview',
    'Codes',
    'Time',
    'Glossary',
    'Changes',
    'Introduction',
    '10. Endpoint design notes by Ann',
    'Errors and events',
    '',
  ])
    assert.equal(part(heading), undefined, heading)
})

test('a Roman number with a point or parenthesis identifies a part', () => {
  assert.deepEqual(assignParts(['I. What it is for', 'II. Things', 'IV) Calls', 'IX: Later', 'I think so', 'V']), [
    'service',
    'resources',
    'endpoints',
    'versioning',
    undefined,
    undefined,
  ])
})

test('ignores decoration of headings', () => {
  for (const heading of [
    '**Endpoints**',
    '*Endpoints*',
    '`endpoints`',
    '[Endpoints](#endpoints)',
    '~~4.~~ Endpoints',
    'Endpoints {#endpoints}',
    '4. __Endpoints__',
    'ENDPOINTS',
    'Part 4 of 9: Endpoints',
    '(4) Endpoints',
    '#4 Endpoints',
    'Section four — Endpoints',
  ])
    assert.equal(part(heading), 'endpoints', heading)
})

test('a number identifies a part without a name, unless the author numbers other headings', () => {
  assert.deepEqual(assignParts(['4', '5. Whoever comes', '7. Errors']), ['endpoints', 'authentication', 'errors'])
  assert.deepEqual(assignParts(['1. Introduction', '2. Service', '3. Errors']), [undefined, 'service', 'errors'])
  assert.deepEqual(assignParts(['0. Nothing', '10. Endless', '12']), [undefined, undefined, undefined])
})
