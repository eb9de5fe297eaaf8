// One run of wrk against one address, and what it cost the process that answered.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Started, usage } from './servers.ts'

export type Load = { readonly method: string; readonly paths: readonly string[]; readonly body?: string; readonly headers?: readonly string[] }

/** Latencies in microseconds; `cpu` in microseconds a request; `memory` and `peak` in MiB. */
export type Measured = { readonly rate: number; readonly p50: number; readonly p99: number; readonly p999: number; readonly cpu: number; readonly memory: number; readonly peak: number }

const run = promisify(execFile)

export async function hit(server: Started, load: Load, { seconds, connections = 64, folder }: { readonly seconds: number; readonly connections?: number; readonly folder: string }): Promise<Measured> {
  const [paths, body] = [join(folder, 'paths'), join(folder, 'body')]
  writeFileSync(paths, `${load.paths.join('\n')}\n`)
  if (load.body !== undefined) writeFileSync(body, load.body)
  const before = usage(server.pid)
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', join(import.meta.dirname, 'load.lua'), server.url, '--', load.method, paths, load.body === undefined ? '-' : body, ...(load.headers ?? [])]
  const { stdout } = await run('wrk', words)
  const after = usage(server.pid)
  const said = JSON.parse(stdout.trim().split('\n').at(-1)!) as { readonly [name in 'requests' | 'microseconds' | 'refused' | 'broken' | 'p50' | 'p99' | 'p999']: number }
  if (said.refused > 0 || said.broken > 0) throw new Error(`${said.refused} requests were refused and ${said.broken} broken: ${load.method} ${load.paths[0]}`)
  const { p50, p99, p999 } = said
  return { rate: (said.requests / said.microseconds) * 1e6, p50, p99, p999, cpu: ((after.cpu - before.cpu) * 1000) / said.requests, memory: after.memory, peak: after.peak }
}
