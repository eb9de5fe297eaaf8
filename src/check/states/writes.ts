// Lists everything that parts 3 and 4 write to properties, with the resource and the kind of write.

import type { Scalar } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { type MachineOf, type Operation, resourceNameOf } from '../../model/model.ts'
import { type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Candidate, Effect } from '../../model/states.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { listBodyFields } from '../endpoints/unknown-property.ts'
import { listCandidates, listMachineEffects } from './candidates.ts'

export type PropertyWrite = {
  readonly resource: ResourceInfo
  readonly property: string
  readonly key: Scalar
  readonly kind: 'create' | 'change' | 'body'
  /** The template of a `set`; absent for a body. */
  readonly template?: Template
}

type AddWrites = (name: string | undefined, kind: PropertyWrite['kind'], set: Candidate['set']) => PropertyWrite[]

export function listWrites({ model, typing }: Facts): readonly PropertyWrite[] {
  const { resources } = typing.domain
  const addWrites: AddWrites = (name, kind, set) => {
    const resource = resources.get(name ?? '')
    return resource === undefined
      ? []
      : (slotValueOf(set) ?? []).map(({ name: property, key, slot }) => ({
          resource,
          property,
          key,
          kind,
          ...(slot.state === 'shown' ? { template: slot.value } : {}),
        }))
  }
  const listEffectWrites = ({ create, update, set }: Effect): PropertyWrite[] => [
    ...addWrites(slotValueOf(create)?.text, 'create', set),
    ...addWrites(slotValueOf(update)?.text, 'change', set),
  ]
  return [
    ...model.states.value.machines.flatMap((machine) => [
      ...listMachineSets(machine).flatMap((set) => addWrites(machine.resource, 'change', set)),
      ...[...listMachineEffects(machine)].flatMap(listEffectWrites),
    ]),
    ...listCompletionEffects({ model }).flatMap(listEffectWrites),
    ...model.endpoints.value.operations.flatMap((operation) => [
      ...listOperationWrites(operation, addWrites),
      ...(slotValueOf(operation.slots.do) ?? []).flatMap(listEffectWrites),
    ]),
  ]
}

/** The `set` of a machine's transitions, and those on entering and leaving its states. */
export function listMachineSets(machine: MachineOf): Candidate['set'][] {
  const candidates = [...listCandidates(machine)].flatMap(({ candidate }) => {
    const recovery = candidate.onError === undefined ? undefined : slotValueOf(candidate.onError)
    return [candidate.set, ...(recovery === undefined ? [] : [recovery.set])]
  })
  const actions = listSpecifiedEntries(machine.slots.states).flatMap(({ value: { entry, exit } }) =>
    [slotValueOf(entry), slotValueOf(exit)].flatMap((action) => (action === undefined ? [] : [action.set])),
  )
  return [...candidates, ...actions]
}

const writeKinds = new Map<string | undefined, 'create' | 'change'>([
  ['create', 'create'],
  ['put', 'create'],
  ['update', 'change'],
  ['replace', 'change'],
  ['transition', 'change'],
])

/** Beside a transition an operation writes as an update does. */
function listOperationWrites({ action, subject, slots }: Operation, addWrites: AddWrites): PropertyWrite[] {
  const kind = writeKinds.get(action)
  if (action === undefined || kind === undefined || subject === undefined) return []
  const name = resourceNameOf({ action, subject })
  const [firstWrite] = addWrites(name, kind, {
    state: 'shown',
    value: [{ name: '', key: subject.node, slot: { state: 'unsaid' } }],
    at: subject.node,
  })
  const body = slotValueOf(slots.body)
  // The field of the machine that `to` moves contains the requested state.
  const fields =
    firstWrite === undefined || body === undefined
      ? []
      : listBodyFields(body).filter(({ text }) => slots.to.state !== 'shown' || `${name}.${text}` !== subject.text)
  return [
    ...addWrites(name, kind, slots.set),
    ...fields.map(({ text, node }): PropertyWrite => ({ resource: firstWrite!.resource, property: text, key: node, kind: 'body' })),
  ]
}
