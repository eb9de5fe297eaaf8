// Random texts: `random(n)`, bytes for a header, an address or a cookie, and `randomCode(n, alphabet)`, characters for people.

import { EvaluationError } from '../../cel/evaluate.ts'
import type { Randomness } from '../../base/clock.ts'
import { splitCharacters } from '../../base/code-points.ts'
import type { Value } from '../../cel/value.ts'

const maxBytes = 1024n
const maxCharacters = 256

/** Base64 for addresses (RFC 4648, section 5), without padding. */
export function makeRandomText(count: Value | undefined, randomness: Randomness): string {
  if (typeof count !== 'bigint' || count < 1n || count > maxBytes)
    throw new EvaluationError('too-large', `\`random\` gives 1 to ${maxBytes} bytes`)
  return randomness.bytes(Number(count)).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Each character of the alphabet is equally likely: bytes beyond the last whole multiple of its size are drawn again. */
export function makeRandomCode(count: Value | undefined, alphabet: Value | undefined, randomness: Randomness): string {
  const letters = typeof alphabet === 'string' ? splitCharacters(alphabet) : []
  if (typeof count !== 'bigint' || count < 1n || count > maxBytes)
    throw new EvaluationError('too-large', `\`randomCode\` gives 1 to ${maxBytes} characters`)
  if (letters.length < 2 || letters.length > maxCharacters || new Set(letters).size < letters.length)
    throw new EvaluationError('range', `the alphabet of \`randomCode\` has 2 to ${maxCharacters} characters, each once`)
  const limit = 256 - (256 % letters.length)
  const code: string[] = []
  while (code.length < count) {
    const usable = randomness.bytes(Number(count) - code.length).filter((byte) => byte < limit)
    code.push(...Array.from(usable, (byte) => letters[byte % letters.length]!))
  }
  return code.join('')
}
