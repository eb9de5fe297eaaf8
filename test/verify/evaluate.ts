// Which faults of the hand-written servers are found, after how many requests, and at which line of the document.

import type { Fault } from '../servers/fault.ts'
import type { VerifyReport } from '../../src/verify/verify.ts'
import { type ByHand, verifyByHand } from './by-hand.ts'
import { type Subject, subjects } from './subjects.ts'

export type Judged = {
  readonly fault: Fault
  readonly report: VerifyReport
  /** Where among the lines of the first finding the broken one stands, from 0; -1 where it is not named. */
  readonly place: number
  readonly requests: number | undefined
}

export async function verifySubject(subject: Subject, fault: string | undefined, options: ByHand): Promise<VerifyReport> {
  return verifyByHand(subject.example, subject.open(fault), subject.tokens, options)
}

export async function judgeFault(subject: Subject, name: string, options: ByHand): Promise<Judged> {
  const fault = subject.faults.find((each) => each.name === name)
  if (fault === undefined) throw new Error(`there is no fault ${name}`)
  const report = await verifySubject(subject, name, { ...options, isEnough: true })
  const [first] = report.findings
  return { fault, report, requests: first?.after, place: first?.clauses.findIndex(({ text }) => fault.line.test(text)) ?? -1 }
}

/** Each clean server first, then each of its faults; says what came of each. */
export async function evaluate(seed: string, say: (text: string) => void, only?: string): Promise<void> {
  for (const subject of subjects.filter(({ name }) => only === undefined || name === only)) {
    const clean = await verifySubject(subject, undefined, { seed, effort: 5000 })
    say(
      `${subject.name}, clean: ${clean.findings.length} findings in ${clean.requests} requests, ${clean.coverage.confirmed} of ${clean.coverage.determined} confirmed`,
    )
    let [found, named] = [0, 0]
    for (const { name } of subject.faults) {
      const { report, requests, place } = await judgeFault(subject, name, { seed, effort: 5000 })
      if (requests !== undefined) found++
      if (place >= 0) named++
      say(
        `${requests === undefined ? 'not found' : place < 0 ? 'found at another line' : `found, line ${place + 1} of those named`}: ${subject.name}, ${name} (${requests ?? report.requests} requests)`,
      )
    }
    say(`${subject.name}, seed ${seed}: ${found} of ${subject.faults.length} found, ${named} at their line`)
  }
}
