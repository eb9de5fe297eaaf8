// UUIDs (RFC 9562), made from the caller's clock and randomness.

import type { Clock, Randomness } from './clock.ts'

const pattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/

/** Any UUID of RFC 9562, in either case. */
export function isUuid(text: string): boolean {
  return pattern.test(text)
}

/** Version 4: 122 random bits. */
export function uuidv4(randomness: Randomness): string {
  const random = randomness.bytes(16).toHex()
  return `${random.slice(0, 8)}-${random.slice(8, 12)}-4${random.slice(13, 16)}-${setVariant(random[16]!)}${random.slice(17, 20)}-${random.slice(20)}`
}

/** Version 7: the millisecond, then 74 random bits. UUIDs of the same millisecond have no order. */
export function uuidv7(clock: Clock, randomness: Randomness): string {
  const random = randomness.bytes(10).toHex()
  return `${timeText(clock.now())}${random.slice(1, 4)}-${setVariant(random[4]!)}${random.slice(5, 8)}-${random.slice(8)}`
}

let lastTime: { readonly ms: number; readonly text: string } | undefined

/** The begin of a UUID of version 7. Many are made in one millisecond. */
function timeText(ms: number): string {
  if (lastTime?.ms === ms) return lastTime.text
  const time = ms.toString(16).padStart(12, '0')
  lastTime = { ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` }
  return lastTime.text
}

/** A hexadecimal digit whose two upper bits say which layout it is (section 4.1). */
function setVariant(digit: string): string {
  return '89ab'[Number.parseInt(digit, 16) & 3]!
}
