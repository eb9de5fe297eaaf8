// The compared servers: each is a separate process over its own file; `less` and `works` describe what it does.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Rows } from './rows.ts'

export type Work = 'read' | 'list' | 'create' | 'place'

export type Server = {
  readonly name: string
  /** The differences to the other servers, as text. */
  readonly less?: string
  readonly words: (file: string, port: number) => readonly string[]
  /** The form of its file; absent if it stores nothing. */
  readonly rows?: Rows
  /** The work that it can do. */
  readonly works: readonly Work[]
  /** The paths of its list, if they differ. */
  readonly list?: readonly string[]
  /** Sent with each request. */
  readonly headers?: readonly string[]
  /** True if its answers differ from those of the other servers. */
  readonly isPeer?: true
}

const here = import.meta.dirname
const all: readonly Work[] = ['read', 'list', 'create', 'place']

/** The built command, which is published; without a build, the source. */
export const entry = ['dist/cli/ninefold.js', 'scripts/from-source.mjs']
  .map((path) => join(here, '..', path))
  .find((path) => existsSync(path))!

/** The options of Node in the first line of the command. */
export const flags = /^#!.*\bnode (.+)/.exec(readFileSync(entry, 'utf8'))![1]!.split(' ')

export function ninefold(name: string, document: string, more: { readonly headers?: readonly string[] } = {}): Server {
  return {
    name,
    rows: 'ninefold',
    works: all,
    words: (file) => [...flags, entry, 'serve', document, '--port', '0', '--store', `sqlite:${file}`, '--log', 'silent'],
    ...more,
  }
}

function byHand(name: string, ...modes: readonly string[]): Server {
  return {
    name,
    rows: 'by-hand',
    works: all,
    words: (file) => [join(here, 'by-hand/service.mjs'), file, ...modes],
    ...(modes.includes('guarded') ? { headers: ['X-Key: open sesame'] } : {}),
  }
}

export const bare: Server = {
  name: 'node:http, constant bytes',
  less: 'does nothing at all',
  words: () => [join(here, 'bare.mjs')],
  works: ['read', 'create'],
}
/** The server with which the others are compared. */
export const hand = byHand('by hand: Fastify, a commit a request')
export const own = ninefold('Ninefold', join(here, 'orders.md'))

export const servers: readonly Server[] = [
  bare,
  hand,
  byHand('by hand, over better-sqlite3', 'better-sqlite3'),
  byHand('by hand, grouped commits', 'grouped'),
  own,
  byHand('by hand, grouped, with an API key, a rule and a rate', 'grouped', 'guarded'),
  ninefold('Ninefold, with an API key, a rule and a rate', join(here, 'orders-guarded.md'), { headers: ['X-Key: open sesame'] }),
]

export type Started = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** Running servers, which are stopped if the comparison ends early. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** Resolves when the server prints its address; for a peer, when it answers at its port. */
export async function start({ name, words, isPeer }: Server, file: string): Promise<Started> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [...words(file, port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_KEY: 'open sesame', NODE_NO_WARNINGS: '1' },
  })
  running.add(child.once('close', () => running.delete(child)))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (piece: Buffer) => {
      const found = isPeer ? null : /http:\/\/[\d.]+:\d+/.exec((output += String(piece)))
      if (found !== null) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)))
    if (isPeer) waitUntilAnswering(`http://127.0.0.1:${port}`).then(resolve, reject)
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function waitUntilAnswering(url: string): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    try {
      await (await fetch(url)).text()
      return url
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error(`nothing answers at ${url}`)
}

/** Milliseconds of CPU time, and MiB of memory now and at most, of a process (proc(5)). */
export function usage(pid: number): { readonly cpu: number; readonly memory: number; readonly peak: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  // A tick is a hundredth of a second on Linux.
  return { cpu: (Number(stat[11]) + Number(stat[12])) * 10, memory: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 }
}
