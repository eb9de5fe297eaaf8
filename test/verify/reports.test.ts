// The forms of a report: for people, for pipelines, for code hosts, and as a page.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { createSource } from '../../src/base/text.ts'
import { readScenario } from '../../src/hurl/scenario.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const notes = resolve(import.meta.dirname, '../../examples/notes.md')

/** A server that answers everything alike. */
async function broken(work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => void request.resume().on('end', () => response.writeHead(500).end('<no & no>')))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    await work(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a deviation is a result of SARIF at its line, and a failure of JUnit', async () => {
  await broken(async (url) => {
    const asked = ['verify', notes, '--url', url, '--budget', '40', '--effort', '200', '--seed', 'r']
    const sarif = await ninefold(...asked, '--format', 'sarif')
    assert.equal(sarif.status, 1)
    const [{ results }] = JSON.parse(sarif.out).runs
    assert(results.length > 0)
    assert.match(results[0].locations[0].physicalLocation.artifactLocation.uri, /notes\.md$/)
    assert(results[0].locations[0].physicalLocation.region.startLine > 1)
    const junit = await ninefold(...asked, '--format', 'junit')
    assert.match(junit.out, /^<\?xml[^]*<testsuite name="findings" tests="\d+" failures="\d+"[^]*<failure type="status"/)
    assert.match(junit.out, /&lt;no &amp; no&gt;/)
    assert.match(junit.out, /<testsuite name="3 states"[^]*<skipped message="not reached"\/>/)
  })
})

test('a page holds coverage by part and each finding, with files that repeat it', async () => {
  await broken(async (url) => {
    const folder = join(temporaryFolder(), 'report')
    const { status } = await ninefold('verify', notes, '--url', url, '--budget', '40', '--effort', '200', '--seed', 'r', '--report', folder)
    assert.equal(status, 1)
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    assert.match(page, /<h2 id="part-3">3 states<\/h2>/)
    assert.match(page, /not reached/)
    assert(!page.includes('<no & no>'), 'what a server answers is text on the page')
    const files = readdirSync(folder)
    assert(['index.html', 'report.json', 'finding-1.hurl', 'finding-1.sh'].every((name) => files.includes(name)))
    assert.deepEqual(
      readScenario(createSource('finding-1.hurl', readFileSync(join(folder, 'finding-1.hurl'), 'utf8')), ['url']).diagnostics,
      [],
    )
  })
})
