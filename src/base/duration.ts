// Parses and prints ISO 8601 durations as lengths of time: weeks, days, hours, minutes and seconds. Months and years have no fixed length.

const form = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/

/** `suggestion`: the duration that was probably meant. */
export type DurationProblem = { readonly problem: string; readonly suggestion?: string }

/** Milliseconds, or the reason why the text is not a duration. Only seconds may have a fraction, which is cut after milliseconds. */
export function parseDuration(text: string): number | DurationProblem {
  if (/^-?P[^T]*[YM]/.test(text)) {
    return { problem: 'Months and years differ in length: write days, for example `P30D`.' }
  }
  const parts = form.exec(text)
  if (parts === null || /[PT]$/.test(text)) {
    return suggestDuration(text) ?? { problem: 'A duration is written as ISO 8601 has it: `PT5S`, `PT1M30S`, `PT24H`, `P7D`.' }
  }
  const [, sign, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts
  const wholeSeconds = (((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  const ms = wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (!Number.isSafeInteger(ms)) return { problem: 'This duration is too long to count in milliseconds.' }
  return sign ? -ms : ms
}

/** The ISO 8601 form of `7d`, `15s` or `1m`; a number without a unit could have any. */
function suggestDuration(text: string): DurationProblem | undefined {
  const [, count, unit = ''] = /^(\d+) ?([a-z]*)$/i.exec(text.trim()) ?? []
  if (count === undefined) return undefined
  if (unit === '')
    return {
      problem: `A duration has a unit, as ISO 8601 has it: \`PT${count}S\` is ${count} seconds, \`PT${count}M\` ${count} minutes.`,
    }
  const letter = /^(?:([wdhms])|(week|day|hour|minute|min|second|sec)s?)$/i.exec(unit)?.[0]?.[0]?.toUpperCase()
  if (letter === undefined) return undefined
  const suggestion = `P${letter === 'W' || letter === 'D' ? '' : 'T'}${count}${letter}`
  return { problem: `Write \`${suggestion}\`, as ISO 8601 has it.`, suggestion }
}

/** The shortest ISO 8601 form of a number of milliseconds. */
export function printDuration(ms: number): string {
  const sign = ms < 0 ? '-' : ''
  let rest = Math.abs(ms)
  const take = (unit: number): number => {
    const count = Math.floor(rest / unit)
    rest -= count * unit
    return count
  }
  const days = take(86_400_000)
  const hours = take(3_600_000)
  const minutes = take(60_000)
  const seconds = rest / 1000
  const date = days > 0 ? `${days}D` : ''
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${seconds > 0 ? `${seconds}S` : ''}`
  return date === '' && time === '' ? 'PT0S' : `${sign}P${date}${time === '' ? '' : `T${time}`}`
}
