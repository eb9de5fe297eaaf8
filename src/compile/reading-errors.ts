// Finds the errors that reading alone shows: of syntax, keys and words. They need an eighth of the time of compiling.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { File } from '../document/read.ts'
import { readModel } from '../model/read.ts'
import { includeUnmarked } from '../model/unmarked.ts'
import { readWithTables } from '../table/bind.ts'

/** Errors that no convention can fill in; compiling may leave out those that follow from another error. */
export function findReadingErrors(files: readonly File[]): readonly Diagnostic[] {
  const parsed = readWithTables(files)
  const { document, diagnostics } = includeUnmarked(parsed.document)
  return [...parsed.diagnostics, ...diagnostics, ...readModel(document).diagnostics].filter(
    ({ severity, code }) => severity === 'error' && code.startsWith('document/'),
  )
}
