// Prints a report as JUnit XML: one suite per part, one test per outcome; deviations fail, unobserved outcomes are skipped.

import { escapeXml } from '../../scenario/report.ts'
import type { CoverageItem } from '../coverage.ts'
import type { VerifyReport } from '../verify.ts'
import { partTitles } from './parts.ts'
import { printFinding } from './text.ts'

export function verifyJunit(report: VerifyReport): string {
  const { findings, coverage } = report
  const parts = [
    ...Map.groupBy(
      coverage.items.filter(({ state }) => state !== 'failed'),
      ({ part }) => part,
    ),
  ].toSorted(([a], [b]) => a - b)
  const suites = parts.map(([part, items]) => {
    const skipped = items.filter(({ state }) => state !== 'confirmed').length
    return `  <testsuite name="${escapeXml(partTitles[part] ?? '')}" tests="${items.length}" failures="0" errors="0" skipped="${skipped}">\n${items.map((item) => testCase(partTitles[part] ?? '', item)).join('')}  </testsuite>\n`
  })
  const findingCases = findings.map((finding, index) => {
    const [title] = printFinding(report, finding, index + 1).split('\n')
    return `    <testcase classname="${escapeXml(finding.operation)}" name="${escapeXml(title!.replace(/^\d+\. /, ''))}">\n      <failure type="${finding.differences[0]!.part}" message="${escapeXml(title!)}">${escapeXml(printFinding(report, finding, index + 1))}</failure>\n    </testcase>\n`
  })
  const failures =
    findings.length === 0
      ? ''
      : `  <testsuite name="findings" tests="${findings.length}" failures="${findings.length}" errors="0" skipped="0">\n${findingCases.join('')}  </testsuite>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${failures}${suites.join('')}</testsuites>\n`
}

function testCase(title: string, { name, state, why }: CoverageItem): string {
  const head = `    <testcase classname="${escapeXml(title)}" name="${escapeXml(name)}"`
  return state === 'confirmed'
    ? `${head}/>\n`
    : `${head}>\n      <skipped message="${escapeXml(state === 'not checkable' ? `not checked: ${why ?? ''}` : state)}"/>\n    </testcase>\n`
}
