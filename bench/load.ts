// What is sent to a server, as fast as it answers (wrk) or at a pace (paced.ts), and what it cost the process that answered.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Paced } from './paced.ts'
import { type Started, usage } from './servers.ts'

export type Load = { readonly method: string; readonly paths: readonly string[]; readonly body?: string; readonly headers?: readonly string[] }

/** Latencies in microseconds; `cpu` in microseconds a request; `memory` and `peak` in MiB. */
export type Measured = { readonly rate: number; readonly p50: number; readonly p99: number; readonly p999: number; readonly cpu: number; readonly memory: number; readonly peak: number; readonly requests: number }

const run = promisify(execFile)

type Asking = { readonly seconds: number; readonly connections?: number; readonly folder: string }

/** Each connection asks again when it is answered. They are all taken before the first asks, which is not part of the time. */
export async function peak(server: Started, load: Load, { seconds, connections = 64, folder }: Asking): Promise<Measured> {
  const [paths, body] = [join(folder, 'paths'), join(folder, 'body')]
  // Below what a server lets a connection wait for its first request.
  const pause = Math.min(4000, Math.max(200, connections))
  writeFileSync(paths, `${load.paths.join('\n')}\n`)
  if (load.body !== undefined) writeFileSync(body, load.body)
  const before = usage(server.pid)
  const script = ['-s', join(import.meta.dirname, 'wrk.lua'), server.url, '--', load.method, paths, load.body === undefined ? '-' : body, String(connections), String(pause), ...(load.headers ?? [])]
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds + Math.floor(pause / 1000)}s`, '--timeout', '30s', ...script])
  const after = usage(server.pid)
  const said = JSON.parse(stdout.trim().split('\n').at(-1)!) as { readonly [name in 'requests' | 'microseconds' | 'refused' | 'broken' | 'p50' | 'p99' | 'p999']: number }
  if (said.refused > 0 || said.broken > 0) throw new Error(`of ${said.requests} requests ${said.refused} were refused and ${said.broken} broken: ${load.method} ${load.paths[0]}, ${connections} connections`)
  const { p50, p99, p999 } = said
  const rate = (said.requests / (said.microseconds - pause * 1000)) * 1e6
  return { rate, p50, p99, p999, cpu: ((after.cpu - before.cpu) * 1000) / Math.max(1, said.requests), memory: after.memory, peak: after.peak, requests: said.requests }
}

/** So many a second, however long each takes; after half a second of the same. */
export async function paced(server: Started, load: Load, { rate, seconds, connections = 64 }: { readonly rate: number; readonly seconds: number; readonly connections?: number }): Promise<Paced> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'paced.ts'), JSON.stringify({ url: server.url, load, rate, seconds, connections })], { maxBuffer: 1e8 })
  const found = JSON.parse(stdout) as Paced
  if (found.refused > 0) throw new Error(`${found.refused} requests were refused: ${load.method} ${load.paths[0]}`)
  return found
}
