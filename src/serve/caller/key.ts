// A key that the operator stores in plain form, compared in constant time.

import type { Credential } from '../../exchange/credential.ts'
import type { Checker } from './checker.ts'
import { makeTextComparison } from './same-text.ts'
import type { Secret } from './secrets.ts'

const invalid: Credential = { kind: 'invalid' }

export function makeKeyChecker(secret: Secret): Checker {
  if (secret.kind !== 'text') return () => invalid
  const isSecret = makeTextComparison(secret.text)
  // Only one key is valid, and its claims are constant.
  const valid: Credential = { kind: 'valid', credential: secret.text, scopes: [] }
  return (credential) => (isSecret(credential) ? valid : invalid)
}
