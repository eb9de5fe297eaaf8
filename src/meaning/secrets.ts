// Secrets as they are kept: hashed by Argon2id (RFC 9106), in the text form that other programs read too.

import { argon2Sync, timingSafeEqual } from 'node:crypto'
import type { Randomness } from '../base/clock.ts'

/** What OWASP recommends at least: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

export type Secrets = {
  hash(plain: string): string
  /** Where there is no hash it takes as long as where there is one, so that the time tells nothing. */
  verify(plain: string, hash: string | undefined): boolean
}

export function argon2id(randomness: Randomness): Secrets {
  let decoy: string | undefined
  const hash = (plain: string): string => {
    const salt = randomness.bytes(16)
    return print(salt, derive(plain, salt))
  }
  return {
    hash,
    verify(plain, kept) {
      decoy ??= hash('')
      const { salt, tag } = parse(kept ?? decoy)
      return timingSafeEqual(derive(plain, salt), tag) && kept !== undefined
    },
  }
}

function derive(plain: string, salt: Uint8Array): Uint8Array {
  return argon2Sync('argon2id', { ...cost, message: plain, nonce: salt, tagLength: 32 })
}

function print(salt: Uint8Array, tag: Uint8Array): string {
  const text = (bytes: Uint8Array): string => bytes.toBase64({ omitPadding: true })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`
}

function parse(kept: string): { readonly salt: Uint8Array; readonly tag: Uint8Array } {
  const [, , , , salt = '', tag = ''] = kept.split('$')
  return { salt: Uint8Array.fromBase64(salt), tag: Uint8Array.fromBase64(tag) }
}
