// Requests that are signed with a secret which the operator and the sender share.

import type { Credential } from '../../exchange/credential.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { HmacForm } from '../../model/signature.ts'
import { slotValue } from '../../model/slot.ts'
import { verifyHmac } from '../hmac.ts'
import type { Carrier } from './credential.ts'
import type { Secret } from './secrets.ts'

/** Milliseconds by which a signed timestamp may differ, as in Standard Webhooks. */
const usualTolerance = 5 * 60_000

/** Several secrets, separated by spaces or lines, are all valid. */
export function signatureVerifier(
  { tolerance }: Pick<Scheme, 'tolerance'>,
  form: HmacForm,
  secret: Secret,
  now: () => number,
): (request: Carrier) => Credential {
  const secrets = secret.kind === 'text' ? secret.text.split(/\s+/).filter((each) => each !== '') : []
  const within = slotValue(tolerance) ?? usualTolerance
  return ({ headers, body }) => {
    const kind = verifyHmac(form, (name) => headers.get(name), body, secrets, { now: now(), tolerance: within })
    return kind === 'valid' ? { kind, credential: headers.get(form.header.toLowerCase())!, scopes: [] } : { kind }
  }
}
