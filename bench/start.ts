// Measures the time until `serve` listens on an existing store, and compares it with node:http alone: `node bench/start.ts [ROUNDS]`. Measures
// the source, and the build in `dist` if it exists. Other work on the machine disturbs the elapsed time, but hardly the CPU time of the main
// thread.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { largeDocument } from './large-document.ts'

const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'start-'))
const alone = ['-e', "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('http://'))"]

/** Milliseconds until the service listens: elapsed, CPU time of the main thread, and CPU time of all threads (proc(5)). */
type StartTime = { readonly clock: number; readonly main: number; readonly all: number }

async function started(words: readonly string[]): Promise<StartTime> {
  const began = performance.now()
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => (output += String(piece)).includes('http://') && resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened`)))
  })
  const clock = performance.now() - began
  const threads = readdirSync(`/proc/${child.pid}/task`).map(
    (thread) => Number(readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
  )
  child.removeAllListeners('exit').kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return { clock, main: threads[0]!, all: threads.reduce((sum, each) => sum + each) }
}

/** Prints the first start separately, because it creates the store and fills the compile cache. */
async function row(name: string, words: readonly string[]): Promise<void> {
  const first = await started(words)
  const times: StartTime[] = []
  for (let round = 0; round < rounds; round++) times.push(await started(words))
  const sorted = (kind: keyof StartTime): number[] => times.map((each) => each[kind]).sort((a, b) => a - b)
  const [clock, main, threads] = [sorted('clock'), sorted('main'), sorted('all')]
  const middle = Math.floor(rounds / 2)
  const cells = [first.clock, clock[0]!, clock[middle]!, main[0]!, main[middle]!, threads[middle]!].map((ms) =>
    `${Math.round(ms)} ms`.padStart(10),
  )
  console.log(`${name.padEnd(34)}${cells.join('')}`)
}

const large = join(folder, 'large.yaml')
writeFileSync(large, largeDocument(1000))
console.log(`${''.padEnd(34)}${['first', 'least', 'median', 'CPU least', 'median', 'threads'].map((cell) => cell.padStart(10)).join('')}`)
await row('node:http alone', alone)
for (const [entry, name] of [
  ['scripts/from-source.mjs', 'source'],
  ['dist/cli/ninefold.js', 'dist'],
] as const) {
  if (!existsSync(entry)) continue
  for (const [document, what] of [
    ['examples/orders.md', 'orders'],
    [large, '1,000 resources'],
  ] as const) {
    await row(`${name}, ${what}`, [entry, 'serve', document, '--port', '0', '--store', `sqlite:${join(folder, `${name}-${what}.db`)}`])
  }
}
rmSync(folder, { recursive: true })
