// Checks calls that always fail because of a literal argument: an invalid pattern, an invalid timestamp.

import { isZoneText } from '../../base/calendar.ts'
import { compileRe2 } from '../../base/pattern.ts'
import { parseDecimal } from '../../base/decimal.ts'
import { parseTimestamp } from '../../base/time.ts'
import type { Expression } from '../expression.ts'
import { zonedFunctions } from '../library/times.ts'
import { parseDurationLength } from '../values/time.ts'
import { type CheckContext, reportProblem } from './context.ts'

export function checkLiterals(name: string, operands: readonly Expression[], context: CheckContext): void {
  const zone = (zonedFunctions.has(name) || name === 'startOfDay') && operands.length > 1 ? operands.at(-1) : undefined
  if (zone?.kind === 'literal' && typeof zone.value === 'string' && !isZoneText(zone.value)) {
    return reportProblem(
      context,
      'invalid-literal',
      zone,
      `${JSON.stringify(zone.value)} is not a time zone, such as "Europe/Zurich" or "+02:00"`,
    )
  }
  const literal = name === 'matches' ? operands[1] : operands[0]
  if (literal?.kind !== 'literal' || typeof literal.value !== 'string') return
  const message = describeProblem(name, literal.value)
  if (message !== undefined) reportProblem(context, 'invalid-literal', literal, `${JSON.stringify(literal.value)} is not ${message}`)
}

const durationForm = 'a duration in whole milliseconds, such as "24h", "1.5s" or "PT24H"; months and years have no fixed length'

function describeProblem(name: string, text: string): string | undefined {
  switch (name) {
    case 'matches': {
      const { problem } = compileRe2(text)
      return problem === undefined ? undefined : `a pattern: ${problem}`
    }
    case 'timestamp':
      return parseTimestamp(text) === undefined ? 'an RFC 3339 date-time, such as "2024-02-29T12:00:00Z"' : undefined
    case 'duration':
      return parseDurationLength(text) === undefined ? durationForm : undefined
    case 'decimal':
      return parseDecimal(text) === undefined ? 'a decimal, such as "12.50"' : undefined
    default:
      return undefined
  }
}
