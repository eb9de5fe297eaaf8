// The names that the package exports: more of them is a decision, fewer is a breaking change.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ninefold from '../src/index.ts'

test('the package exports these names', () => {
  assert.deepEqual(Object.keys(ninefold).sort(), [
    'compile',
    'createMeaning',
    'diagnosticJson',
    'explainFacts',
    'format',
    'languageSchema',
    'renderDiagnostic',
  ])
})
