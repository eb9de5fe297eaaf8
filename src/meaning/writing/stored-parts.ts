// Groups the stored properties and the machines of a resource by what a write does with them; once per resource.

import type { MachineOf } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { listTimed } from '../../model/timed.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { isUuidProperty } from './generated-values.ts'

type StoredParts = {
  /** Neither computed nor the inverse of a reference. */
  readonly own: readonly Property[]
  /** Computed, and kept: recomputed with each write. */
  readonly computed: readonly Property[]
  /** Properties that the service updates on every write. */
  readonly updatedOnWrite: readonly string[]
  /** UUIDs in the key that the service generates. */
  readonly generatedKey: readonly string[]
  readonly ownExceptKey: ReadonlySet<string>
  readonly hasInvariants: boolean
  /** Machines with a timer in some state. */
  readonly timedMachines: readonly MachineOf[]
}

const partsByResource = new WeakMap<ResourceInfo, StoredParts>()

export function findStoredParts(info: ResourceInfo): StoredParts {
  return partsByResource.getOrInsertComputed(info, groupParts)
}

function groupParts(info: ResourceInfo): StoredParts {
  const all = [...info.properties.values()]
  const own = all.filter(({ inverse, compute }) => inverse === undefined && compute === undefined)
  const computed = all.filter(({ compute }) => compute?.stored === true)
  return {
    own,
    computed,
    hasInvariants: info.source.slots.invariant.state === 'shown',
    timedMachines: info.machines.filter(({ slots }) => listSpecifiedEntries(slots.states).some(({ value }) => listTimed(value).length > 0)),
    updatedOnWrite: all
      .filter(({ generate, compute }) => generate?.kind === 'now-on-update' || compute?.stored === true)
      .map(({ name }) => name),
    generatedKey: info.key.filter((name) => isUuidProperty(info.properties.get(name))),
    ownExceptKey: new Set(all.map(({ name }) => name).filter((name) => !info.key.includes(name))),
  }
}
