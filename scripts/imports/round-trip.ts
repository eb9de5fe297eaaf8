// Imports a source, answers its questions, exports the document, and compares the export with the source.

import type { JsonObject } from '../../src/base/json.ts'
import { type Compiled, type CompileEnvironment, compile } from '../../src/compile/compile.ts'
import { openapi } from '../../src/export/openapi/openapi.ts'
import { importFile } from '../../src/import/import.ts'
import { readSourceVersion } from '../../src/import/openapi/openapi.ts'
import { readSourceData } from '../../src/import/read-data.ts'
import { answerQuestions, environmentFor } from './answers.ts'
import { type Difference, differences } from './differences.ts'
import { normal } from './normal.ts'

export type RoundTrip = {
  /** The number of operations that the export has too. */
  readonly operations: number
  /** The number of equal operations, and of those whose differences clients of the source do not notice. */
  readonly alike: number
  readonly kept: number
  readonly found: readonly Difference[]
}

/** The imported source with the common answers; undefined if it cannot be imported. */
export function answeredOf(
  file: string,
  text: string,
  conventions: NonNullable<CompileEnvironment['convention']>,
  plain: Compiled,
  use: readonly string[],
): Compiled | undefined {
  const environment = environmentFor(plain, conventions)
  const { imported } = importFile({ name: file, text }, { use, name: 'imported.md', environment })
  return imported && compile([{ name: 'imported.md', text: answerQuestions(imported.text, plain) }], environment)
}

export function roundTrip(text: string, compiled: Compiled): RoundTrip {
  const source = readSourceData(text).value as JsonObject
  const version = readSourceVersion(source)
  if (compiled.errors.length > 0 || version === undefined || 'problem' in version) return { operations: 0, alike: 0, kept: 0, found: [] }
  const [before, after] = [
    normal(source, version.version),
    normal(readSourceData(openapi.run(compiled.facts, 'json').text).value as JsonObject, '3.1'),
  ]
  const differencesFound = differences(before, after)
  const both = [...before.keys()].filter((each) => after.has(each))
  const without = (differing: readonly Difference[]): number => both.length - new Set(differing.map(({ operation }) => operation)).size
  return {
    operations: both.length,
    alike: without(differencesFound),
    kept: without(differencesFound.filter(({ isKept }) => !isKept)),
    found: differencesFound,
  }
}
