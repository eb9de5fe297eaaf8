// The shapes of `$defs`: what the source refers to becomes one, named once, and written when it is first asked for.

import type { Entry } from '../said.ts'
import { entry, from } from '../said.ts'
import type { Names } from './names.ts'
import type { At } from './spec.ts'

export type Shapes = {
  /** The name of the shape that stands at this place. */
  nameOf(at: At): string
  /** All that were asked for, and what they ask for. */
  written(write: (at: At, notes: string[]) => Entry['value']): Entry[]
}

export function shapesOf(names: Names): Shapes {
  const known = new Map<string, { readonly name: string; readonly at: At }>()
  return {
    nameOf: (at) => known.getOrInsertComputed(at.pointer, () => ({ name: names.take(lastNames(at.pointer), 'Object'), at })).name,
    written(write) {
      const all: Entry[] = []
      // A Map that grows while it is gone through is gone through to its new end.
      for (const { name, at } of known.values()) {
        const notes: string[] = []
        const value = write(at, notes)
        all.push(entry(name, value, from(at.pointer), ...notes))
      }
      return all
    },
  }
}

/** `Pet` of `#/components/schemas/Pet`; of a place inside of something, the last names that say what it is. */
export function lastNames(pointer: string): string {
  const steps = pointer.split('/').slice(1).map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  const own = steps.filter((each) => !/^(?:components|schemas|definitions|properties|items|schema|content|allOf|anyOf|oneOf|paths|responses|application\/json|\d+)$/.test(each))
  return own.slice(-2).join(' ') || 'Thing'
}
