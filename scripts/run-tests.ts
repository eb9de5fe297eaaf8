// `npm run unit [-- GLOB … --OPTION …]`: runs all tests in six parallel processes, or the test files of the globs in one process. The options
// are those of `node --test`.
//
// The tests of one process run in sequence. Many of them wait for servers and databases, so six processes need less than half the time. A run
// of all tests first bundles the command, because the tests start it some hundred times, and a bundle starts in less than half the time.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'

/** Folders of `test/` for each additional process; the first process runs all others. The processes need about the same time. */
const foldersByProcess: readonly (readonly string[])[] = [
  ['store/postgres', 'diff'],
  ['store'],
  ['check', 'docs', 'explain', 'fact', 'fix', 'page', 'reference', 'table', 'typing', 'verify'],
  ['export', 'import', 'mcp', 'package'],
  ['cli', 'compile', 'lsp'],
]

const [globs, options] = [false, true].map((isOption) => process.argv.slice(2).filter((word) => word.startsWith('--') === isOption)) as [
  string[],
  string[],
]

/** The test files of each process. */
function divide(): readonly (readonly string[])[] {
  const remaining = new Set(globSync('test/**/*.test.ts').sort())
  const groups = foldersByProcess.map((folders) => {
    const files = [...remaining].filter((file) => folders.some((folder) => file.startsWith(`test/${folder}/`)))
    for (const file of files) remaining.delete(file)
    return files
  })
  return [[...remaining], ...groups]
}

/** Bundles the command at the depth of its source, which finds the conventions by it. Returns the path. */
async function bundleCommand(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../dist/tests')
  await build({ configFile: resolve(import.meta.dirname, 'bundle.config.ts'), build: { outDir: folder } })
  return resolve(folder, 'ninefold.js')
}

/** Runs the tests. Returns the exit code and, for `later`, the output. */
async function run(files: readonly string[], output: 'now' | 'later'): Promise<{ readonly code: number; readonly printed: Buffer }> {
  const stream = output === 'now' ? 'inherit' : 'pipe'
  const child = spawn(
    process.execPath,
    ['--import', './test/repeatable.ts', '--test', '--test-isolation=none', '--test-timeout=240000', ...options, ...files],
    // Processes that the tests start share this cache of compiled code.
    { stdio: ['ignore', stream, stream], env: { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests') } },
  )
  const chunks: Buffer[] = []
  for (const readable of [child.stdout, child.stderr]) readable?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { code, printed: Buffer.concat(chunks) }
}

const isAll = globs.length === 0
if (isAll) process.env['NINEFOLD_TEST_COMMAND'] = await bundleCommand()
const [first, ...others] = isAll ? divide() : [globs]
const runs = await Promise.all([run(first!, 'now'), ...others.map((files) => run(files, 'later'))])
for (const { printed } of runs) process.stdout.write(printed)
process.exitCode = Math.max(...runs.map(({ code }) => code))
