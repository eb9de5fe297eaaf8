// Commands that write files onto a full disk lose nothing, and leave nothing unfinished.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

/** A folder on a file system of its own, with `size` bytes; undefined if none can be mounted. */
function mountSmallDisk(context: TestContext, size: string): string | undefined {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    context.skip('no file system can be mounted here')
    return undefined
  }
  context.after(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }))
  return folder
}

function fillDisk(folder: string): void {
  const piece = Buffer.alloc(4096)
  try {
    for (let index = 0; ; index++) writeFileSync(join(folder, `fill-${index}`), piece)
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}

/** In the house style each member has its own line, so the text grows by several pages. */
const unformatted = `ninefold: 1\nresources: { Note: { key: p0, properties: { ${Array.from({ length: 400 }, (_, index) => `p${index}: { type: string, maxLength: 9 }`).join(', ')} } } }\n`

const listNames = (folder: string): readonly string[] => readdirSync(folder).filter((name) => !name.startsWith('fill-'))

test('a document that cannot be rewritten stays as it was', async (context) => {
  const folder = mountSmallDisk(context, '64k')
  if (folder === undefined) return
  const file = join(folder, 'notes.yaml')
  writeFileSync(file, unformatted)
  fillDisk(folder)
  const { status, error } = await ninefold('format', file)
  assert.deepEqual([status, error], [2, `ninefold format: ${file} cannot be written: the disk is full\n`])
  assert.equal(readFileSync(file, 'utf8'), unformatted)
  assert.deepEqual(listNames(folder), ['notes.yaml'])
})

test('a new file that cannot be written is not left empty', async (context) => {
  const folder = mountSmallDisk(context, '64k')
  if (folder === undefined) return
  fillDisk(folder)
  const file = join(folder, 'service.md')
  const { status, error } = await ninefold('init', file)
  assert.deepEqual([status, error], [2, `ninefold init: ${file} cannot be written: the disk is full\n`])
  assert.deepEqual(listNames(folder), [])
})

test('a document behind a symbolic link is rewritten where it is', async () => {
  const folder = temporaryFolder()
  const [file, link] = [join(folder, 'notes.yaml'), join(folder, 'link.yaml')]
  writeFileSync(file, unformatted, { mode: 0o640 })
  symlinkSync(file, link)
  assert.equal((await ninefold('format', link)).status, 0)
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 409)
  assert.equal(statSync(file).mode & 0o777, 0o640)
  assert(lstatSync(link).isSymbolicLink())
  assert.deepEqual(listNames(folder).toSorted(), ['link.yaml', 'notes.yaml'])
})
