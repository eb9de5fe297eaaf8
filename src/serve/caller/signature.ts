// Verifies requests that are signed with a secret of the operator or of the sender's record.

import type { Credential } from '../../exchange/credential.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { HmacForm } from '../../model/signature.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type Verified, verifyHmac } from '../hmac.ts'
import type { Carrier } from './credential.ts'
import type { Secret } from './secrets.ts'

/** Milliseconds by which a signed timestamp may differ, as in Standard Webhooks. */
const usualTolerance = 5 * 60_000

/** Several secrets, separated by spaces or lines, are all valid. */
export function makeSignatureVerifier(
  { tolerance }: Pick<Scheme, 'tolerance'>,
  form: HmacForm,
  secret: Secret,
  now: () => number,
): (request: Carrier) => Credential {
  const secrets = secret.kind === 'text' ? secret.text.split(/\s+/).filter((each) => each !== '') : []
  const tolerated = slotValueOf(tolerance) ?? usualTolerance
  return ({ headers, body }) => {
    const kind = verifyHmac(form, (name) => headers.get(name), body, secrets, { now: now(), tolerance: tolerated })
    return kind === 'valid' ? { kind, credential: headers.get(form.header.toLowerCase())!, scopes: [] } : { kind }
  }
}

/** The signature is verified later, when the sender's record is found. */
export function makeSenderVerifier(
  { tolerance }: Pick<Scheme, 'tolerance'>,
  form: HmacForm,
  now: () => number,
): (request: Carrier) => Credential {
  const tolerated = slotValueOf(tolerance) ?? usualTolerance
  return ({ headers, body }) => {
    const headerText = headers.get(form.header.toLowerCase())
    if (headerText === undefined) return { kind: 'missing' }
    const verifySignature = (secrets: readonly string[]): Verified =>
      verifyHmac(
        form,
        (name) => headers.get(name),
        body,
        secrets.filter((each) => each !== ''),
        { now: now(), tolerance: tolerated },
      )
    return { kind: 'valid', credential: headerText, scopes: [], verifySignature }
  }
}
