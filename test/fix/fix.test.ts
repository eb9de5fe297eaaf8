// Fixes: each that is offered takes its diagnostic away and brings no error; most helps that say what to write lead to one.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import type { File } from '../../src/document/read.ts'
import { apply, fixesOf } from '../../src/fix/fix.ts'
import { conventions } from '../conventions.ts'

const checks = resolve(import.meta.dirname, '../check')
const examples = resolve(import.meta.dirname, '../../examples')

const names = ({ diagnostics }: Compiled): readonly string[] => diagnostics.map(({ code, message }) => `${code}: ${message}`)

/** How many diagnostics of the code there are, and how many have fixes; each fix is applied and held to what it promises. */
function fixed(files: readonly File[], code: (code: string) => boolean): readonly [number, number] {
  const before = compile(files, conventions())
  const errors = new Set(before.errors.map((each) => `${each.code}: ${each.message}`))
  const mine = before.diagnostics.filter((each) => code(each.code))
  const found = mine.map((diagnostic) => {
    const fixes = fixesOf(diagnostic, before, files, conventions())
    for (const fix of fixes) {
      const after = compile(apply(files, fix)!, conventions())
      const name = `${diagnostic.code}: ${diagnostic.message}`
      assert.ok(names(after).filter((each) => each === name).length < names(before).filter((each) => each === name).length, `${fix.title} leaves ${name}`)
      assert.deepEqual(after.errors.map((each) => `${each.code}: ${each.message}`).filter((each) => !errors.has(each) && !names(before).includes(each)), [], fix.title)
    }
    return fixes.length > 0
  })
  return [mine.length, found.filter(Boolean).length]
}

test('most diagnostics of the fixtures have a fix, and every fix helps', () => {
  let [all, some] = [0, 0]
  for (const path of globSync('**/fires.yaml', { cwd: checks }).sort()) {
    const [here, mended] = fixed([{ name: 'service.yaml', text: readFileSync(join(checks, path), 'utf8') }], (code) => code === path.replace(/\/fires\.yaml$/, ''))
    all += here
    some += mended
  }
  assert.ok(some / all > 0.55, `${some} of ${all}`)
})

const broken: readonly { readonly title: string; readonly example: string; readonly from: string | RegExp; readonly to: string; readonly fix: string }[] = [
  { title: 'a misspelt key in a fence', example: 'notes.md', from: 'minLength', to: 'minLenght', fix: 'Write `minLength`' },
  { title: 'a state that is not there', example: 'notes.md', from: 'target: published', to: 'target: publishd', fix: 'Write `published`' },
  { title: 'a part that is not shown', example: 'notes.md', from: '## 6. Events\n\nnone', to: '## 6. Events\n\nnot shown', fix: 'Write `none`' },
]

for (const { title, example, from, to, fix } of broken) {
  test(`mends ${title} in Markdown`, () => {
    const text = readFileSync(join(examples, example), 'utf8')
    const files = [{ name: example, text: text.replace(from, to) }]
    const before = compile(files, conventions())
    const fixes = before.diagnostics.flatMap((diagnostic) => fixesOf(diagnostic, before, files, conventions()))
    const wanted = fixes.find((each) => each.title === fix)
    assert.ok(wanted !== undefined, fixes.map((each) => each.title).join('; '))
    assert.equal(apply(files, wanted)![0]!.text, text)
  })
}

test('a fix changes the file that the mistake stands in, of several', () => {
  const files = [
    { name: 'a.md', text: '---\nninefold: 1\n---\n\n# X\n\n## 2. Resources and their fields\n\n```yaml\nNote:\n  key: id\n  properties:\n    id: { type: string, maxLength: 20 }\n```\n' },
    { name: 'b.md', text: '## 4. Endpoints\n\n```yaml\nGET /notes/{id}: { red: Note, output: Note(this), status: 200 }\n```\n' },
  ]
  const before = compile(files, conventions())
  const diagnostic = before.diagnostics.find(({ code }) => code === 'document/unknown-key')!
  const [fix] = fixesOf(diagnostic, before, files, conventions())
  assert.deepEqual([fix?.title, fix?.edits.map(({ file }) => file)], ['Write `read`', ['b.md']])
})
