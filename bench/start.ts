// How long `serve` takes until it listens, on a store that is there already, beside node:http alone that does nothing else:
// `node bench/start.ts [ROUNDS]`. From source, and from `dist` where `npm run build` made it.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { largeDocument } from './large-document.ts'

const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'start-'))
const alone = ['-e', "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('http://'))"]

/** Milliseconds until it says that it listens. */
async function started(words: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => (said += String(piece)).includes('http://') && resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened`)))
  })
  const took = performance.now() - began
  child.removeAllListeners('exit').kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return took
}

/** The first start makes the store and what the compile cache holds, and is told apart. */
async function row(name: string, words: readonly string[]): Promise<void> {
  const first = await started(words)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await started(words))
  times.sort((a, b) => a - b)
  const cells = [first, times[0]!, times[Math.floor(rounds / 2)]!].map((ms) => `${Math.round(ms)} ms`.padStart(10))
  console.log(`${name.padEnd(34)}${cells.join('')}`)
}

const large = join(folder, 'large.yaml')
writeFileSync(large, largeDocument(1000))
console.log(`${''.padEnd(34)}     first     least    median`)
await row('node:http alone', alone)
for (const [entry, name] of [['src/cli/main.ts', 'source'], ['dist/cli/main.js', 'dist']] as const) {
  if (!existsSync(entry)) continue
  for (const [document, what] of [['examples/orders.md', 'orders'], [large, '1,000 resources']] as const) {
    await row(`${name}, ${what}`, [entry, 'serve', document, '--port', '0', '--store', `sqlite:${join(folder, `${name}-${what}.db`)}`])
  }
}
rmSync(folder, { recursive: true })
