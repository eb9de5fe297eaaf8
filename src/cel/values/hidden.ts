// What may not be shown to whoever is answered: it leaves an expression as a failure does, and ends at the first place that can do without it.

import type { Value } from '../value.ts'

/** Thrown where something is read that is hidden: neither a value nor null. One object, which tells nothing of what it was or where it stood. */
class Hidden extends Error {
  constructor() {
    super('what is read here is hidden from whoever is answered')
    this.name = 'Hidden'
  }
}

const hidden = new Hidden()

export function hide(): never {
  throw hidden
}

export function isHidden(error: unknown): boolean {
  return error === hidden
}

/** Bound to a name whose value is hidden, or the value of such a member: whatever reads it is hidden with it. */
export const hiddenValue: Value = { kind: 'optional', value: undefined }

/** The value, or nothing where it is hidden. */
export function unlessHidden<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (isHidden(error)) return undefined
    throw error
  }
}
