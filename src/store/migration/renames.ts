// Collects former names of resources, properties and states, from `$renamedFrom` and part 9.

import { type Named, type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Model } from '../../model/model.ts'

/** The former names by current name; an element may have had several in sequence. */
export type Renames = {
  readonly resources: ReadonlyMap<string, readonly string[]>
  /** By `Order.customer`. */
  readonly properties: ReadonlyMap<string, readonly string[]>
  /** By machine and state: `Order.status` `placed`. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

export function readRenames(model: Model): Renames {
  const { resources } = model.resources.value
  const changes = listSpecifiedEntries(model.versioning.value.changes).flatMap(({ value }) => value)
  return {
    resources: new Map(resources.map(({ name, slots }) => [name, readWords(slots.$renamedFrom)])),
    properties: new Map(
      resources.flatMap(({ name, slots }) => {
        const declared = mapFormerNames(changes.flatMap(({ rename }) => readPairs(rename, `${name}.`)))
        return listSpecifiedEntries(slots.properties).map(({ name: property, value }) => {
          const keyword = readWords(value.keywords.$renamedFrom)
          return [`${name}.${property}`, [...keyword, ...(declared.get(property) ?? [])]] as const
        })
      }),
    ),
    states: new Map(
      model.states.value.machines.map(({ name, slots }) => {
        const declared = mapFormerNames(
          changes.flatMap(({ renameState }) =>
            listSpecifiedEntries(renameState)
              .filter((machine) => machine.name === name)
              .flatMap(({ value }) => listPairs(value)),
          ),
        )
        return [
          name,
          new Map(
            listSpecifiedEntries(slots.states).map((state) => [
              state.name,
              [...(slotValueOf(state.value.$renamedFrom) ?? []).map(({ text }) => text), ...(declared.get(state.name) ?? [])],
            ]),
          ),
        ]
      }),
    ),
  }
}

function readWords(slot: Slot<Word>): readonly string[] {
  const formerName = slotValueOf(slot)?.text
  return formerName === undefined ? [] : [formerName]
}

type Pair = readonly [from: string, to: string]

function listPairs(renames: readonly Named<Word>[]): Pair[] {
  return renames.flatMap(({ name, slot }) => (slot.state === 'shown' ? [[name, slot.value.text] as const] : []))
}

/** `Order.client: customer`: the renamed properties of one resource. */
function readPairs(slot: Slot<readonly Named<Word>[]>, prefix: string): Pair[] {
  return listPairs(slotValueOf(slot) ?? []).flatMap(([from, to]) =>
    from.startsWith(prefix) ? [[from.slice(prefix.length), to] as const] : [],
  )
}

/** An element that was renamed twice has both former names, the later one first. */
function mapFormerNames(renames: readonly Pair[]): ReadonlyMap<string, readonly string[]> {
  const formerNames = new Map<string, readonly string[]>()
  for (const [from, to] of renames) formerNames.set(to, [from, ...(formerNames.get(from) ?? []), ...(formerNames.get(to) ?? [])])
  return formerNames
}
