// UUIDs (RFC 9562), made from the time and the chance that are lent.

import type { Clock, Randomness } from './clock.ts'

const pattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/

/** Any UUID of RFC 9562, in either case. */
export function isUuid(text: string): boolean {
  return pattern.test(text)
}

/** Version 4: 122 random bits. */
export function uuidv4(randomness: Randomness): string {
  return printed(Uint8Array.from(randomness.bytes(16)), 4)
}

/** Version 7: the millisecond, then 74 random bits; those of one millisecond stand in no order. */
export function uuidv7(clock: Clock, randomness: Randomness): string {
  const bytes = new Uint8Array(16)
  for (let at = 5, left = clock.now(); at >= 0; at--, left = Math.floor(left / 256)) bytes[at] = left % 256
  bytes.set(randomness.bytes(10), 6)
  return printed(bytes, 7)
}

function printed(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toHex()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
