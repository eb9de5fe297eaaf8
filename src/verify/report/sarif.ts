// Converts a report to SARIF 2.1.0, which code hosts display at the document's violated lines.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import type { Clause } from '../clauses/clauses.ts'
import type { Finding } from '../finding.ts'
import type { VerifyReport } from '../verify.ts'
import { printCurlScript } from './curl.ts'
import { printSentence } from './text.ts'

const about = {
  status: 'The status differs from the document.',
  header: 'A header differs from the document.',
  body: 'The body differs from the document.',
  event: 'An event or a delivery differs from the document.',
  together: 'No order of simultaneous requests explains their answers.',
} as const

export function verifySarif(report: VerifyReport): JsonObject {
  const rules = (['status', 'header', 'body', 'event', 'together'] as const).map((id): Json => ({
    id,
    shortDescription: { text: about[id] },
    defaultConfiguration: { level: 'error' },
  }))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      { tool: { driver: { name: 'ninefold verify', rules } }, results: report.findings.map((finding) => makeResult(report, finding)) },
    ],
  }
}

function makeResult({ compiled, url }: VerifyReport, finding: Finding): Json {
  const [{ part }] = finding.differences as [Finding['differences'][number]]
  const [first, ...more] = finding.clauses
  return createJsonObject([
    ['ruleId', part],
    ['level', 'error'],
    ['message', { text: `${printSentence(finding)}.\n\n${printCurlScript(compiled, url, finding)}` }],
    ...(first === undefined ? [] : [['locations', [makeLocation(first)]] as const]),
    ...(more.length === 0
      ? []
      : [['relatedLocations', more.map((clause) => ({ ...makeLocation(clause), message: { text: clause.why } }))] as const]),
    // The same deviation at another line is the same result.
    ['partialFingerprints', { deviation: finding.bucket }],
  ])
}

function makeLocation({ file, line, column }: Clause): JsonObject {
  return { physicalLocation: { artifactLocation: { uri: file.replaceAll('\\', '/') }, region: { startLine: line, startColumn: column } } }
}
