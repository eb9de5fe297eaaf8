// Turns failures into findings: confirms and shortens them, names their lines, and makes the replica agree with the server again.

import type { Operation } from '../model/model.ts'
import type { Row } from '../meaning/record/row.ts'
import { makeClause, listClauses } from './clauses/clauses.ts'
import type { StepHistory } from './step-history.ts'
import { outcomeName } from './coverage.ts'
import { isStatusOfAbsence } from './server/absent-operations.ts'
import { adoptServerRecords } from './drive/adopt.ts'
import { identifyFailure, confirm } from './drive/confirm.ts'
import type { StepFailure } from './drive/instance.ts'
import { readRows } from './server/reading.ts'
import type { Session } from './server/session.ts'
import type { Finding } from './finding.ts'
import { listFormerAddresses } from './clauses/version-clauses.ts'

/** What a failure follows; a function if only the shortened sequence shows it. */
export type HistoryOf = StepHistory | ((least: StepFailure) => StepHistory)

/** What only the run knows of the server. */
type ServerState = {
  /** True for a record that existed before the run. */
  readonly isInitial: (row: Row) => boolean
  /** False if the server cannot be reset. */
  readonly reset: () => Promise<boolean>
}

export class FindingRecorder {
  readonly findings: Finding[] = []
  readonly #session: Session
  readonly #notes: Set<string>
  readonly #failed: Set<string>
  readonly #server: ServerState
  /** The number of failures that were not recorded, while work runs that records none. */
  #withheld: number | undefined

  /** Adds to `notes`, and to `failed` the names of outcomes. */
  constructor(session: Session, notes: Set<string>, failed: Set<string>, server: ServerState) {
    this.#session = session
    this.#notes = notes
    this.#failed = failed
    this.#server = server
  }

  /** True after a known difference that does not change records. Reports any other. */
  async continueAfter(failure: StepFailure, background: HistoryOf): Promise<boolean> {
    const knownFinding = this.findings.find(({ bucket }) => bucket === identifyFailure(failure))
    const isOfHeaders = failure.differences.every(({ part }) => part === 'header')
    if (knownFinding === undefined || !isOfHeaders) {
      await this.report(failure, background)
      return false
    }
    knownFinding.seen++
    return true
  }

  /** Runs `work` without recording failures; true if there was one. */
  async withhold(work: () => Promise<void>): Promise<boolean> {
    this.#withheld = 0
    try {
      await work()
      return this.#withheld > 0
    } finally {
      this.#withheld = undefined
    }
  }

  /** Confirms, shortens and records a new failure. */
  async report(failure: StepFailure, background: HistoryOf): Promise<void> {
    if (this.#withheld !== undefined) {
      this.#withheld++
      return this.#resync(failure)
    }
    const bucket = identifyFailure(failure)
    const knownFinding = this.findings.find((finding) => finding.bucket === bucket)
    const operation = failure.expected.of
    if (operation !== undefined) this.#failed.add(outcomeName(operation.id, failure.expected.trace.condition ?? 'succeeds'))
    if (knownFinding !== undefined) {
      knownFinding.seen++
      return this.#resync(failure)
    }
    const { absent } = this.#session
    if (absent.has(failure.expected, failure.requests.at(-1)!)) return this.#resync(failure)
    const after = this.#session.count
    const { failure: least, repeated, tries } = await confirm(this.#session, failure, () => this.#resync(failure))
    if (repeated === 0) {
      this.#notes.add(
        `${failure.requests.at(-1)!.method} ${failure.requests.at(-1)!.target} was answered with ${failure.observed.status} once (another ${[failure.differences[0]!.part, failure.differences[0]!.at].join(' ').trim()} than the document specifies), and as specified when it was repeated`,
      )
      return this.#resync(failure)
    }
    const last = least.requests.at(-1)!
    const { compiled } = this.#session
    const isAbsent = absent.isAbsence(least.expected, last, least.observed)
    if (isAbsent) {
      absent.add(least.expected, last)
      this.#forgetFindingsOf(operation, last.version)
    }
    this.findings.push({
      bucket,
      isAbsent,
      repeated,
      tries,
      after,
      seen: 1,
      operation: operation?.name ?? `${last.method} ${last.target}`,
      clauses: isAbsent
        ? [...listFormerAddresses(compiled, last), [least.expected.of!.key.span, 'is what the server lacks'] as const].map(([span, why]) =>
            makeClause(span, why),
          )
        : listClauses(compiled, least.differences, least.expected, least.observed, findHistory(background, least), least.requests),
      expected: least.expected,
      observed: least.observed,
      differences: least.differences,
      steps: least.steps,
      requests: least.requests,
    })
    await this.#resync(least)
  }

  /** Removes earlier findings of an operation that the server lacks: they say the same. */
  #forgetFindingsOf(operation: Operation | undefined, version: string | undefined): void {
    const others = this.findings.filter(
      ({ expected, observed, requests }) =>
        expected.of !== operation || requests.at(-1)!.version !== version || !isStatusOfAbsence(observed.status),
    )
    this.findings.splice(0, this.findings.length, ...others)
  }

  /** Makes the replica agree with the server after a failure. */
  async #resync(failure: StepFailure): Promise<void> {
    if (await this.#server.reset()) return
    const text =
      failure.requests.map(({ target, body }) => `${decodeURIComponent(target)} ${body ?? ''}`).join('\n') + failure.observed.body
    const rows = [...readRows(this.#session).values()].filter(
      (row) => this.#server.isInitial(row) || text.includes(row.key.replaceAll(/^\["?|"?\]$/g, '')),
    )
    await adoptServerRecords(
      this.#session,
      rows.filter(({ resource }) =>
        this.#session.compiled.facts.operations.some(
          ({ writes, creates }) => creates.includes(resource) || writes.some((name) => name.startsWith(`${resource}.`)),
        ),
      ),
    )
  }
}

function findHistory(history: HistoryOf, least: StepFailure): StepHistory {
  return typeof history === 'function' ? history(least) : history
}
