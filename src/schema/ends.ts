// Finds bounds that no value reaches, and patterns whose counts are open at both ends.

import { roundToDouble } from '../base/decimal.ts'
import { toExactDecimal } from '../base/json.ts'
import { parsePatternLanguage, measureLengths } from '../base/pattern-language.ts'
import { toExactLimit } from './checks.ts'
import type { Path } from './failure.ts'
import type { Report } from './read.ts'
import type { SchemaObject } from './schema.ts'

export function checkEnds(schema: SchemaObject, path: Path, report: Report): void {
  checkSteps(schema, path, report)
  checkCounts(schema, path, report)
}

/** Reports an inclusive bound that is no multiple. */
function checkSteps({ multipleOf, minimum, maximum }: SchemaObject, path: Path, report: Report): void {
  if (multipleOf === undefined) return
  const step = roundToDouble(toExactDecimal(toExactLimit(multipleOf)))
  for (const [keyword, bound] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const) {
    if (bound === undefined) continue
    const steps = roundToDouble(toExactDecimal(toExactLimit(bound))) / step
    // Quotients of doubles are rounded.
    if (Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))) continue
    report([...path, keyword], 'unreachable-bound', `\`${keyword}: ${bound}\` is not a multiple of \`${multipleOf}\``)
  }
}

/** A count at an end of the pattern. Counts inside of it always hold. */
const counted = /^(?:\[(?:[^\]\\]|\\.)+\]|\\[dwsDWS])\{\d+(?:,\d+)?\}|[^\\]\{\d+(?:,\d+)?\}$/

/** Reports a pattern without anchors that begins or ends with a count: longer texts match too. */
function checkCounts({ pattern, maxLength }: SchemaObject, path: Path, report: Report): void {
  if (pattern === undefined || /[\^$|]|\(\?|\\[bB]/.test(pattern.replace(/\[(?:[^\]\\]|\\.)*\]/g, '[]')) || !counted.test(pattern)) return
  const language = parsePatternLanguage(`^${pattern}$`)
  if (language === undefined || (maxLength !== undefined && Number(maxLength) <= measureLengths(language).least)) return
  report([...path, 'pattern'], 'open-pattern', `\`${pattern}\` also matches longer texts`)
}
