// `npm run unit [-- GLOB … --OPTION …]`: runs all tests in five parallel processes, or the test files of the globs in one process. The options
// are those of `node --test`.
//
// The tests of one process run in sequence. Many of them wait for servers and databases, so five processes need less than half the time.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'

/** Folders of `test/` for each additional process; the first process runs all others. The processes need about the same time. */
const foldersByProcess: readonly (readonly string[])[] = [
  ['store/postgres', 'diff'],
  ['store', 'page'],
  ['lsp', 'verify', 'cli'],
  ['check', 'docs', 'explain', 'export', 'fact', 'fix', 'import', 'reference', 'table', 'typing'],
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

/** Runs the tests. Returns the exit code and, for `later`, the output. */
async function run(files: readonly string[], output: 'now' | 'later'): Promise<{ readonly code: number; readonly printed: Buffer }> {
  const stream = output === 'now' ? 'inherit' : 'pipe'
  const child = spawn(
    process.execPath,
    ['--import', './test/repeatable.ts', '--test', '--test-isolation=none', '--test-timeout=240000', ...options, ...files],
    // Commands that the tests start from source share this cache of stripped types.
    { stdio: ['ignore', stream, stream], env: { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests') } },
  )
  const chunks: Buffer[] = []
  for (const readable of [child.stdout, child.stderr]) readable?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { code, printed: Buffer.concat(chunks) }
}

const [first, ...others] = globs.length > 0 ? [globs] : divide()
const runs = await Promise.all([run(first!, 'now'), ...others.map((files) => run(files, 'later'))])
for (const { printed } of runs) process.stdout.write(printed)
process.exitCode = Math.max(...runs.map(({ code }) => code))
