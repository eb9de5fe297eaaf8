// The origins that are no place of the document: what a standard says, and what the reference says of a key that is left out.

import type { Origin } from '../model/slot.ts'

export function standard(reference: string): Origin {
  return { kind: 'standard', reference }
}

/** What leaving out a key means is written in the language reference. */
export function originOfUnsaid(key: string): Origin {
  return standard(`reference: ${key}`)
}
