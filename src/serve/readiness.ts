// Computes readiness and its reasons: load, store failures, and delayed background work.

import type { Awaitable } from '../base/awaitable.ts'
import { printDuration } from '../base/duration.ts'

/** `since`: RFC 3339. `overdue`: the delay of the earliest due work, as an ISO 8601 duration. */
export type HealthCheck = { readonly status: 'pass' | 'fail'; readonly output?: string; readonly since?: string; readonly overdue?: string }

export type Readiness = { readonly ready: boolean; readonly checks: { readonly [name: string]: HealthCheck } }

/** For each kind of timed work, when its first item is due, in milliseconds since 1970; undefined if nothing waits. */
export type Due = { readonly [work in 'timers' | 'jobs' | 'deliveries']: number | undefined }

export type ProbeSources = {
  now(): number
  isStopping(): boolean
  /** True if further requests are shed. */
  isBehind(): boolean
  findFailure(): { readonly since: number; readonly cause: string } | undefined
  /** Absent without an audit log. */
  auditFailing?(): { readonly since: number; readonly cause: string } | undefined
  /** Undefined if the store does not answer. */
  due(): Awaitable<Due | undefined>
  /** Milliseconds by which work may be late. */
  readonly maxOverdue: number
}

export async function probeReadiness(probes: ProbeSources): Promise<Readiness> {
  const due = await probes.due()
  const checks = {
    requests: makeRequestsCheck(probes),
    store:
      due === undefined && probes.findFailure() === undefined ? fail('the store does not answer') : makeStoreCheck(probes.findFailure()),
    ...(probes.auditFailing === undefined ? {} : { audit: makeStoreCheck(probes.auditFailing()) }),
    ...(due === undefined ? {} : makeOverdueChecks(computeLateness(due, probes.now()), probes.maxOverdue)),
  }
  return { ready: Object.values(checks).every(({ status }) => status === 'pass'), checks }
}

const pass: HealthCheck = { status: 'pass' }

function fail(output: string): HealthCheck {
  return { status: 'fail', output }
}

function makeStoreCheck(findFailure: ReturnType<ProbeSources['findFailure']>): HealthCheck {
  return findFailure === undefined ? pass : { ...fail(findFailure.cause), since: new Date(findFailure.since).toISOString() }
}

function makeOverdueChecks(lateness: ReturnType<typeof computeLateness>, limit: number): { readonly [work: string]: HealthCheck } {
  return Object.fromEntries(
    Object.entries(lateness).map(([work, ms]): [string, HealthCheck] => {
      const overdue = printDuration(ms)
      return [work, ms > limit ? { ...fail(`what was due ${overdue} ago is not done yet`), overdue } : { ...pass, overdue }]
    }),
  )
}

/** Milliseconds by which the first of each is late. */
export function computeLateness(due: Due, now: number): { readonly [work in keyof Due]: number } {
  const subtractDue = (at: number | undefined): number => (at === undefined ? 0 : Math.max(0, now - at))
  return { timers: subtractDue(due.timers), jobs: subtractDue(due.jobs), deliveries: subtractDue(due.deliveries) }
}

function makeRequestsCheck(probes: ProbeSources): HealthCheck {
  if (probes.isStopping()) return fail('the service is being stopped')
  return probes.isBehind() ? fail('overloaded: further requests are shed') : pass
}
