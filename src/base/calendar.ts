// The calendar's view of an instant: in UTC, at a fixed offset, or in a zone by its name.

export type Calendar = {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly dayOfYear: number
  /** 0 is Sunday. */
  readonly dayOfWeek: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

/**
 * The calendar's view of an instant, in UTC, at a fixed offset (`+02:00`, `02:00`) or in a zone by its name; undefined for an
 * unknown zone.
 */
export function toCalendar(ms: number, zone = 'UTC'): Calendar | undefined {
  const offset = findOffset(ms, zone)
  if (offset === undefined) return undefined
  const date = new Date(ms + offset)
  const newYear = new Date(0)
  newYear.setUTCFullYear(date.getUTCFullYear(), 0, 1)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    dayOfYear: Math.floor((date.getTime() - newYear.getTime()) / 86400000) + 1,
    dayOfWeek: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  }
}

/**
 * The instant (milliseconds since 1970) at which a zone's clocks show `local` (encoded as if it were UTC). Undefined for an unknown zone.
 * A skipped local time moves later by the skipped time; of a repeated local time, the first instant is taken (ECMAScript's `compatible`).
 */
export function toInstant(local: number, zone = 'UTC'): number | undefined {
  const [offsetBefore, offsetAfter] = [findOffset(local - day, zone), findOffset(local + day, zone)]
  if (offsetBefore === undefined || offsetAfter === undefined) return undefined
  const first = local - offsetBefore
  if (offsetBefore === offsetAfter || findOffset(first, zone) === offsetBefore) return first
  const second = local - offsetAfter
  return findOffset(second, zone) === offsetAfter ? second : first
}

const day = 86_400_000

/** Milliseconds that a zone's clocks are ahead of UTC. */
export function findOffset(ms: number, zone: string): number | undefined {
  return parseFixedOffset(zone) ?? findNamedOffset(ms, zone)
}

/** The offset of UTC, or of a text such as `+02:00`, in milliseconds; undefined for the name of a zone. */
export function parseFixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z') return 0
  const match = /^([+-]?)(\d\d):(\d\d)$/.exec(zone)
  if (!match || Number(match[2]) > 23 || Number(match[3]) > 59) return undefined
  return (Number(match[2]) * 60 + Number(match[3])) * (match[1] === '-' ? -60000 : 60000)
}

/** True for a time zone that functions accept: a name of the IANA database, or an offset. */
export function isZoneText(text: string): boolean {
  return findOffset(0, text) !== undefined
}

/** True if the platform knows the IANA zone: `Europe/Lisbon`, `UTC`. An offset is not a name. */
export function isZoneName(text: string): boolean {
  return /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(text) && text.length <= 64 && findNamedOffset(0, text) !== undefined
}

const zones = new Map<string, Intl.DateTimeFormat | undefined>()

/** The platform counts years before 1 backwards; no zone changed its clocks before this. */
const yearTwo = Date.parse('0002-01-01T00:00:00Z')

/** The zone's offset from UTC at an instant, from the platform's zone table. */
function findNamedOffset(instant: number, zone: string): number | undefined {
  const ms = Math.max(instant, yearTwo)
  const format = zones.has(zone) ? zones.get(zone) : findZoneFormat(zone)
  if (format === undefined) return undefined
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value)
  const local = new Date(0)
  local.setUTCFullYear(parts['year']!, parts['month']! - 1, parts['day'])
  local.setUTCHours(parts['hour']!, parts['minute'], parts['second'], 0)
  return local.getTime() - Math.floor(ms / 1000) * 1000
}

function findZoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  let format: Intl.DateTimeFormat | undefined
  try {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', calendar: 'iso8601', ...numeric })
  } catch {
    // RangeError: the platform knows no zone of that name.
  }
  // Names may come from data, so the cache is bounded.
  if (zones.size < 1000) zones.set(zone, format)
  return format
}
