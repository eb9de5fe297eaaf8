// A key that the operator keeps whole: compared in a time that tells nothing.

import type { Checker } from './checker.ts'
import { sameAs } from './same-text.ts'
import type { Secret } from './secrets.ts'

export function keyChecker(secret: Secret): Checker {
  if (secret.kind !== 'text') return () => ({ kind: 'invalid' })
  const isSecret = sameAs(secret.text)
  return (credential) => (isSecret(credential) ? { kind: 'valid', credential, scopes: [] } : { kind: 'invalid' })
}
