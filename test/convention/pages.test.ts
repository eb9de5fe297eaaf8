// The messages of reading parts and of filling have pages, and the examples on these pages are valid.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findNewCode } from '../../src/cli/reference-pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

const codes = new Set(
  globSync('src/{convention,model}/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/'((?:convention|document|states|endpoints|authentication)\/[a-z-]+)'/g)].map(([, code]) => code!),
  ),
)

test('every code has a page that starts with it', () => {
  assert.deepEqual(
    [...codes].filter((code) => !existsSync(`${root}docs/diagnostics/${code}.md`)),
    [],
  )
  for (const code of codes) assert.ok(read(`docs/diagnostics/${code}.md`).startsWith(`# ${code}\n`), code)
})

test('every page about conventions belongs to a code, except the page about expectations', () => {
  const pages = globSync('docs/diagnostics/convention/**/*.md', { cwd: root })
    .filter((path) => findNewCode(read(path)) === undefined)
    .map((path) => path.slice('docs/diagnostics/'.length, -'.md'.length))
  assert.deepEqual(
    pages.filter((code) => !codes.has(code)),
    ['convention/NAME/EXPECTATION'],
  )
})
