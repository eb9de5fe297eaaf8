// Imports a text as the command does, for the tests: the document, what reads it, and one part or entry of it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CompileEnvironment } from '../../src/compile/compile.ts'
import { type Imported, importFile } from '../../src/import/import.ts'

const conventions = resolve(import.meta.dirname, '../../conventions')

export const environment: CompileEnvironment = { convention: (name) => readFileSync(join(conventions, `${name}.md`), 'utf8') }

export function importing(text: string, ...use: readonly string[]): Imported {
  const { imported, problem } = importFile({ name: 'source.yaml', text }, { use, name: 'imported.md', environment })
  assert.ok(imported !== undefined, problem ?? '')
  assert.deepEqual(
    imported.compiled.errors.map(({ code, message }) => `${code}: ${message}`),
    [],
  )
  return imported
}

export function problemOf(text: string): string {
  const { problem } = importFile({ name: 'source.yaml', text }, { use: [], name: 'imported.md', environment })
  assert.ok(problem !== undefined)
  return problem
}

/** The lines of an entry of part 4, with the comments above it. */
export function endpoint({ text }: Imported, name: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${name}:`) || line.startsWith(`'${name}':`))
  assert.notEqual(at, -1, `no ${name} in\n${text}`)
  let first = at
  while (lines[first - 1]!.startsWith('#')) first--
  let last = at + 1
  while (/^\s/.test(lines[last]!)) last++
  return lines.slice(first, last).join('\n')
}

/** What stands under the heading of a part. */
export function part({ text }: Imported, number: number): string {
  const all = text.split(/^## /m)
  return all
    .find((each) => each.startsWith(`${number}. `))!
    .split('\n')
    .slice(1)
    .join('\n')
    .trim()
}
