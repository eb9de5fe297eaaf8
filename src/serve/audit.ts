// The operator's audit log: a JSON line for each exchange, timer, job and command that changed data, and for each unauthorised exchange.
// A line is written before its response is sent. If writing fails, the line stays buffered, and the service refuses further changes.

import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import type { Json } from '../base/json.ts'
import { describeThrown } from '../base/thrown.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import type { Delivery } from '../meaning/delivery/deliveries.ts'
import type { RecordedOutcome } from '../meaning/delivery/queue.ts'
import type { FiredTimer } from '../meaning/timers/timers.ts'
import type { JobResult } from '../meaning/jobs/jobs.ts'
import { printTimerMachine, splitTimerKey } from '../meaning/timers/operator-timers.ts'

export type AuditOptions = {
  /** A file, to which lines are appended; `-` is standard output. */
  readonly target: string
  /** True if changes continue while the log cannot be written; the log counts the lost lines. */
  readonly mayLose: boolean
}

export type AuditFailure = { readonly since: number; readonly cause: string }

/** The conditions of part 7 that mean an unauthorised request. */
const unauthorised: ReadonlySet<string> = new Set(['unauthenticated', 'insufficient-scope', 'forbidden'])

/** Milliseconds between two checks that the file still exists. */
const pause = 1000

type AuditEnvironment = { readonly now: () => number; readonly onFailing: (failure: AuditFailure | undefined, lost: number) => void }

export class Audit {
  readonly #options: AuditOptions
  readonly #environment: AuditEnvironment
  #file: number | undefined
  #identity = ''
  #nextLook = 0
  #pending: Buffer = Buffer.alloc(0)
  #lostLines = 0
  #failure: AuditFailure | undefined

  /** Throws if the file cannot be opened. */
  constructor(options: AuditOptions, environment: AuditEnvironment) {
    this.#options = options
    this.#environment = environment
    this.#open()
  }

  get failing(): AuditFailure | undefined {
    return this.#failure
  }

  /** True if changes are allowed now; tries to write buffered lines again. */
  acceptsChanges(): boolean {
    if (this.#failure !== undefined) this.#flush()
    return this.#failure === undefined || this.#options.mayLose
  }

  exchange({ operation, credentials, id }: Exchange, { status, trace }: Answer): void {
    const { audited, condition } = trace
    const isRefused = condition !== undefined
    const hidden = isRefused ? audited?.hidden : undefined
    if (isRefused ? hidden === undefined && !unauthorised.has(condition.split(' ')[0]!) : (audited?.records.length ?? 0) === 0) return
    const schemes = Array.from(credentials ?? []).flatMap(([name, { kind }]) => (kind === 'valid' ? [name] : []))
    this.#writeLine({
      request: id,
      operation: operation.name,
      ...(audited?.caller === undefined ? {} : { caller: audited.caller }),
      ...(schemes.length === 0 ? {} : { scheme: schemes.join(' ') }),
      ...(audited?.tenant === undefined ? {} : { tenant: audited.tenant }),
      outcome: isRefused ? 'refused' : 'done',
      ...(isRefused ? { condition } : {}),
      status,
      ...(trace.transitions.length === 0 ? {} : { transitions: trace.transitions }),
      records: isRefused ? [] : (audited?.records ?? []),
      ...(hidden === undefined ? {} : { hidden }),
    })
  }

  /** Records a timer that fired, was replaced, or is no longer tried. */
  timer({ timer, outcome, audited }: FiredTimer): void {
    if (outcome === 'dropped' || outcome === 'again' || outcome === 'skipped') return
    const { key } = splitTimerKey(timer)
    this.#writeLine({
      timer: timer.id,
      of: printTimerMachine(timer),
      record: { resource: timer.resource, key: JSON.parse(key) as Json },
      outcome,
      ...listAuditFields(audited),
    })
  }

  job({ job, outcome, audited }: JobResult): void {
    if (outcome !== 'again') this.#writeLine({ job: job.id, code: job.behaviour, outcome, ...listAuditFields(audited) })
  }

  /** Records the document's reaction to an attempt to deliver. */
  delivery({ id, name }: Pick<Delivery, 'id' | 'name'>, { audited }: RecordedOutcome): void {
    if (audited !== undefined) this.#writeLine({ delivery: id, of: name, outcome: 'done', ...listAuditFields(audited) })
  }

  /** Records an operator's action, by a command or on the listener: `done` are the affected ids. */
  operator(operatorName: string, command: string, done: readonly (string | number)[]): void {
    this.#writeLine({ operator: operatorName, command, done })
  }

  close(): void {
    this.#flush()
    if (this.#file !== undefined && this.#file > 2) closeSync(this.#file)
    this.#file = undefined
  }

  #writeLine(entry: object): void {
    const line = `${JSON.stringify({ time: new Date(this.#environment.now()).toISOString(), ...entry })}\n`
    this.#pending = Buffer.concat([this.#pending, Buffer.from(line)])
    this.#flush()
  }

  /** Writes the buffered lines; they stay buffered if that fails. */
  #flush(): void {
    if (this.#pending.length === 0) return
    try {
      this.#reopenIfMoved()
      while (this.#pending.length > 0) this.#pending = this.#pending.subarray(writeSync(this.#file!, this.#pending))
      if (this.#failure === undefined) return
      this.#failure = undefined
      this.#environment.onFailing(undefined, this.#lostLines)
      this.#lostLines = 0
    } catch (error) {
      if (this.#options.mayLose) {
        this.#lostLines++
        this.#pending = Buffer.alloc(0)
      }
      if (this.#failure !== undefined) return
      this.#failure = { since: this.#environment.now(), cause: `the audit log cannot be written (${describeThrown(error).split('\n')[0]})` }
      this.#environment.onFailing(this.#failure, 0)
    }
  }

  /** Reopens the file under its name if a log rotation moved it. */
  #reopenIfMoved(): void {
    const now = this.#environment.now()
    if (this.#options.target === '-' || (now < this.#nextLook && this.#failure === undefined)) return
    this.#nextLook = now + pause
    if (this.#file !== undefined && identifyFile(this.#options.target) === this.#identity) return
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#open()
  }

  #open(): void {
    const { target } = this.#options
    this.#file = target === '-' ? 1 : openSync(target, 'a', 0o600)
    this.#identity = target === '-' ? '' : identifyFile(target)
  }
}

function listAuditFields(audited: FiredTimer['audited']): object {
  return audited === undefined
    ? { records: [] }
    : { ...(audited.tenant === undefined ? {} : { tenant: audited.tenant }), records: audited.records }
}

function identifyFile(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.dev} ${stats.ino}`
}
