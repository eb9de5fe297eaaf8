// The language on one page: no longer than an agent reads, generated from the definitions, and each example is a service.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { llmsPage } from '../../scripts/llms.ts'
import { runService } from '../../src/cli/running.ts'
import { compile } from '../../src/compile/compile.ts'
import type { SecretSources } from '../../src/serve/caller/secrets.ts'
import { conventions } from '../conventions.ts'
import { temporaryFolder } from '../folder.ts'
import { golden } from '../golden.ts'
import { ninefold } from '../ninefold.ts'

const page = new URL('../../docs/llms.txt', import.meta.url)

test('it is generated, and has at most 40 KB', () => {
  golden(page, llmsPage())
  assert.ok(Buffer.byteLength(llmsPage()) <= 40 * 1024)
})

const examples = [...readFileSync(page, 'utf8').matchAll(/^(`{3,4})(yaml|markdown)\n([\s\S]*?)\n\1$/gm)].map(([, , language, text]) => ({
  name: language === 'yaml' ? 'service.yaml' : 'service.md',
  text: `${text}\n`,
}))

test('it has examples in both forms', () =>
  assert.deepEqual([...new Set(examples.map(({ name }) => name))].sort(), ['service.md', 'service.yaml']))

for (const [index, example] of examples.entries()) {
  test(`example ${index + 1} is complete, and is served`, async () => {
    const compiled = compile([example], conventions())
    assert.deepEqual(
      compiled.diagnostics.map(({ code, message }) => `${code}: ${message}`),
      [],
    )
    assert.ok(compiled.operations.every(({ complete }) => complete))
    const secrets: SecretSources = { variable: () => 'a secret of thirty-two bytes or more', file: () => undefined }
    const running = await runService(compiled, {
      port: 0,
      host: '127.0.0.1',
      store: 'memory',
      virtual: true,
      explain: false,
      settings: new Map(),
      secrets,
    })
    if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
    try {
      const { headers } = await fetch(`${running.url}/no/such/path`)
      assert.equal(headers.get('content-type'), 'application/problem+json')
    } finally {
      await running.stop()
    }
  })

  test(`the scenarios of example ${index + 1} pass`, { skip: example.text.includes('```hurl') ? false : 'it has none' }, async () => {
    const file = join(temporaryFolder(), example.name)
    writeFileSync(file, example.text)
    const { status, out } = await ninefold('test', file)
    assert.equal(status, 0, out)
  })
}
