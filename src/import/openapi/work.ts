// Defines the shared context of an import: the source, assigned names, referenced shapes, and left-out content.

import type { Doing } from './action.ts'
import type { Api, SourceOperation } from './api.ts'
import type { MadeValues } from './made-values.ts'
import type { NameAllocator } from '../names.ts'
import type { SourceResource } from './resources.ts'
import type { OpenSettings } from './settings.ts'
import type { Shapes } from './shapes.ts'
import type { Spec } from './spec.ts'

export type ImportContext = {
  readonly spec: Spec
  readonly api: Api
  readonly names: NameAllocator
  readonly shapes: Shapes
  readonly leftOut: LeftOutNotes
  /** True if conventions answer an operation without an action from its request alone. */
  readonly standsIn: boolean
  /** Found from the paths; empty during the search. */
  readonly resources: SourceResource[]
  /** What each operation does. */
  readonly doings: ReadonlyMap<SourceOperation, Doing>
  readonly made: MadeValues
  /** Values that lists leave open alike. */
  readonly settings: OpenSettings
}

/** Content of the source that the document cannot express, by kind, with its places. */
export type LeftOutNotes = { add(what: string, pointer: string): void; all(): readonly string[] }

/** The number of places to list; further ones are only counted. */
const maxListedPlaces = 3

export function createLeftOutNotes(): LeftOutNotes {
  const places = new Map<string, string[]>()
  return {
    add: (what, pointer) => void places.getOrInsertComputed(what, () => []).push(pointer),
    all: () =>
      [...places].map(([what, pointers]) => {
        const all = [...new Set(pointers)]
        const more = all.length - maxListedPlaces
        return `${what} (${all
          .slice(0, maxListedPlaces)
          .map((pointer) => `\`${pointer}\``)
          .join(', ')}${more > 0 ? ` and ${more} more` : ''})`
      }),
  }
}
