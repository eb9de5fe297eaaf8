// Compares a credential with a secret: of digests, so that neither length nor content shows in the time it takes.

import { createHash, timingSafeEqual } from 'node:crypto'

export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
