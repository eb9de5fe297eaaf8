// Each message of reading has a page; the wrong example of a page is reported, and the right one is not.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readDocument } from '../../src/document/read.ts'

const root = new URL('../../', import.meta.url)
const page = (code: string): URL => new URL(`docs/diagnostics/${code}.md`, root)

const codes = new Set<string>()
for (const file of globSync('src/document/*.ts', { cwd: root.pathname })) {
  const text = readFileSync(new URL(file, root), 'utf8')
  for (const match of text.matchAll(/'(document\/[a-z-]+)'|code: '([a-z-]+)'/g)) codes.add(match[1] ?? `document/${match[2]!}`)
}

test('every code has a page with its name', () => {
  assert.ok(codes.size > 20)
  for (const code of codes) assert.ok(existsSync(page(code)) && readFileSync(page(code), 'utf8').startsWith(`# ${code}\n`), code)
})

for (const code of codes) {
  const text = existsSync(page(code)) ? readFileSync(page(code), 'utf8') : ''
  const [wrong, right] = [...text.matchAll(/^(`{3,4})(yaml|markdown)\n([^]*?)\n\1$/gm)].map((match) =>
    match[2] === 'yaml' ? `## Resources\n\n\`\`\`yaml\n${match[3]!}\n\`\`\`\n` : match[3]!,
  )
  // An unknown key in a part is found where the part is understood.
  if (wrong === undefined || right === undefined || code === 'document/unknown-key') continue
  test(`${code} is reported for the wrong example of its page, and not for the right one`, () => {
    const codesOf = (document: string): string[] => readDocument([{ name: 'a.md', text: document }]).diagnostics.map((each) => each.code)
    assert.deepEqual([...new Set(codesOf(wrong))], [code])
    assert.deepEqual(codesOf(right), [])
  })
}
