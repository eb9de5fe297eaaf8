// Hashing a secret and verifying one take long on purpose, so they are waited for outside of the transaction.

import type { Act } from '../act.ts'

export function hashSecret({ prepared, service: { lending: { secrets } } }: Act, plain: string): string {
  return prepared === undefined ? secrets.hash(plain) : prepared.take(`hash ${plain}`, () => secrets.hashing(plain))
}

/** Where there is no hash it takes as long as where there is one, so that the time tells nothing. */
export function verifySecret({ prepared, service: { lending: { secrets } } }: Act, plain: string, hash: string | undefined): boolean {
  return prepared === undefined ? secrets.verify(plain, hash) : prepared.take(`verify ${hash} ${plain}`, () => secrets.verifying(plain, hash))
}
