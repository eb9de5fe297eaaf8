// Prints a comparison as JUnit XML: one test per change, failed if it is breaking, skipped if it needs review.

import { partNames } from '../../document/document.ts'
import { escapeXml } from '../../scenario/report.ts'
import type { Change } from '../change.ts'
import { changeText, printMotion, printPartName, placeOfChange, changePlaceText, listDecisiveMotions } from './words.ts'

export function printJunit(changes: readonly Change[]): string {
  const suites = partNames.flatMap((part) => {
    const selected = changes.filter((change) => change.part === part)
    const countSeverity = (severity: Change['severity']): number => selected.filter((change) => change.severity === severity).length
    return selected.length === 0
      ? []
      : [
          `  <testsuite name="${escapeXml(printPartName(part))}" tests="${selected.length}" failures="${countSeverity('breaking')}" errors="0" skipped="${countSeverity('review')}">\n${selected.map(testCase).join('')}  </testsuite>\n`,
        ]
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

function testCase(change: Change): string {
  const head = `    <testcase classname="${escapeXml(printPartName(change.part))}" name="${escapeXml(placeOfChange(change))}"`
  const message = escapeXml([changeText(change), ...listDecisiveMotions(change).map(printMotion)].filter((each) => each !== '').join('; '))
  switch (change.severity) {
    case 'safe':
      return `${head}/>\n`
    case 'review':
      return `${head}>\n      <skipped message="${message}"/>\n    </testcase>\n`
    case 'breaking':
      return `${head}>\n      <failure type="breaking" message="${message}">${escapeXml([changePlaceText(change), ...(change.witness === undefined ? [] : [change.witness.says, change.witness.hurl])].join('\n'))}</failure>\n    </testcase>\n`
  }
}
