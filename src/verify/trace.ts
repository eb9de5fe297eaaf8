// Judges the requests of other clients, from a recording or a proxy. Sends nothing itself.

import type { Compiled } from '../compile/compile.ts'
import { listClauses } from './clauses/clauses.ts'
import { type VerifyCoverage, measureCoverage, outcomeName } from './coverage.ts'
import { identifyFailure } from './drive/confirm.ts'
import type { Finding } from './finding.ts'
import type { OracleCallers } from './oracle/callers.ts'
import { createInterpreter } from './oracle/interpreter.ts'
import { Replica } from './oracle/replica.ts'
import { type ObservedAnswer, type ServerRequest, separateVersion } from './oracle/request.ts'
import type { VerifyOptions } from './options.ts'

/** One request with its answer. */
export type TracedExchange = { readonly request: ServerRequest; readonly observed: ObservedAnswer }

export type TraceOptions = Pick<VerifyOptions, 'url' | 'seed' | 'settings' | 'fixtures'>

/** The most requests before a finding that are reported with it. */
const maxRequestsBefore = 12

/** Conditions that a record from before the trace may cause or prevent. */
const recordConditions = /^(not-found|dangling|unauthenticated|forbidden|cursor-expired|precondition-failed)/

export class TraceJudge {
  readonly findings: Finding[] = []
  readonly #outcomes = { confirmed: new Set<string>(), failed: new Set<string>() }
  readonly #replica: Replica
  readonly #compiled: Compiled
  readonly #earlierRequests: ServerRequest[] = []
  /** True after an answer contained a record that the trace did not create. */
  #isPartial = false
  count = 0
  judged = 0

  /** `start`: the time at which the server had exactly the initial records, in milliseconds since 1970. */
  constructor(compiled: Compiled, callers: OracleCallers, { url, seed, settings, fixtures }: TraceOptions, start: number) {
    this.#compiled = compiled
    this.#replica = new Replica(
      createInterpreter(compiled, callers, { seed, start, settings, fixtures, host: new URL(url).host, counts: true }),
      start,
    )
  }

  /** Judges one exchange; call it in the order of the answers. Returns a new finding, if any. */
  judge({ request: sent, observed }: TracedExchange): Finding | undefined {
    this.count++
    const request = separateVersion(this.#compiled, sent)
    const { expected, differences: allDifferences } = this.#replica.judge(request, observed)
    // Requests outside the trace count for rates too.
    const differences = allDifferences.filter(({ part, at }) => part !== 'header' || !/^ratelimit/i.test(at))
    this.#earlierRequests.push(request)
    const { condition } = expected.trace
    if (differences.length > 0 && isRate(condition, observed)) return undefined
    if (differences.length > 0 && this.#isExplainedByEarlierRecords(condition, observed, expected.of?.action)) {
      this.#isPartial = true
      return undefined
    }
    this.judged++
    const name = expected.of === undefined ? undefined : outcomeName(expected.of.id, condition ?? 'succeeds')
    if (differences.length === 0) {
      if (name !== undefined) this.#outcomes.confirmed.add(name)
      return undefined
    }
    if (name !== undefined) this.#outcomes.failed.add(name)
    const bucket = identifyFailure({ expected, observed, differences })
    const sameFinding = this.findings.find((finding) => finding.bucket === bucket)
    if (sameFinding !== undefined) {
      sameFinding.seen++
      return undefined
    }
    const requests = this.#earlierRequests.slice(-maxRequestsBefore)
    const finding: Finding = {
      bucket,
      isAbsent: false,
      expected,
      observed,
      differences,
      steps: requests,
      requests,
      repeated: 0,
      tries: 0,
      after: this.count,
      seen: 1,
      operation: expected.of?.name ?? `${request.method} ${request.target}`,
      clauses: listClauses(this.#compiled, differences, expected, observed, {}, [request]),
    }
    this.findings.push(finding)
    return finding
  }

  /**
   * True if records from before the trace explain an answer. They are unknown: a single answer may show one, and a list may contain
   * some.
   */
  #isExplainedByEarlierRecords(condition: string | undefined, { status }: ObservedAnswer, action: string | undefined): boolean {
    if (condition !== undefined && recordConditions.test(condition)) return status < 400 || this.#isPartial
    return action === 'list' && condition === undefined && status === 200 && this.#isPartial
  }

  get coverage(): VerifyCoverage {
    return measureCoverage(this.#compiled, this.#outcomes, { clock: true, events: true })
  }

  get notes(): readonly string[] {
    const unjudgedCount = this.count - this.judged
    return unjudgedCount === 0
      ? []
      : [
          `${unjudgedCount} of ${this.count} answers were not judged: they are about records from before the trace, or a rate that other clients use too`,
        ]
  }
}

/** True if the server or the document refuses the request for a rate. */
function isRate(condition: string | undefined, { status }: ObservedAnswer): boolean {
  return condition?.startsWith('rate-limited') === true || status === 429
}
