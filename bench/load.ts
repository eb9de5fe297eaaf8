// Sends requests to a server, as fast as it answers (wrk) or at a constant rate (paced.ts), and measures the CPU time of the server.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Paced } from './paced.ts'
import { type Started, usage } from './servers.ts'

export type Load = {
  readonly method: string
  readonly paths: readonly string[]
  readonly body?: string
  readonly headers?: readonly string[]
}

/** Latencies in microseconds; `cpu` in microseconds per request; `memory` and `peak` in MiB. */
export type Measured = {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly cpu: number
  readonly memory: number
  readonly peak: number
  readonly requests: number
}

const run = promisify(execFile)

type PeakOptions = { readonly seconds: number; readonly connections?: number; readonly folder: string }

/** Each connection sends its next request after an answer. The time starts when the server has accepted all connections. */
export async function peak(server: Started, load: Load, { seconds, connections = 64, folder }: PeakOptions): Promise<Measured> {
  const [paths, body] = [join(folder, 'paths'), join(folder, 'body')]
  // Shorter than the time that servers wait for the first request of a connection.
  const pause = Math.min(4000, Math.max(200, connections))
  writeFileSync(paths, `${load.paths.join('\n')}\n`)
  if (load.body !== undefined) writeFileSync(body, load.body)
  const before = usage(server.pid)
  const script = [
    '-s',
    join(import.meta.dirname, 'wrk.lua'),
    server.url,
    '--',
    load.method,
    paths,
    load.body === undefined ? '-' : body,
    String(connections),
    String(pause),
    ...(load.headers ?? []),
  ]
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds + Math.floor(pause / 1000)}s`,
    '--timeout',
    '30s',
    ...script,
  ])
  const after = usage(server.pid)
  const output = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
    readonly [name in 'requests' | 'microseconds' | 'refused' | 'broken' | 'p50' | 'p99' | 'p999']: number
  }
  if (output.refused > 0 || output.broken > 0)
    throw new Error(
      `of ${output.requests} requests ${output.refused} were refused and ${output.broken} broken: ${load.method} ${load.paths[0]}, ${connections} connections`,
    )
  const { p50, p99, p999 } = output
  const rate = (output.requests / (output.microseconds - pause * 1000)) * 1e6
  return {
    rate,
    p50,
    p99,
    p999,
    cpu: ((after.cpu - before.cpu) * 1000) / Math.max(1, output.requests),
    memory: after.memory,
    peak: after.peak,
    requests: output.requests,
  }
}

/** Sends requests at a constant rate, regardless of the answers, after half a second of warming. */
export async function paced(
  server: Started,
  load: Load,
  { rate, seconds, connections = 64 }: { readonly rate: number; readonly seconds: number; readonly connections?: number },
): Promise<Paced> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, 'paced.ts'), JSON.stringify({ url: server.url, load, rate, seconds, connections })],
    { maxBuffer: 1e8 },
  )
  const result = JSON.parse(stdout) as Paced
  if (result.refused > 0) throw new Error(`${result.refused} requests were refused: ${load.method} ${load.paths[0]}`)
  return result
}
