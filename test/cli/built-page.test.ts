// The operator's page in a checkout: built on first use, and again when its sources changed.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { buildPage } from '../../scripts/build-page.ts'
import { temporaryFolder } from '../folder.ts'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')

test('the page is built where it is not there, and left as it is where nothing changed', async () => {
  const folder = join(temporaryFolder(), 'page')
  const index = join(folder, 'index.html')
  await buildPage(folder)
  assert.match(readFileSync(index, 'utf8'), /<script type="module"/)
  const built = statSync(index).ino
  await buildPage(folder)
  assert.equal(statSync(index).ino, built)
})

test('the page is built again when a source is newer', async () => {
  const folder = join(temporaryFolder(), 'page')
  const index = join(folder, 'index.html')
  await buildPage(folder)
  const built = statSync(index).ino
  utimesSync(index, 0, 0)
  await buildPage(folder)
  assert.notEqual(statSync(index).ino, built)
})

test('serve --page shows it without a build before, and prints limits only when the log tells more than warnings', async () => {
  const quiet = await served()
  const page = /^the page is (.*)$/m.exec(quiet)![1]!
  assert.match(page, /^http:\/\/127\.0\.0\.1:\d+\/page\/$/)
  assert.doesNotMatch(quiet, /Limits/)
  assert.match(
    await served('--log', 'info'),
    /\nLimits, by the options that set them:\n\n {4}--max-body 1MiB +the size of a request body; beyond it 413/,
  )
})

/** The text that it prints before it is stopped, once it is listening and answers for the page. */
async function served(...more: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [commandPath, 'serve', 'examples/notes.md', '--port', '0', '--page', ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let out = ''
  const listening = new Promise<void>((done) =>
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
      if (out.includes('the page is ')) done()
    }),
  )
  const ended = new Promise((done) => child.on('close', done))
  await Promise.race([listening, ended])
  const page = /^the page is (.*)$/m.exec(out)?.[1]
  assert.ok(page !== undefined, out)
  assert.equal((await fetch(page)).status, 200)
  child.kill('SIGTERM')
  await ended
  return out
}
