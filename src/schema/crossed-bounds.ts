// Reports bounds that leave no value, or only one: of lengths, counts and numbers, and of a pattern beside them.

import { roundToDouble } from '../base/decimal.ts'
import { compareNumbers, toExactDecimal } from '../base/json.ts'
import { parsePatternLanguage, measureLengths } from '../base/pattern-language.ts'
import { toExactLimit } from './checks.ts'
import { checkEnds } from './ends.ts'
import type { Path } from './failure.ts'
import type { Report } from './read.ts'
import type { SchemaObject } from './schema.ts'

/** True if any of the bounds cross. */
export function checkBounds(schema: SchemaObject, path: Path, report: Report): boolean {
  let areCrossed = false
  const pairs = [
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
    ['minProperties', 'maxProperties'],
    ['minContains', 'maxContains'],
    ['minimum', 'maximum'],
    ['exclusiveMinimum', 'maximum'],
    ['minimum', 'exclusiveMaximum'],
    ['exclusiveMinimum', 'exclusiveMaximum'],
  ] as const
  for (const [minKeyword, maxKeyword] of pairs) {
    const low = schema[minKeyword]
    const high = schema[maxKeyword]
    if (low === undefined || high === undefined) continue
    const order = compareNumbers(toExactLimit(low), toExactLimit(high))
    const exclusive = minKeyword === 'exclusiveMinimum' || maxKeyword === 'exclusiveMaximum'
    if (order > 0 || (exclusive && order === 0)) {
      report([...path, minKeyword], 'conflicting-bounds', `\`${minKeyword}: ${low}\` and \`${maxKeyword}: ${high}\` leave no value`)
      areCrossed = true
    } else if (order === 0 && minKeyword === 'minimum')
      report([...path, maxKeyword], 'single-value', `\`${minKeyword}: ${low}\` and \`${maxKeyword}: ${high}\` leave one value`)
  }
  for (const maxKeyword of ['maxLength', 'maxItems', 'maxProperties'] as const) {
    if (!areCrossed && schema[maxKeyword] !== undefined && Number(schema[maxKeyword]) === 0)
      report([...path, maxKeyword], 'single-value', `\`${maxKeyword}: 0\` leaves one value, the empty one`)
  }
  const isCrossed = [checkMultiple(schema, path, report), checkLengths(schema, path, report)].includes(true) || areCrossed
  if (!isCrossed) checkEnds(schema, path, report)
  return isCrossed
}

/** Reports a pattern none of whose texts has a length within the bounds. */
function checkLengths({ pattern, minLength, maxLength }: SchemaObject, path: Path, report: Report): boolean {
  const language = pattern === undefined ? undefined : parsePatternLanguage(pattern)
  if (language === undefined) return false
  const { least: shortest, most: longest } = measureLengths(language)
  const isCrossed = (maxLength !== undefined && Number(maxLength) < shortest) || (minLength !== undefined && Number(minLength) > longest)
  if (!isCrossed) return false
  const bound = maxLength !== undefined && Number(maxLength) < shortest ? `maxLength: ${maxLength}` : `minLength: ${minLength}`
  const lengthLimit = bound.startsWith('max') ? `at least ${shortest}` : `at most ${longest}`
  const length = shortest === longest ? String(shortest) : lengthLimit
  report(
    [...path, 'pattern'],
    'conflicting-bounds',
    `\`${bound}\` and the pattern, whose texts have ${length} ${length === '1' ? 'character' : 'characters'}, leave no value`,
  )
  return true
}

/** Reports bounds with no multiple between them; zero is always a multiple. */
function checkMultiple(
  { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject,
  path: Path,
  report: Report,
): boolean {
  if (multipleOf === undefined || (minimum ?? exclusiveMinimum) === undefined || (maximum ?? exclusiveMaximum) === undefined) return false
  const step = roundToDouble(toExactDecimal(toExactLimit(multipleOf)))
  const [low, high] = [minimum ?? exclusiveMinimum!, maximum ?? exclusiveMaximum!].map(
    (limit) => roundToDouble(toExactDecimal(toExactLimit(limit))) / step,
  ) as [number, number]
  // Near a whole number the quotient of doubles may be on either side of it.
  const roundedUp = Math.ceil(low - 1e-9)
  const isOnBound = exclusiveMinimum !== undefined && minimum === undefined && Math.abs(roundedUp - low) < 1e-9
  const lowestMultiple = isOnBound ? roundedUp + 1 : roundedUp
  const isAboveHigh = exclusiveMaximum !== undefined && maximum === undefined ? lowestMultiple >= high - 1e-9 : lowestMultiple > high + 1e-9
  if (isAboveHigh && low <= high)
    report([...path, 'multipleOf'], 'conflicting-bounds', `No multiple of \`${multipleOf}\` lies between the bounds`)
  return isAboveHigh && low <= high
}
