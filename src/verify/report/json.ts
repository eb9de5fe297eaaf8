// Converts a report to JSON, which `--replay` reads.

import type { Clause } from '../clauses/clauses.ts'
import type { VerifyReport } from '../verify.ts'
import { makeComparableAnswer } from '../explore/outcome.ts'
import type { RequestStep } from '../step.ts'
import { printCurlScript } from './curl.ts'
import { printHurlScript } from './hurl.ts'
import { redactHeader } from './redact.ts'
import { printSentence } from './text.ts'

export type VerifyReportJson = {
  readonly url: string
  readonly seed: string
  readonly requests: number
  readonly conforms: boolean
  readonly ended: string | null
  readonly findings: readonly FindingJson[]
  readonly coverage: object
  readonly notes: readonly string[]
  readonly residue: { readonly [resource: string]: number }
}

export type FindingJson = {
  readonly message: string
  readonly operation: string
  readonly bucket: string
  readonly clauses: readonly ClauseJson[]
  readonly differences: readonly object[]
  readonly expected: { readonly status: number; readonly condition: string | null; readonly body: string }
  readonly observed: { readonly status: number; readonly body: string }
  readonly steps: readonly RequestStep[]
  readonly curl: string
  readonly hurl: string
  readonly repeated: number
  readonly tries: number
  readonly after: number
  readonly seen: number
}

type ClauseJson = { readonly file: string; readonly line: number; readonly column: number; readonly text: string; readonly why: string }

export function verifyJson({ compiled, url, seed, requests, findings, coverage, notes, residue, ended }: VerifyReport): VerifyReportJson {
  return {
    url,
    seed,
    requests,
    conforms: findings.length === 0,
    ended: ended?.message ?? null,
    findings: findings.map((finding): FindingJson => ({
      message: printSentence(finding),
      operation: finding.operation,
      bucket: finding.bucket,
      clauses: finding.clauses.map(convertClauseToJson),
      differences: finding.differences,
      expected: {
        status: finding.expected.status,
        condition: finding.expected.trace.condition ?? null,
        body: makeComparableAnswer(finding.expected).body,
      },
      observed: { status: finding.observed.status, body: finding.observed.body },
      steps: finding.steps.map((step) => ({
        ...step,
        headers: step.headers.map(([name, value]) => [name, redactHeader(name, value)] as const),
      })),
      hurl: printHurlScript(compiled, finding),
      curl: printCurlScript(compiled, url, finding),
      repeated: finding.repeated,
      tries: finding.tries,
      after: finding.after,
      seen: finding.seen,
    })),
    coverage: {
      outcomes: coverage.outcomes,
      determined: coverage.determined,
      confirmed: coverage.confirmed,
      items: coverage.items.map(({ part, name, state, why, clause }) => ({
        part,
        name,
        state,
        ...(why === undefined ? {} : { why }),
        ...(clause === undefined ? {} : { file: clause.file, line: clause.line }),
      })),
    },
    notes,
    residue: Object.fromEntries(residue),
  }
}

export function convertClauseToJson({ file, line, column, text, why }: Clause): ClauseJson {
  return { file, line, column, text, why }
}
