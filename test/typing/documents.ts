// Documents for tests, written as their parts in YAML.

import assert from 'node:assert/strict'
import { readDocument } from '../../src/document/read.ts'
import type { Model } from '../../src/model/model.ts'
import { readModel } from '../../src/model/read.ts'

/** The model of a document that reads without a mistake. */
export function modelOf(yaml: string): Model {
  const { document, diagnostics } = readDocument([{ name: 'service.yaml', text: yaml }])
  const { model, diagnostics: more } = readModel(document)
  assert.deepEqual(
    [...diagnostics, ...more].map(({ code, message }) => `${code}: ${message}`),
    [],
  )
  return model
}
