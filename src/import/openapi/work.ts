// What all pieces of an import share: the source, the names that are given, the shapes that are referred to, and what is left out.

import type { Api } from './api.ts'
import type { Names } from './names.ts'
import type { Resource } from './resources.ts'
import type { Shapes } from './shapes.ts'
import type { Spec } from './spec.ts'

export type Work = {
  readonly spec: Spec
  readonly api: Api
  readonly names: Names
  readonly shapes: Shapes
  readonly leftOut: LeftOut
  /** Found from the paths; empty while they are looked for. */
  readonly resources: Resource[]
}

/** What the source says and the document cannot, each kind of it with where it stands. */
export type LeftOut = { add(what: string, pointer: string): void; all(): readonly string[] }

/** So many places are named; more are counted. */
const named = 3

export function leftOutOf(): LeftOut {
  const places = new Map<string, string[]>()
  return {
    add: (what, pointer) => void places.getOrInsertComputed(what, () => []).push(pointer),
    all: () => [...places].map(([what, pointers]) => {
      const all = [...new Set(pointers)]
      const more = all.length - named
      return `${what} (${all.slice(0, named).map((pointer) => `\`${pointer}\``).join(', ')}${more > 0 ? ` and ${more} more` : ''})`
    }),
  }
}
