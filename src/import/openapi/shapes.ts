// Collects the shapes of `$defs`: each referenced schema becomes one, with a unique name, written when it is first needed.

import type { DraftEntry } from '../draft.ts'
import { draftEntry, printSourceNote } from '../draft.ts'
import type { NameAllocator } from '../names.ts'
import type { At } from './spec.ts'

export type Shapes = {
  /** The name of the shape at this place. */
  nameOf(at: At): string
  /** All requested shapes and their dependencies. */
  writeAll(write: (at: At, notes: string[]) => DraftEntry['value']): DraftEntry[]
}

export function createShapes(names: NameAllocator): Shapes {
  const shapes = new Map<string, { readonly name: string; readonly at: At }>()
  return {
    nameOf: (at) => shapes.getOrInsertComputed(at.pointer, () => ({ name: names.take(makeShapeName(at.pointer), 'Object'), at })).name,
    writeAll(write) {
      const all: DraftEntry[] = []
      // The loop also visits entries that are added during it.
      for (const { name, at } of shapes.values()) {
        const notes: string[] = []
        const value = write(at, notes)
        all.push(draftEntry(name, value, printSourceNote(at.pointer), ...notes))
      }
      return all
    },
  }
}

/** `Pet` for `#/components/schemas/Pet`; for a nested place, the last significant names. */
export function makeShapeName(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  const own = steps.filter(
    (each) =>
      !/^(?:components|schemas|definitions|properties|items|schema|content|allOf|anyOf|oneOf|paths|responses|application\/json|\d+)$/.test(
        each,
      ),
  )
  return own.slice(-2).join(' ') || 'Thing'
}
