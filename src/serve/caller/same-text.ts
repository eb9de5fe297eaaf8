// Compares a credential with a secret: of digests, so that neither length nor content shows in the time it takes.

import { hash, timingSafeEqual } from 'node:crypto'

/** Tells whether a text is the secret. */
export function sameAs(secret: string): (said: string) => boolean {
  const known = Buffer.from(hash('sha256', secret, 'latin1'), 'latin1')
  const other = Buffer.alloc(known.length)
  return (said) => {
    other.write(hash('sha256', said, 'latin1'), 'latin1')
    return timingSafeEqual(other, known)
  }
}
