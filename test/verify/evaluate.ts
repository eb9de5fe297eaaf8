// Which faults of the hand-written orders are found, after how many requests, and at which line of the document.

import { Orders } from '../servers/orders.ts'
import { type Fault, faults } from '../servers/orders-faults.ts'
import type { VerifyReport } from '../../src/verify/verify.ts'
import { type ByHand, verifyByHand } from './by-hand.ts'

export const tokens = { bea: 'token-of-bea', carl: 'token-of-carl', forger: 'nobody' }

export type Judged = { readonly fault: Fault; readonly report: VerifyReport; /** Where among the lines of the first finding the broken one stands, from 0; -1 where it is not named. */ readonly place: number; readonly requests: number | undefined }

export async function verifyOrders(fault: string | undefined, options: ByHand): Promise<VerifyReport> {
  const server = new Orders(fault)
  return verifyByHand('orders', (request, response) => server.handle(request, response), tokens, options)
}

export async function judgeFault(name: string, options: ByHand): Promise<Judged> {
  const fault = faults.find((each) => each.name === name)
  if (fault === undefined) throw new Error(`there is no fault ${name}`)
  const report = await verifyOrders(name, { ...options, isEnough: true })
  const [first] = report.findings
  return { fault, report, requests: first?.after, place: first?.clauses.findIndex(({ text }) => fault.line.test(text)) ?? -1 }
}

/** The clean server first, then each fault; says what came of each. */
export async function evaluate(seed: string, say: (text: string) => void): Promise<void> {
  const clean = await verifyOrders(undefined, { seed, effort: 5000 })
  say(`clean: ${clean.findings.length} findings in ${clean.requests} requests, ${clean.coverage.confirmed} of ${clean.coverage.determined} confirmed`)
  let [found, named] = [0, 0]
  for (const { name } of faults) {
    const { report, requests, place } = await judgeFault(name, { seed, effort: 5000 })
    if (requests !== undefined) found++
    if (place >= 0) named++
    say(`${requests === undefined ? 'not found' : place < 0 ? 'found at another line' : `found, line ${place + 1} of those named`}: ${name} (${requests ?? report.requests} requests)`)
  }
  say(`seed ${seed}: ${found} of ${faults.length} found, ${named} at their line`)
}
