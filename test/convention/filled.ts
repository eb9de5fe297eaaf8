// Fills documents with their conventions, for tests.

import { type FillResult, fillModel } from '../../src/convention/fill.ts'
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts'
import { readDocument } from '../../src/document/read.ts'
import type { Model } from '../../src/model/model.ts'
import { readModel } from '../../src/model/read.ts'
import { conventions } from '../conventions.ts'

export type Filled = { readonly filling: FillResult; readonly model: Model; readonly diagnostics: readonly Diagnostic[] }

/** A document's filled model, and every message on the way. */
export function filled(text: string, own: { readonly [path: string]: string } = {}, name = 'service.md'): Filled {
  const reading = readDocument([{ name, text }])
  const filling = fillModel(readModel(reading.document), conventions(own))
  const { model, diagnostics } = readModel(filling.document, filling.latest)
  return { filling, model, diagnostics: [...reading.diagnostics, ...filling.diagnostics, ...diagnostics] }
}

/** The codes and messages, for tests that ask for few. */
export function messages({ diagnostics }: Filled): string[] {
  return diagnostics.map(({ code, message }) => `${code}: ${message}`)
}
