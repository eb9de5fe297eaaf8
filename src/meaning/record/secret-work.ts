// Hashes and verifies secrets outside the transaction, because both are slow by design.

import type { TransactionContext } from '../transaction-context.ts'

export function hashSecret(
  {
    prepared,
    service: {
      environment: { secrets },
    },
  }: TransactionContext,
  plain: string,
): string {
  return prepared === undefined ? secrets.hash(plain) : prepared.resultOf(`hash ${plain}`, () => secrets.hashAsync(plain))
}

/** Verifying a missing hash takes equally long, so that timing reveals nothing. */
export function verifySecret(
  {
    prepared,
    service: {
      environment: { secrets },
    },
  }: TransactionContext,
  plain: string,
  hash: string | undefined,
): boolean {
  return prepared === undefined
    ? secrets.verify(plain, hash)
    : prepared.resultOf(`verify ${hash} ${plain}`, () => secrets.verifyAsync(plain, hash))
}
