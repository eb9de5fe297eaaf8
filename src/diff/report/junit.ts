// Prints a comparison as JUnit XML: one test per change, failed if it is breaking, skipped if it needs review.

import { partNames } from '../../document/document.ts'
import { xml } from '../../scenario/report.ts'
import type { Change } from '../change.ts'
import { changeText, motionText, partText, placeOfChange, changePlaceText, decisiveMotions } from './words.ts'

export function changesJunit(changes: readonly Change[]): string {
  const suites = partNames.flatMap((part) => {
    const selected = changes.filter((change) => change.part === part)
    const countSeverity = (severity: Change['severity']): number => selected.filter((change) => change.severity === severity).length
    return selected.length === 0
      ? []
      : [
          `  <testsuite name="${xml(partText(part))}" tests="${selected.length}" failures="${countSeverity('breaking')}" errors="0" skipped="${countSeverity('review')}">\n${selected.map(testCase).join('')}  </testsuite>\n`,
        ]
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

function testCase(change: Change): string {
  const head = `    <testcase classname="${xml(partText(change.part))}" name="${xml(placeOfChange(change))}"`
  const message = xml([changeText(change), ...decisiveMotions(change).map(motionText)].filter((each) => each !== '').join('; '))
  switch (change.severity) {
    case 'safe':
      return `${head}/>\n`
    case 'review':
      return `${head}>\n      <skipped message="${message}"/>\n    </testcase>\n`
    case 'breaking':
      return `${head}>\n      <failure type="breaking" message="${message}">${xml([changePlaceText(change), ...(change.witness === undefined ? [] : [change.witness.says, change.witness.hurl])].join('\n'))}</failure>\n    </testcase>\n`
  }
}
