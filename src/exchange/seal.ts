// Text that clients carry and bring back: opaque, and known again only where nobody has changed it.

import { type KeyObject, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { type Json, isJsonArray, parseJson, printJson } from '../base/json.ts'

const macLength = 16

export function seal(content: readonly Json[], key: Uint8Array): string {
  const bytes = Buffer.from(printJson(content))
  return Buffer.concat([mac(bytes, key), bytes]).toString('base64url')
}

/** Undefined where it was changed on the way, or was never sealed with the key. */
export function unseal(text: string, key: Uint8Array): readonly Json[] | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const content = bytes.subarray(macLength)
  const intact = bytes.length > macLength && bytes.toString('base64url') === text && timingSafeEqual(bytes.subarray(0, macLength), mac(content, key))
  if (!intact) return undefined
  const parsed = parseJson(content, { depth: 16 })
  return 'value' in parsed && isJsonArray(parsed.value) ? parsed.value : undefined
}

function mac(content: Uint8Array, key: Uint8Array): Buffer {
  const known = secrets.get(key) ?? createSecretKey(key)
  secrets.set(key, known)
  return createHmac('sha256', known).update(content).digest().subarray(0, macLength)
}

/** Keys as the platform keeps them, made once. */
const secrets = new WeakMap<Uint8Array, KeyObject>()
