// Hashes secrets by Argon2id (RFC 9106), in its usual text form.

import { argon2, argon2Sync, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Randomness } from '../../base/clock.ts'

/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Hashing, synchronous or in the background. Verifying a missing hash takes as long as an existing one. */
export type Secrets = {
  hash(plain: string): string
  verify(plain: string, hash: string | undefined): boolean
  hashAsync(plain: string): Promise<string>
  verifyAsync(plain: string, hash: string | undefined): Promise<boolean>
}

export function makeArgon2id(randomness: Randomness): Secrets {
  let decoy: string | undefined
  const hash = (plain: string): string => {
    const salt = randomness.bytes(16)
    return printHash(salt, argon2Sync('argon2id', makeArgon2Parameters(plain, salt)))
  }
  const parseHash = (storedHash: string | undefined): ParsedHash => parse(storedHash ?? (decoy ??= hash('')))
  return {
    hash,
    verify(plain, storedHash) {
      const { salt, tag } = parseHash(storedHash)
      return timingSafeEqual(argon2Sync('argon2id', makeArgon2Parameters(plain, salt)), tag) && storedHash !== undefined
    },
    async hashAsync(plain) {
      const salt = randomness.bytes(16)
      return printHash(salt, await derive('argon2id', makeArgon2Parameters(plain, salt)))
    },
    async verifyAsync(plain, storedHash) {
      const { salt, tag } = parseHash(storedHash)
      return timingSafeEqual(await derive('argon2id', makeArgon2Parameters(plain, salt)), tag) && storedHash !== undefined
    },
  }
}

/** For runs that only predict or compare answers: they keep no records, so hashes need not be slow. */
export const plainSecrets: Secrets = {
  hash: (plain) => `plain:${plain}`,
  verify: (plain, hash) => hash === `plain:${plain}`,
  hashAsync: async (plain) => `plain:${plain}`,
  verifyAsync: async (plain, hash) => hash === `plain:${plain}`,
}

const derive = promisify(argon2)

function makeArgon2Parameters(plain: string, salt: Uint8Array): Parameters<typeof argon2>[1] {
  return { ...cost, message: plain, nonce: salt, tagLength: 32 }
}

function printHash(salt: Uint8Array, tag: Uint8Array): string {
  const toBase64Text = (bytes: Uint8Array): string => bytes.toBase64({ omitPadding: true })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toBase64Text(salt)}$${toBase64Text(tag)}`
}

type ParsedHash = { readonly salt: Uint8Array; readonly tag: Uint8Array }

function parse(hash: string): ParsedHash {
  const [, , , , salt = '', tag = ''] = hash.split('$')
  return { salt: Uint8Array.fromBase64(salt), tag: Uint8Array.fromBase64(tag) }
}
