// `random(n)`: n random bytes as text for a header, an address or a cookie.

import { EvaluationError } from '../../cel/evaluate.ts'
import type { Randomness } from '../../base/clock.ts'
import type { Value } from '../../cel/value.ts'

const maxBytes = 1024n

/** Base64 for addresses (RFC 4648, section 5), without padding. */
export function randomText(count: Value | undefined, randomness: Randomness): string {
  if (typeof count !== 'bigint' || count < 1n || count > maxBytes)
    throw new EvaluationError('too-large', `\`random\` gives 1 to ${maxBytes} bytes`)
  return randomness.bytes(Number(count)).toBase64({ alphabet: 'base64url', omitPadding: true })
}
