// Hidden values: data that the caller may not read. It leaves an expression like a failure, up to the first place that has an alternative.

import type { Value } from '../value.ts'

/** Thrown when an expression reads hidden data: neither a value nor null. It is one shared object, so it carries no information. */
class Hidden extends Error {
  constructor() {
    super('the caller may not read this value')
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

/** The value of a name or member that is hidden; every read of it is hidden, too. */
export const hiddenValue: Value = { kind: 'optional', value: undefined }

/** The value, or nothing where it is hidden. */
export function unlessHidden<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (isHidden(error)) return undefined
    throw error
  }
}
