// Creates and verifies HMAC signatures over the raw bytes of a message, in the header that the document names.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HmacForm } from '../model/signature.ts'

/** Each secret signs: their values are joined by commas, so that a receiver may use the new or the old one during a rotation. */
export function makeHmacHeaders(
  form: HmacForm,
  { seconds, body }: { readonly seconds: number; readonly body: string | Uint8Array },
  secrets: readonly string[],
): readonly (readonly [string, string])[] {
  const values = secrets.map((secret) => {
    const digest = computeDigest(form, String(seconds), body, secret)
    return form.value
      .replace('{timestamp}', String(seconds))
      .replace('{hex}', digest.toString('hex'))
      .replace('{base64}', digest.toString('base64'))
  })
  return [...(form.timestamp === undefined ? [] : [[form.timestamp, String(seconds)] as const]), [form.header, values.join(',')]]
}

/** The HMAC over `content` with time and body; the bytes of the body stay unchanged. */
function computeDigest({ content, algorithm }: HmacForm, seconds: string, body: string | Uint8Array, secret: string): Buffer {
  const [before = '', after = ''] = content.split('{body}')
  const fillTemplate = (text: string): string => text.replace('{timestamp}', seconds)
  return createHmac(algorithm.replace('hmac-', ''), secret).update(fillTemplate(before)).update(body).update(fillTemplate(after)).digest()
}

export type Verified = 'valid' | 'missing' | 'invalid' | 'expired'

/** `now` and `tolerance` in milliseconds: the signed time may differ by that much; a signature without a time never expires. */
export function verifyHmac(
  form: HmacForm,
  headerOf: (name: string) => string | undefined,
  body: Uint8Array,
  secrets: readonly string[],
  { now, tolerance }: { readonly now: number; readonly tolerance: number },
): Verified {
  const headerText = headerOf(form.header.toLowerCase())
  if (headerText === undefined) return 'missing'
  const sentTime = form.timestamp === undefined ? undefined : headerOf(form.timestamp.toLowerCase())
  for (const { timestamp, digest } of parseSignatures(form, headerText)) {
    const seconds = sentTime ?? timestamp ?? ''
    const isTimed = form.timestamp !== undefined || form.value.includes('{timestamp}')
    if (isTimed && !/^\d{1,12}$/.test(seconds)) continue
    if (sentTime !== undefined && timestamp !== undefined && sentTime !== timestamp) continue
    if (!secrets.some((secret) => isEqual(digest, computeDigest(form, seconds, body, secret)))) continue
    return isTimed && Math.abs(now - Number(seconds) * 1000) > tolerance ? 'expired' : 'valid'
  }
  return 'invalid'
}

/** The signatures in a header. */
function parseSignatures(
  { value }: HmacForm,
  header: string,
): readonly { readonly timestamp: string | undefined; readonly digest: Buffer }[] {
  const patterns: { readonly [place: string]: string } = {
    hex: '(?<hex>[0-9A-Fa-f]+)',
    base64: '(?<base64>[A-Za-z0-9+/]+={0,2})',
    timestamp: '(?<timestamp>\\d{1,12})',
  }
  const pattern = value
    .split(/(\{[a-z0-9]+\})/)
    .map((piece) => patterns[piece.slice(1, -1)] ?? RegExp.escape(piece))
    .join('')
  return Array.from(header.matchAll(new RegExp(`(?<=^|[,\\s])${pattern}(?=$|[,\\s])`, 'g')).take(maxValues), ({ groups = {} }) => ({
    timestamp: groups['timestamp'],
    digest: groups['hex'] === undefined ? Buffer.from(groups['base64'] ?? '', 'base64') : Buffer.from(groups['hex'], 'hex'),
  }))
}

/** The most signatures in one header that are verified. */
const maxValues = 10

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
