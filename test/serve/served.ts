// Serves a document from memory on any free port, for tests that speak HTTP.

import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import type { Clock } from '../../src/base/clock.ts'
import type { Logging } from '../../src/cli/observing.ts'
import type { ServeOptions, Running } from '../../src/cli/options.ts'
import { runService } from '../../src/cli/running.ts'
import { compile } from '../../src/compile/compile.ts'
import type { Trace } from '../../src/exchange/exchange.ts'
import type { SecretSources } from '../../src/serve/caller/secrets.ts'
import { conventions } from '../conventions.ts'
import { opening } from './stores.ts'

export type Served = Running & { readonly seen: Trace[] }

export async function served(
  context: Pick<TestContext, 'after'>,
  text: string,
  options: {
    admin?: boolean
    explain?: boolean
    virtual?: boolean
    secrets?: SecretSources
    store?: string
    page?: string
    token?: string
    name?: string
    trusted?: readonly string[]
    log?: Logging
    deliveries?: ServeOptions['deliveries']
    settings?: ServeOptions['settings']
    clock?: Clock
    turn?: number
    held?: number
    audit?: NonNullable<ServeOptions['audit']>
    access?: ServeOptions['access']
    mcp?: string
  } = {},
): Promise<Served> {
  const compiled = compile([{ name: options.name ?? 'service.yaml', text }], conventions())
  const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '))
  const seen: Trace[] = []
  const running = await runService(compiled, {
    port: 0,
    host: '127.0.0.1',
    ...opening(options.store ?? 'memory'),
    settings: options.settings ?? new Map(),
    virtual: options.virtual === true,
    explain: options.explain === true,
    ...(options.admin ? { admin: 0 } : {}),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    operatorLimits: {
      ...(options.turn === undefined ? {} : { turn: options.turn }),
      ...(options.held === undefined ? {} : { held: options.held }),
    },
    ...(options.access === undefined ? {} : { access: options.access }),
    ...(options.audit === undefined ? {} : { audit: options.audit }),
    ...(options.mcp === undefined ? {} : { mcp: options.mcp }),
    ...(options.page === undefined ? {} : { page: options.page }),
    ...(options.token === undefined ? {} : { adminToken: options.token }),
    ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.trusted === undefined ? {} : { trusted: options.trusted }),
    ...(options.deliveries === undefined ? {} : { deliveries: options.deliveries }),
    onAnswer: (_exchange, _request, { trace }) => void seen.push(trace),
  })
  if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
  context.after(() => running.stop())
  return Object.assign(running, { seen })
}

/** Sends bytes as they are, and gives all that comes back until the connection ends. */
export function raw(url: string, bytes: string | Buffer): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket
      .setEncoding('latin1')
      .on('data', (piece) => (text += String(piece)))
      .on('end', () => resolve(text))
      .on('error', reject)
  })
}
