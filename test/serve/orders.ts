// The example of orders, served over SQLite for tests that speak HTTP.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Running } from '../../src/cli/options.ts'
import { runService } from '../../src/cli/running.ts'
import { compile } from '../../src/compile/compile.ts'
import type { Trace } from '../../src/exchange/exchange.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { conventions } from '../conventions.ts'

export type Orders = {
  readonly url: string
  readonly facts: Facts
  readonly reports: readonly string[]
  readonly stop: () => Promise<void>
}

/** Deliveries are not sent. `reports` are the operator's reports of `internal` answers. */
export async function servedOrders(document = 'examples/orders.md'): Promise<Orders> {
  const root = new URL('../../', import.meta.url)
  const compiled = compile([{ name: document, text: readFileSync(new URL(document, root), 'utf8') }], conventions())
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-orders-'))
  const reports: string[] = []
  const onAnswer = (_exchange: unknown, _request: unknown, { trace: { report } }: { trace: Trace }): void =>
    void (report === undefined || reports.push(report))
  const running: Running | { problems: unknown } = await runService(compiled, {
    port: 0,
    host: '127.0.0.1',
    store: `sqlite:${join(folder, 'store.db')}`,
    settings: new Map(),
    virtual: false,
    explain: false,
    onAnswer,
    deliveries: { send: async () => ({ status: 204 }) },
  })
  if ('problems' in running) throw new Error('the example cannot be served')
  return {
    url: running.url,
    facts: compiled.facts,
    reports,
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
