// Measures the import of one file: whether it becomes a document, its open questions, and how many operations run once they are answered.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Compiled } from '../../src/compile/compile.ts'
import { importFile } from '../../src/import/import.ts'
import { use, useStub } from './answers.ts'
import { type RoundTrip, answeredOf, roundTrip } from './round-trip.ts'

export type Measured =
  | { readonly kind: 'refused' | 'crash'; readonly file: string; readonly message: string; readonly seconds: number }
  | {
      readonly kind: 'document'
      readonly file: string
      readonly source: string
      /** Processor time. */
      readonly seconds: number
      readonly errors: readonly string[]
      readonly questions: number
      readonly resources: number
      readonly operations: number
      /** The number of operations whose action the source describes. */
      readonly acting: number
      readonly complete: number
      /** The number of operations that run with `stub@1`, which answers as the source describes. */
      readonly stubs: number
      /** The number of gaps by part. */
      readonly gaps: ReadonlyMap<string, number>
      /** The comparison of the source with the exported document. */
      readonly back: RoundTrip
      /** Possible outcomes of operations by condition: all of them, and those without an answer. */
      readonly outcomes: ReadonlyMap<string, { readonly all: number; readonly open: number }>
    }

const conventions = resolve(import.meta.dirname, '../../conventions')

function convention(name: string): string | undefined {
  return /^[a-z-]+@\d+$/.test(name) ? readFileSync(join(conventions, `${name}.md`), 'utf8') : undefined
}

export function measure(file: string, text: string): Measured {
  const start = process.cpuUsage()
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }
  try {
    const { imported, problem } = importFile({ name: file, text }, { use: [], name: 'imported.md', environment: { convention } })
    if (problem !== undefined) return { kind: 'refused', file, message: problem, seconds: seconds() }
    const importSeconds = seconds()
    const { compiled } = imported
    const [answered, withStub] = [use, useStub].map((each) => answeredOf(file, text, convention, compiled, each)!) as [Compiled, Compiled]
    return {
      kind: 'document',
      file,
      source: imported.kind,
      seconds: importSeconds,
      questions: imported.questions,
      errors: compiled.errors.map(({ code, message }) => `${code}: ${message}`),
      resources: compiled.model.resources.value.resources.length,
      operations: compiled.operations.length,
      acting: compiled.operations.filter(({ operation }) => operation.action !== undefined).length,
      complete: completeIn(answered),
      stubs: completeIn(withStub),
      back: roundTrip(text, answered),
      gaps: gapsOf(compiled),
      outcomes: outcomesOf(compiled),
    }
  } catch (error) {
    return { kind: 'crash', file, message: error instanceof Error ? (error.stack ?? error.message) : String(error), seconds: seconds() }
  }
}

function completeIn({ errors, operations }: Compiled): number {
  return errors.length > 0 ? 0 : operations.filter(({ complete }) => complete).length
}

function gapsOf({ facts }: Compiled): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of facts.missing) {
    const part = code.split('/')[0]!
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return counts
}

function outcomesOf({ facts }: Compiled): Map<string, { all: number; open: number }> {
  const counts = new Map<string, { all: number; open: number }>()
  for (const { points } of facts.operations) {
    for (const { condition, answer } of points) {
      const count = counts.getOrInsertComputed(condition, () => ({ all: 0, open: 0 }))
      count.all++
      if (answer.kind === 'gap') count.open++
    }
  }
  return counts
}
