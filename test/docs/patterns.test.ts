// Each page of docs/patterns has a document without diagnostics, whose scenario passes against the running service.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const folder = new URL('../../docs/patterns/', import.meta.url)
const pages = readdirSync(folder).filter((name) => name !== 'README.md')

function fenceOf(page: string, language: string): string {
  const [fence] = page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))
  assert.ok(fence, `a fence of ${language}`)
  return fence[1]!
}

test('the overview links every pattern', () => {
  const overview = readFileSync(new URL('README.md', folder), 'utf8')
  for (const name of pages) assert.ok(overview.includes(`](${name})`), name)
})

for (const name of pages) {
  const page = readFileSync(new URL(name, folder), 'utf8')

  test(`the document of ${name} has no diagnostics and all its operations are complete`, () => {
    const { diagnostics, operations } = compile([{ name: 'service.yaml', text: fenceOf(page, 'yaml') }], conventions())
    assert.deepEqual(
      diagnostics.map(({ code, message }) => `${code}: ${message}`),
      [],
    )
    assert.ok(operations.length > 0 && operations.every(({ complete }) => complete))
  })

  test(`the scenario of ${name} passes`, async () => {
    const at = temporaryFolder()
    writeFileSync(join(at, 'service.yaml'), fenceOf(page, 'yaml'))
    writeFileSync(join(at, 'service.hurl'), fenceOf(page, 'hurl'))
    const { status, out } = await ninefold('test', join(at, 'service.yaml'), join(at, 'service.hurl'))
    assert.equal(status, 0, out)
    assert.match(out, /1 passed, 0 failed/)
  })
}
