// Seals text that clients carry and return: opaque, and rejected if it was changed.

import { createCipheriv, hash, timingSafeEqual } from 'node:crypto'
import { type Json, isJsonArray, parseJson } from '../base/json.ts'

const macLength = 16

/** `content` is a JSON list. */
export function seal(content: string, key: Uint8Array): string {
  const bytes = pad(Buffer.from(content), key)
  bytes.write(computeMac(bytes, key), blockLength - macLength, macLength, 'latin1')
  return bytes.subarray(blockLength - macLength).toString('base64url')
}

/** Undefined if the text was changed, or was not sealed with the key. */
export function unseal(text: string, key: Uint8Array): readonly Json[] | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const content = bytes.subarray(macLength)
  const isIntact =
    bytes.length > macLength &&
    bytes.toString('base64url') === text &&
    timingSafeEqual(bytes.subarray(0, macLength), Buffer.from(computeMac(pad(content, key), key), 'latin1').subarray(0, macLength))
  if (!isIntact) return undefined
  const parsed = parseJson(content, { depth: 16 })
  return 'value' in parsed && isJsonArray(parsed.value) ? parsed.value : undefined
}

/** Like `seal`, but encrypted, because the content may concern people other than the client. Equal content has equal text. */
export function sealHidden(content: string, key: Uint8Array): string {
  const bytes = Buffer.from(seal(content, key), 'base64url')
  return applyCipher(bytes, key).toString('base64url')
}

/** Undefined as with `unseal`. */
export function unsealHidden(text: string, key: Uint8Array): readonly Json[] | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= macLength || bytes.toString('base64url') !== text) return undefined
  return unseal(applyCipher(bytes, key).toString('base64url'), key)
}

/** The content's authentication code is also the initialisation vector of its encryption (as in RFC 5297). */
function applyCipher(bytes: Buffer, key: Uint8Array): Buffer {
  const code = bytes.subarray(0, macLength)
  const cipher = createCipheriv('aes-256-ctr', deriveHidingKey(key), code)
  return Buffer.concat([code, cipher.update(bytes.subarray(macLength))])
}

const hidingKeys = new WeakMap<Uint8Array, Uint8Array>()

function deriveHidingKey(key: Uint8Array): Uint8Array {
  return hidingKeys.getOrInsertComputed(key, () => Buffer.from(computeMac(pad(Buffer.from('hides'), key), key), 'latin1'))
}

/*
 * HMAC with SHA-256 (RFC 2104), from two digests in one step each: an object of the platform for every text costs more than both.
 */

const blockLength = 64

/** The block before the content, and the block before its digest, with space for the digest. */
type Pads = { readonly inner: Uint8Array; readonly outer: Buffer }

const pads = new WeakMap<Uint8Array, Pads>()

function makePads(key: Uint8Array): Pads {
  return pads.getOrInsertComputed(key, () => {
    const block = Buffer.alloc(blockLength)
    block.set(key.length > blockLength ? hash('sha256', key, 'buffer') : key)
    return { inner: block.map((byte) => byte ^ 0x36), outer: Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(32)]) }
  })
}

function pad(content: Uint8Array, key: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(blockLength + content.length)
  bytes.set(makePads(key).inner)
  bytes.set(content, blockLength)
  return bytes
}

/** One byte per character of the content, after its pad. */
function computeMac(padded: Uint8Array, key: Uint8Array): string {
  const { outer } = makePads(key)
  outer.write(hash('sha256', padded, 'latin1'), blockLength, 'latin1')
  return hash('sha256', outer, 'latin1')
}
