// Reads the operator's limits from options, and prints them.

import { parseDuration, printDuration } from '../base/duration.ts'
import { parseSize } from '../base/size.ts'
import { type OperatorLimits, type OperatorLimit, operatorLimits, limits } from '../serve/operator-limits.ts'
import { Misuse, type Values, readTextOption } from './command.ts'

const placeholders: { readonly [unit in OperatorLimit['unit']]: string } = { bytes: 'SIZE', count: 'N', duration: 'DURATION' }
const examples: { readonly [unit in OperatorLimit['unit']]: string } = {
  bytes: 'a size such as 64KiB or 1MiB',
  count: 'a whole number from 1 on',
  duration: 'a duration such as PT30S',
}

/** The lines of `--help`. */
export const limitOptions = limits.map((limit) => ({
  flag: `--${limit.name} ${placeholders[limit.unit]}`,
  about: `${limit.description} (default ${printLimit(limit, operatorLimits[limit.option])})`,
}))

export const limitParse = Object.fromEntries(limits.map(({ name }) => [name, { type: 'string' as const }]))

/** Only the limits that are set. */
export function readLimits(values: Values): Partial<OperatorLimits> {
  const entries = limits.flatMap((limit): [keyof OperatorLimits, number][] => {
    const optionText = readTextOption(values, limit.name)
    return optionText === undefined ? [] : [[limit.option, parseLimit(limit, optionText)]]
  })
  const limitsFromOptions: Partial<OperatorLimits> = Object.fromEntries(entries)
  const { headersTimeout, requestTimeout } = { ...operatorLimits, ...limitsFromOptions }
  if (headersTimeout > requestTimeout)
    throw new Misuse(
      `--headers-timeout ${printDuration(headersTimeout)} is longer than --request-timeout ${printDuration(requestTimeout)}, which is about headers and body together`,
    )
  return limitsFromOptions
}

function parseLimit({ name, unit, mayBeNone }: OperatorLimit, written: string): number {
  if (mayBeNone === true && written === 'none') return Number.POSITIVE_INFINITY
  const value = parseInUnit(written, unit)
  if (typeof value !== 'number' || value < 1)
    throw new Misuse(`--${name} takes ${examples[unit]}${mayBeNone === true ? ', or none' : ''}, not ${written}`)
  return value
}

function parseInUnit(written: string, unit: OperatorLimit['unit']): unknown {
  switch (unit) {
    case 'bytes':
      // A small number without a unit was probably meant in another one.
      return /^\d{1,3}$/.test(written) ? undefined : parseSize(written)
    case 'duration':
      return parseDuration(written)
    case 'count':
      return /^\d{1,9}$/.test(written) ? Number(written) : undefined
  }
}

/** One line per limit. */
export function printLimits(changed: Partial<OperatorLimits>): readonly string[] {
  const limitValues = { ...operatorLimits, ...changed }
  const rows = limits.map((limit) => [`--${limit.name} ${printLimit(limit, limitValues[limit.option])}`, limit.description] as const)
  const width = Math.max(...rows.map(([text]) => text.length))
  return rows.map(([text, about]) => `${text.padEnd(width)}  ${about}`)
}

/** In the form of the option. */
export function printLimit({ unit }: OperatorLimit, value: number): string {
  if (value === Number.POSITIVE_INFINITY) return 'none'
  if (unit === 'duration') return printDuration(value)
  if (unit === 'count') return String(value)
  const [name, factor] = (
    [
      ['GiB', 1024 ** 3],
      ['MiB', 1024 ** 2],
      ['KiB', 1024],
    ] as const
  ).find(([, each]) => value % each === 0) ?? ['', 1]
  return `${value / factor}${name}`
}
