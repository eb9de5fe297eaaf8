// Chooses the algorithm that signs a scheme's tokens in this process.

import type { Scheme } from '../../model/authentication.ts'
import { slotValueOf } from '../../model/slot.ts'

/**
 * The first that the document accepts; of discovery, where it names none, the one that every issuer has (OpenID Connect Core 1.0,
 * section 15.1).
 */
export function findSignAlgorithm({ algorithm, type }: Scheme): string {
  return slotValueOf(algorithm)?.[0] ?? (slotValueOf(type) === 'openIdConnect' ? 'RS256' : 'HS256')
}
