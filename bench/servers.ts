// What is compared: each a process of its own, over a file of its own, and told apart by how much of the work it does.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rows } from './rows.ts'

export type Work = 'read' | 'list' | 'create' | 'place'

export type Server = {
  readonly name: string
  readonly words: (file: string) => readonly string[]
  /** How its file is filled before it starts; absent where it keeps nothing. */
  readonly rows?: Rows
  /** What it cannot do, or does not do durably, is not asked of it. */
  readonly works: readonly Work[]
  /** Sent with each request. */
  readonly headers?: readonly string[]
}

const here = import.meta.dirname
const all: readonly Work[] = ['read', 'list', 'create', 'place']

/** From `dist` where it was built: what is published is what is measured. */
const entry = ['dist/cli/main.js', 'src/cli/main.ts'].map((path) => join(here, '..', path)).find((path) => existsSync(path))!

export function ninefold(name: string, document: string, more: { readonly headers?: readonly string[] } = {}): Server {
  return { name, rows: 'ninefold', works: all, words: (file) => [entry, 'serve', document, '--port', '0', '--store', `sqlite:${file}`, '--log', 'silent'], ...more }
}

export const servers: readonly Server[] = [
  { name: 'node:http, constant bytes', words: () => [join(here, 'bare.mjs')], works: ['read', 'create'] },
  { name: 'by hand: Fastify, a commit a request', words: (file) => [join(here, 'by-hand/service.mjs'), file], rows: 'by-hand', works: all },
  { name: 'by hand, grouped commits', words: (file) => [join(here, 'by-hand/service.mjs'), file, 'grouped'], rows: 'by-hand', works: all },
  ninefold('Ninefold', join(here, 'orders.md')),
  ninefold('Ninefold, with an API key, a rule and a rate', join(here, 'orders-guarded.md'), { headers: ['X-Key: open sesame'] }),
]

export type Started = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** Resolves once it says its address. */
export async function start({ name, words }: Server, file: string): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [...words(file)], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, BENCH_KEY: 'open sesame' } })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout!.on('data', (piece: Buffer) => {
      const found = /http:\/\/[\d.]+:\d+/.exec((said += String(piece)))
      if (found !== null) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${said}`)))
  })
  return {
    url,
    pid: child.pid!,
    async stop() {
      const ended = new Promise((resolve) => child.removeAllListeners('exit').once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Milliseconds of CPU time, and MiB of memory now and at most, of a process (proc(5)). */
export function usage(pid: number): { readonly cpu: number; readonly memory: number; readonly peak: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  // A tick is a hundredth of a second on Linux.
  return { cpu: (Number(stat[11]) + Number(stat[12])) * 10, memory: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 }
}
