// The origins that are no place of the document: what a standard says, and what the reference says of a key that is left out.

import type { Origin } from '../model/slot.ts'

export function standard(reference: string): Origin {
  return { kind: 'standard', reference }
}

/** The language reference defines the meaning of an omitted key. */
export function originOfUnsaid(key: string): Origin {
  return standard(`reference: ${key}`)
}
