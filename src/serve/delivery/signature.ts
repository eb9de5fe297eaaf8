// Signatures of deliveries: by Standard Webhooks (version 1.0.0, "Signature scheme"), HMAC-SHA256 over id, time and body, or in
// a form of the document.

import { createHmac } from 'node:crypto'
import type { SignatureForm } from '../../model/signature.ts'
import { makeHmacHeaders } from '../hmac.ts'

/** A secret cannot sign. The message is for the operator and never contains the secret. */
export class InvalidSecret extends Error {}

export type Signed = { readonly id: string; readonly seconds: number; readonly body: string }

/**
 * The three headers. Each secret signs, so that a receiver may use the new or the old one during a rotation.
 * `seconds` since 1970 is the time of this attempt; all attempts have the same id.
 */
export function makeStandardHeaders({ id, seconds, body }: Signed, secrets: readonly string[]): readonly (readonly [string, string])[] {
  if (secrets.length === 0) throw new InvalidSecret('there is no secret to sign with')
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', decodeSecret(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(seconds)],
    ['webhook-signature', signatures.join(' ')],
  ]
}

/** The headers that sign a delivery; empty if it is not signed. */
export function makeSignatureHeaders(
  form: SignatureForm | undefined,
  signed: Signed,
  secrets: readonly string[],
): readonly (readonly [string, string])[] {
  switch (form?.kind) {
    case undefined:
      return []
    case 'standard-webhooks':
      return makeStandardHeaders(signed, secrets)
    case 'hmac':
      if (secrets.length === 0) throw new InvalidSecret('there is no secret to sign with')
      return makeHmacHeaders(form, signed, secrets)
  }
}

/** The bytes of a secret: its text in UTF-8, or decoded base64 for Standard Webhooks. */
export function countKeyBytes({ kind }: SignatureForm, secret: string): number {
  return kind === 'hmac' ? Buffer.byteLength(secret) : decodeSecret(secret).length
}

/** The minimum number of bytes of a secret (Standard Webhooks, "Signature scheme"). */
export const minSecretBytes = 24

/** The size of the shortest secret, if it is weak. */
export function findWeakestKey(form: SignatureForm, secrets: readonly string[]): number | undefined {
  const minBytes = Math.min(...secrets.map((secret) => countKeyBytes(form, secret)))
  return minBytes < minSecretBytes ? minBytes : undefined
}

/** A secret is base64, usually after `whsec_`; throws otherwise. */
export function decodeSecret(secret: string): Uint8Array {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text) || text === '') {
    throw new InvalidSecret('the secret is not base64, as Standard Webhooks has it (`whsec_` and base64)')
  }
  return Buffer.from(text, 'base64')
}
