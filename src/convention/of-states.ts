// Lists the declarations of part 3: the transitions of operations and timers.

import type { MachineOf, Model } from '../model/model.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Candidate } from '../model/states.ts'
import { type TimedKind, timedKinds } from '../model/timed.ts'
import { type Declaration, type Find, type DeclarationPath, type MemberReaders, readMembersWith } from './declaration.ts'
import { listJsonTypes } from './of-resources.ts'

/** A transition under one name, in all states of its machine that have it. */
type TransitionOf = {
  readonly name: string
  readonly machine: MachineOf
  readonly kind: 'on' | TimedKind
  readonly places: readonly PlaceOf[]
}

type PlaceOf = {
  readonly state: string
  readonly key: Declaration['key']
  readonly candidates: readonly Candidate[]
  readonly listed: boolean
}

export function declareTransitions(model: Model, find: Find): Declaration[] {
  return model.states.value.machines.flatMap((machine) =>
    listTransitions(machine).map((transition): Declaration => ({
      kind: 'transition',
      name: `${machine.resource}.${transition.name}`,
      key: transition.places[0]!.key,
      paths: transition.places.flatMap((place) => listPaths(transition, place)),
      resource: machine.resource,
      member: readMembersWith<'transition', TransitionOf>(makeTransitionMembers(find), transition),
    })),
  )
}

function listTransitions(machine: MachineOf): TransitionOf[] {
  const transitions = new Map<string, TransitionOf & { readonly places: PlaceOf[] }>()
  for (const { name: state, value } of listSpecifiedEntries(machine.slots.states)) {
    for (const kind of ['on', ...timedKinds] as const) {
      const slot = value[kind]
      for (const { name, key, slot: candidates } of slotValueOf(
        slot as Slot<readonly { name: string; key: Declaration['key']; slot: Slot<Candidate | readonly Candidate[]> }[]>,
      ) ?? []) {
        if (candidates.state !== 'shown') continue
        const id = `${kind} ${name}`
        const transition = transitions.getOrInsertComputed(id, () => ({ name, machine, kind, places: [] }))
        transition.places.push({ state, key, candidates: [candidates.value].flat(), listed: candidates.at.kind === 'list' })
      }
    }
  }
  return [...transitions.values()]
}

function listPaths({ name, machine, kind }: TransitionOf, { state, candidates, listed }: PlaceOf): DeclarationPath[] {
  const path = [machine.name, 'states', state, kind, name]
  return listed ? candidates.map((_, index) => [...path, index]) : [path]
}

function makeTransitionMembers(find: Find): MemberReaders<'transition', TransitionOf> {
  const candidates = ({ places }: TransitionOf): Candidate[] => places.flatMap((place) => place.candidates)
  return {
    name: ({ name }) => name,
    resource: ({ machine }) => find(machine.resource),
    machine: ({ machine }) => machine.name,
    from: ({ places }) => places.map(({ state }) => state),
    targets: (transition) => [...new Set(candidates(transition).flatMap(({ target }) => slotValueOf(target)?.text ?? []))],
    input: (transition) =>
      candidates(transition)
        .map(inputOf)
        .find((input) => input !== undefined),
    timed: ({ kind }) => kind !== 'on',
  }
}

/** The name of the shape, or the JSON type. */
function inputOf({ input }: Candidate): string | undefined {
  const schema = input === undefined ? undefined : slotValueOf(input)
  return schema === undefined ? undefined : (slotValueOf(schema.keywords.$ref)?.text ?? listJsonTypes(schema)[0] ?? 'object')
}
