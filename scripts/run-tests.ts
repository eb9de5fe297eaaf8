// `npm run unit [-- GLOB … --OPTION …]`: runs all tests in two processes side by side, or the test files of the globs in one; options are
// those of `node --test`.
//
// The tests of one process run one after another. Many of them wait for servers and databases, so that two processes take half the time.

import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'

/** Folders of `test/` whose tests take about as long as all others together. */
const apart: readonly string[] = ['store', 'verify']

const [named, options] = [false, true].map((isOption) => process.argv.slice(2).filter((word) => word.startsWith('--') === isOption)) as [
  string[],
  string[],
]

/** The globs of each process. */
function divide(): readonly [readonly string[], readonly string[]] {
  const others = readdirSync('test', { withFileTypes: true }).filter((entry) => entry.isDirectory() && !apart.includes(entry.name))
  return [['test/*.test.ts', ...others.map(({ name }) => `test/${name}/**/*.test.ts`)], apart.map((name) => `test/${name}/**/*.test.ts`)]
}

/** Runs the tests, and gives the exit code, with what they printed where it is kept for later. */
async function run(globs: readonly string[], output: 'now' | 'later'): Promise<{ readonly code: number; readonly printed: Buffer }> {
  const to = output === 'now' ? 'inherit' : 'pipe'
  const child = spawn(
    process.execPath,
    ['--import', './test/repeatable.ts', '--test', '--test-isolation=none', '--test-timeout=240000', ...options, ...globs],
    { stdio: ['ignore', to, to] },
  )
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { code, printed: Buffer.concat(chunks) }
}

const [most, rest] = named.length > 0 ? [named, []] : divide()
const runs = await Promise.all([run(most, 'now'), ...(rest.length > 0 ? [run(rest, 'later')] : [])])
for (const { printed } of runs) process.stdout.write(printed)
process.exitCode = Math.max(...runs.map(({ code }) => code))
