// `npm run unit [-- GLOB … --OPTION …]`: runs all tests in four processes side by side, or the test files of the globs in one; options are
// those of `node --test`.
//
// The tests of one process run one after another. Many of them wait for servers and databases, so that four processes take less than half the time.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'

/** Folders of `test/` whose tests run in processes of their own; all others run in one. They take about the same time. */
const apart: readonly (readonly string[])[] = [
  ['store/postgres', 'diff'],
  ['store', 'page'],
  ['lsp', 'verify', 'cli'],
]

const [named, options] = [false, true].map((isOption) => process.argv.slice(2).filter((word) => word.startsWith('--') === isOption)) as [
  string[],
  string[],
]

/** The test files of each process. */
function divide(): readonly (readonly string[])[] {
  const left = new Set(globSync('test/**/*.test.ts').sort())
  const groups = apart.map((folders) => {
    const files = [...left].filter((file) => folders.some((folder) => file.startsWith(`test/${folder}/`)))
    for (const file of files) left.delete(file)
    return files
  })
  return [[...left], ...groups]
}

/** Runs the tests, and gives the exit code, with what they printed where it is kept for later. */
async function run(files: readonly string[], output: 'now' | 'later'): Promise<{ readonly code: number; readonly printed: Buffer }> {
  const to = output === 'now' ? 'inherit' : 'pipe'
  const child = spawn(
    process.execPath,
    ['--import', './test/repeatable.ts', '--test', '--test-isolation=none', '--test-timeout=240000', ...options, ...files],
    // Commands that the tests start from source need not strip the same types again.
    { stdio: ['ignore', to, to], env: { ...process.env, NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests') } },
  )
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { code, printed: Buffer.concat(chunks) }
}

const [first, ...others] = named.length > 0 ? [named] : divide()
const runs = await Promise.all([run(first!, 'now'), ...others.map((files) => run(files, 'later'))])
for (const { printed } of runs) process.stdout.write(printed)
process.exitCode = Math.max(...runs.map(({ code }) => code))
