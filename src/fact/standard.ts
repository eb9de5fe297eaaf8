// Creates origins outside the document: a standard, or the reference's default for an absent key.

import type { Origin } from '../model/slot.ts'

export function makeStandardOrigin(reference: string): Origin {
  return { kind: 'standard', reference }
}

/** The language reference defines the meaning of an omitted key. */
export function makeOmittedOrigin(key: string): Origin {
  return makeStandardOrigin(`reference: ${key}`)
}
