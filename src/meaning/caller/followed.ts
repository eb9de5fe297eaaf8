// References of a request that an answer looks into: one to a record that the caller may not read is as one to nothing.

import { outcomeOf } from '../../fact/conditions/effect.ts'
import { disclosuresOf } from '../../fact/disclosures.ts'
import { sentReferences } from '../../fact/effects/operation.ts'
import type { Follow } from '../../fact/reading.ts'
import { situation as factsOf } from '../../fact/situation.ts'
import { veilOf } from '../../fact/veil.ts'
import type { World } from '../../fact/world.ts'
import type { Operation } from '../../model/model.ts'

const known = new WeakMap<Operation, readonly Follow[]>()

/** Those of resources of which records are hidden; what is written is asked for where it is. */
export function followsAsked(world: World, operation: Operation): readonly Follow[] {
  return known.getOrInsertComputed(operation, () => {
    const veil = veilOf(world)
    if (veil === undefined) return []
    const about = factsOf(world, operation)
    const written = new Set(sentReferences(about).map(({ path }) => path))
    const { resources: disclosed } = disclosuresOf(world.domain).of({ kind: 'operation', operation })
    return outcomeOf(about).met.flatMap(({ condition, follows = [] }) => (condition === 'dangling' ? follows : []))
      .filter(({ path, resource }) => veil.resources.has(resource) && !disclosed.has(resource) && !written.has(path))
  })
}
