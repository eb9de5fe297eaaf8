// Prints a report as text: each finding with its lines of the document, expectation, observation, and reproducer.

import type { CoverageItem } from '../coverage.ts'
import type { Finding } from '../finding.ts'
import type { VerifyReport } from '../verify.ts'
import { makeComparableAnswer } from '../explore/outcome.ts'
import { shortenText } from '../oracle/comparison.ts'
import { printCurlScript } from './curl.ts'

/** The most differences of one answer that are printed. */
const maxDifferences = 5

export function verifyText(report: VerifyReport): string {
  const parts = [...report.findings.map((finding, index) => printFinding(report, finding, index + 1)), printSummary(report)]
  return `${parts.join('\n\n')}\n`
}

export function printSentence({ operation, differences, expected, isAbsent, observed: { status } }: Finding): string {
  const [{ part, at, expected: wanted, observed }] = differences as [Finding['differences'][number]]
  if (isAbsent) return `${operation} is not there: the server answers ${status}`
  const met = expected.trace.condition === undefined ? 'success' : `\`${expected.trace.condition}\``
  switch (part) {
    case 'status':
      return `${operation} answers ${observed.split(':')[0]!} where the document says ${wanted} (${met})`
    case 'header':
      return `${operation} answers with a header ${at} that differs from the document`
    case 'together':
      return `no order of ${at}, sent at the same time, explains the answers`
    case 'event':
      return wanted.startsWith('no ')
        ? `${operation} causes ${at || 'an event'}, which the document does not expect`
        : `${operation} causes ${at}, which differs from the document`
    case 'body':
      return `${operation} answers with ${at === '' ? 'a body' : `\`${at}\``} that differs from the document`
  }
}

export function printFinding({ compiled, url, seed }: VerifyReport, finding: Finding, number: number): string {
  const { clauses, differences, expected, observed, repeated, tries, after, seen } = finding
  const [first, ...more] = clauses
  const lines = [
    `${number}. ${printSentence(finding)}`,
    ...(first === undefined ? [] : [`   ${first.file}:${first.line}: ${first.text}`, ...(first.why === '' ? [] : [`     (${first.why})`])]),
    ...more.slice(0, 4).map(({ file, line, text, why }) => `   also ${file}:${line}: ${text}${why === '' ? '' : ` (${why})`}`),
    '',
    ...differences
      .slice(0, maxDifferences)
      .map(
        ({ part, at, expected: wanted, observed: got }) =>
          `   ${part}${at === '' ? '' : ` ${at}`}: expected ${shortenText(wanted, 200)}, observed ${shortenText(got, 200)}`,
      ),
    ...(differences.length > maxDifferences ? [`   and ${differences.length - maxDifferences} more differences`] : []),
    `   expected ${expected.status} ${shortenText(makeComparableAnswer(expected).body, 400)}`,
    `   observed ${observed.status} ${shortenText(observed.body, 400)}`,
    '',
    printCurlScript(compiled, url, finding).replaceAll(/^/gm, '   '),
    '',
    `   came again ${repeated} of ${tries} times, first after ${after} requests${seen > 1 ? `, ${seen} times in all` : ''}; seed ${seed}`,
  ]
  return lines.join('\n')
}

function printSummary(report: VerifyReport): string {
  const { findings, coverage, requests, seed, notes, residue, ended } = report
  const { outcomes, determined, confirmed, items } = coverage
  if (ended?.reason === 'unreachable' && confirmed === 0) return `nothing checked: ${ended.message}`
  const lines = [
    `${findings.length === 0 ? 'nothing found' : `${findings.length} finding${findings.length === 1 ? '' : 's'}`} in ${requests} requests; seed ${seed}`,
    `determined: ${determined} of ${outcomes} outcomes of the document (${printPercent(determined, outcomes)}); confirmed: ${confirmed} of these (${printPercent(confirmed, determined)})`,
    ...(ended === undefined ? [] : [`ended early: ${ended.message}`]),
    ...(residue.size === 0 ? [] : [`left on the server: ${[...residue].map(([name, count]) => `${count} ${name}`).join(', ')}`]),
    ...notes.map((note) => `note: ${note}`),
    ...list(
      'not reached',
      items.filter(({ state }) => state === 'not reached'),
    ),
    ...list(
      'not checked',
      items.filter(({ state }) => state === 'not checkable'),
    ),
  ]
  return lines.join('\n')
}

function list(title: string, items: readonly CoverageItem[]): string[] {
  if (items.length === 0) return []
  const groups = Map.groupBy(items, ({ why }) => why ?? '')
  return [...groups].flatMap(([why, own]) => [
    `${title}${why === '' ? '' : ` (${why})`}:`,
    ...own.map(({ name, clause }) => `  ${name}${clause === undefined ? '' : ` (${clause.file}:${clause.line})`}`),
  ])
}

export function printPercent(part: number, total: number): string {
  return total === 0 ? '100 %' : `${Math.floor((part / total) * 1000) / 10} %`
}
