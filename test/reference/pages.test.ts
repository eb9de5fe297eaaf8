// The pages of the language reference: tables that are true, a key for every row, examples that check.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { partNames } from '../../src/document/document.ts'
import { partLanguage, frontLanguage } from '../../src/model/language.ts'
import type { Keys, Shape } from '../../src/model/shape.ts'
import { keysAt, ownKeys } from '../../scripts/reference/keys.ts'
import { tablesOf, withTables } from '../../scripts/reference.ts'
import { conventions } from '../conventions.ts'
import { golden } from '../golden.ts'

const folder = new URL('../../docs/reference/', import.meta.url)
const pages = readdirSync(folder).filter((name) => /^(\d-.*|conventions|container|storage|tables)\.md$/.test(name))
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** Fences of a language, with the line they begin on; the longer ones may hold shorter ones. */
function fences(page: string, language: string): { text: string; line: number }[] {
  return [...page.matchAll(/^(`{3,}|~{3,})(\w+)\n([\s\S]*?)^\1$/gm)].flatMap(({ 2: found, 3: text = '', index }) =>
    found === language ? [{ text, line: page.slice(0, index).split('\n').length }] : [],
  )
}

test('there is a page for each part', () => {
  assert.deepEqual(
    pages.filter((name) => /^\d/.test(name)),
    partNames.map((name, index) => `${index + 1}-${name}.md`),
  )
})

for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
  test(`the tables of ${name} are true`, () => golden(new URL(name, folder), withTables(read(name))))
}

const guideline = readFileSync(new URL('guideline.md', import.meta.url), 'utf8')

type Example = { readonly text: string; readonly line: number; readonly file: string }

function examplesOf(name: string): Example[] {
  const page = read(name)
  return [
    ...fences(page, 'yaml').map((each) => ({ ...each, file: 'example.yaml' })),
    ...fences(page, 'markdown').map((each) => ({ ...each, file: 'example.md' })),
  ]
}

const adopting = `---
use: [{ convention.md: { resources: [Order] } }]
---

## Resources

\`\`\`yaml
Order: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 } } }
\`\`\`
`

/** A document by itself; a convention, as a document that adopts it. */
function check({ text, file }: Example): string[] {
  const isConvention = /^given:/m.test(text)
  const files = [isConvention ? { name: 'service.md', text: adopting } : { name: file, text }]
  const { diagnostics } = compile(files, conventions({ 'guideline.md': guideline, 'convention.md': text }))
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`)
}

for (const name of pages) {
  const page = read(name)
  const examples = examplesOf(name)

  for (const example of examples) test(`the example in line ${example.line} of ${name} checks`, () => assert.deepEqual(check(example), []))

  test(`every key in the tables of ${name} has an example on it`, () => {
    // The page of conventions describes the keys of the front matter.
    const shown = [...examples, ...(name === 'container.md' ? examplesOf('conventions.md') : [])].map(({ text }) => text).join('\n')
    const missing = tablesOf(page, 'keys').flatMap((path) =>
      ownKeys(path).flatMap(([key, { refused }]) =>
        refused !== undefined || new RegExp(`(^|[\\s{,'"])${RegExp.escape(key)}['"]?:`, 'm').test(shown) ? [] : [`${path}.${key}`],
      ),
    )
    assert.deepEqual(missing, [])
  })
}

test('every key of the language stands in a table', () => {
  const told = new Set<Keys>(pages.flatMap((name) => tablesOf(read(name), 'keys').map(keysAt)))
  const untold: string[] = []
  const seen = new Set<Keys>()
  const visit = (path: string, keys: Keys): void => {
    if (seen.has(keys)) return
    seen.add(keys)
    if (Object.keys(keys).length > 0 && !told.has(keys) && keys !== partLanguage.endpoints.keys) untold.push(path)
    for (const [name, { shape }] of Object.entries(keys)) inside(`${path}.${name}`, shape)
  }
  const inside = (path: string, shape: Shape<unknown>): void => {
    const keys = shape.keys?.()
    if (keys !== undefined) visit(path, keys)
  }
  visit('front', frontLanguage)
  for (const name of partNames) {
    const { keys, elements } = partLanguage[name]
    visit(name, keys)
    if (elements !== undefined) inside(`${name}.*`, elements)
  }
  assert.deepEqual(untold, [])
})
